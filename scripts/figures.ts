/**
 * `npm run check:figures`: prints how the source is built (sizes, escape hatches, comments, tests) and fails past the ceilings.
 * The ceilings and the reasons for them are in CONTRIBUTING.md.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { measureSource, type SourceMeasures } from './source-measures.ts';

/** Not code that anybody writes or reads as code: what is generated, and the texts and people of the demonstration. */
const notCode =
  /\/generated\/|routes\.gen\.ts$|\.d\.ts$|^server\/database\/seed\/(texts|skerry|neighbours)\//;
const testFile = /\.(test|spec)\.tsx?$|^e2e\/|^server\/test\//;

interface Part {
  title: string;
  source: SourceMeasures[];
  tests: SourceMeasures[];
}

interface Figure {
  label: string;
  value: (part: Part) => number | string;
  /** What a value must keep to, and how to say so. Absent: printed only. */
  holds?: (part: Part) => boolean;
  limit?: string;
}

function listSources(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => /\.tsx?$/.test(path) && !notCode.test(path))
    .toSorted();
}

function readPart(title: string, ...folders: string[]): Part {
  const measured = folders
    .flatMap(listSources)
    .map((path) => measureSource(path, readFileSync(path, 'utf8')));
  return {
    title,
    source: measured.filter(({ path }) => !testFile.test(path)),
    tests: measured.filter(({ path }) => testFile.test(path)),
  };
}

const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0);
const lines = (files: SourceMeasures[]): number => sum(files.map((file) => file.lines));

/** The value below which the share `q` of all values lies; 0 for none. */
function quantile(values: number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? 0;
}

const fileLines = ({ source }: Part): number[] => source.map((file) => file.lines);
const functionLines = ({ source }: Part): number[] =>
  source.flatMap((file) => file.functionLengths.map(({ length }) => length));
const perThousand = (count: number, part: Part): number => (1000 * count) / Math.max(1, lines(part.source));
const share = (part: number, whole: number): number => (100 * part) / Math.max(1, whole);
const longest = (values: number[]): number => Math.max(0, ...values);

const routeLines = ({ source }: Part): number[] =>
  source.filter(({ path }) => path.startsWith('src/routes/')).map((file) => file.lines);
const handlerLines = ({ source }: Part): number[] =>
  source
    .filter(({ path }) => path.endsWith('.handlers.ts'))
    .flatMap((file) => file.functionLengths.map(({ length }) => length));
const assertions = (part: Part): number => perThousand(sum(part.source.map((file) => file.assertions)), part);
const effects = (part: Part): number => perThousand(sum(part.source.map((file) => file.effects)), part);
const anyTypes = ({ source, tests }: Part): number => sum([...source, ...tests].map((file) => file.anyTypes));
const comments = ({ source }: Part): number =>
  share(sum(source.map((file) => file.commentLines)), sum(source.map((file) => file.nonBlankLines)));
const testShare = ({ source, tests }: Part): number => share(lines(tests), lines(source) + lines(tests));
const everyFile = ({ source, tests }: Part): SourceMeasures[] => [...source, ...tests];
const leastTests: Record<string, number> = { console: 20, server: 35 };

