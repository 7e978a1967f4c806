/** `npm run figures`: prints metrics of the source. It never fails; the linter enforces limits. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';

const areas: Record<string, RegExp> = {
  console: /^(src|e2e)\//,
  server: /^server\//,
  tools: /^(api|scripts|bench)\//,
};
const testFile = /\.(test|spec)\.tsx?$|^e2e\/|^server\/test\//;
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx'], {
  encoding: 'utf8',
})
  .trim()
  .split('\n')
  .filter((path) => !/\/generated\/|routes\.gen\.ts$|\.d\.ts$/.test(path))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }))
  .map(({ path, text }) => ({ path, text, lines: text.split('\n').length - 1 }));

const percent = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(1)} %`;

for (const [area, pattern] of Object.entries(areas)) {
  const all = files.filter(({ path }) => pattern.test(path));
  const source = all.filter(({ path }) => !testFile.test(path));
  const sorted = source.map(({ lines }) => lines).toSorted((a, b) => a - b);
  const lines = sorted.reduce((sum, count) => sum + count, 0);
  const allLines = all.reduce((sum, file) => sum + file.lines, 0);
  const count = (found: RegExp): number =>
    source.reduce((sum, { text }) => sum + (text.match(found)?.length ?? 0), 0);
  const folders = new Map<string, number>();
  for (const { path } of all) folders.set(dirname(path), (folders.get(dirname(path)) ?? 0) + 1);
  console.log({
    area,
    files: source.length,
    lines,
    median: sorted[Math.floor(sorted.length / 2)],
    p90: sorted[Math.floor(sorted.length * 0.9)],
    longest: sorted.at(-1),
    'folders above 25 files': [...folders].flatMap(([name, held]) => (held > 25 ? `${name} ${held}` : [])),
    'deepest folder': Math.max(...[...folders.keys()].map((name) => name.split('/').length)),
    'comment lines': percent(count(/^\s*(\/\/|\/?\*)/gm), lines),
    tests: percent(allLines - lines, allLines),
    effects: count(/\buse(Layout|Insertion)?Effect\(/g),
  });
}