const figures: Figure[] = [
  { label: 'files', value: ({ source }) => source.length },
  { label: 'lines', value: ({ source }) => lines(source) },
  atMost('file, median', (part) => quantile(fileLines(part), 0.5), 80),
  atMost('file, p90', (part) => quantile(fileLines(part), 0.9), 220),
  atMost('file, longest', (part) => longest(everyFile(part).map((file) => file.lines)), 350),
  atMost('screen, longest', (part) => longest(routeLines(part)), 150),
  { label: 'function, median', value: (part) => quantile(functionLines(part), 0.5) },
  atMost('function, p90', (part) => quantile(functionLines(part), 0.9), 60),
  atMost('handler, longest', (part) => longest(handlerLines(part)), 30),
  atMost('any', anyTypes, 0),
  atMost('as, per 1000 lines', assertions, 1),
  atMost('effects, per 1000 lines', effects, 1),
  atMost('"!" without a reason', (part) => everyFile(part).flatMap((file) => file.bareNonNulls).length, 0),
  atMost(
    'suppressions without a reason',
    (part) => everyFile(part).flatMap((file) => file.bareSuppressions).length,
    0,
  ),
  {
    label: 'comment lines, %',
    value: (part) => round(comments(part)),
    holds: (part) => comments(part) >= 3 && comments(part) <= 10,
    limit: '3 to 10',
  },
  {
    label: 'tests, % of lines',
    value: (part) => round(testShare(part)),
    holds: (part) => testShare(part) >= (leastTests[part.title] ?? 0),
    limit: '>= 20 / 35',
  },
];

function atMost(label: string, value: (part: Part) => number, most: number): Figure {
  return {
    label,
    value: (part) => round(value(part)),
    holds: (part) => value(part) <= most,
    limit: most === 0 ? '0' : `<= ${most}`,
  };
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

/** Says where the failing figures come from, so that nobody has to search. */
function listOffenders({ source, tests }: Part): string[] {
  const all = [...source, ...tests];
  return [
    ...all.filter((file) => file.lines > 350).map((file) => `${file.path}: ${file.lines} lines`),
    ...source
      .filter((file) => file.path.startsWith('src/routes/') && file.lines > 150)
      .map((file) => `${file.path}: a screen of ${file.lines} lines`),
    ...source
      .filter((file) => file.path.endsWith('.handlers.ts'))
      .flatMap((file) =>
        file.functionLengths
          .filter(({ length }) => length > 30)
          .map(({ name, line, length }) => `${file.path}:${line}: handler ${name} of ${length} lines`),
      ),
    ...all.filter((file) => file.anyTypes > 0).map((file) => `${file.path}: ${file.anyTypes} any`),
    ...all.flatMap((file) => file.bareNonNulls.map((place) => `${place}: "!" without a reason`)),
    ...all.flatMap((file) => file.bareSuppressions.map((place) => `${place}: suppression without a reason`)),
  ];
}

/** The files that hold most of what is counted per 1000 lines. */
function listMost(part: Part, noun: string, count: (file: SourceMeasures) => number): string[] {
  return part.source
    .filter((file) => count(file) > 0)
    .toSorted((a, b) => count(b) - count(a))
    .slice(0, 5)
    .map((file) => `${file.path}: ${count(file)} ${noun}`);
}

const parts = [
  readPart('console', 'src', 'e2e'),
  readPart('server', 'server'),
  readPart('tools', 'scripts', 'bench'),
].filter((part) => part.source.length > 0);

const column = 14;
let failed = 0;
console.log(`${''.padEnd(30)}${parts.map((part) => part.title.padStart(column)).join('')}   limit`);
for (const figure of figures) {
  const cells = parts.map((part) => {
    // Tools have no tests of their own kind and few lines: what they are is printed, only hard rules bind them.
    const bound = part.title !== 'tools' || figure.limit === '0' || figure.label === 'file, longest';
    const good = !bound || (figure.holds?.(part) ?? true);
    if (!good) failed += 1;
    return `${figure.value(part)}${good ? ' ' : '!'}`.padStart(column);
  });
  console.log(`${figure.label.padEnd(30)}${cells.join('')}   ${figure.limit ?? ''}`);
}

if (failed > 0) {
  const tooMany = (value: (part: Part) => number): Part[] => parts.filter((part) => value(part) > 1);
  const offenders = [
    ...parts.flatMap(listOffenders),
    ...tooMany(assertions).flatMap((part) => listMost(part, 'as', (file) => file.assertions)),
    ...tooMany(effects).flatMap((part) => listMost(part, 'effects', (file) => file.effects)),
  ];
  console.error(`\n${failed} figures are past their limit.\n${offenders.join('\n')}`);
  process.exitCode = 1;
}
