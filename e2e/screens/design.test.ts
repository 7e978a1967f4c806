/** The files, screens and names in code that docs/design.md mentions exist. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { screens } from './screens.ts';

const page = readFileSync('docs/design.md', 'utf8');
const filesUnder = (folder: string) => readdirSync(folder, { recursive: true, encoding: 'utf8' });
const files = filesUnder('src');
const source = files
  .filter((path) => /(?<!\.test|routes\.gen)\.(?:tsx?|css)$/.test(path))
  .map((path) => readFileSync(join('src', path), 'utf8'))
  .join('\n');

const codeIn = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);

/** The last column of tables that end with “Screen”, and what stands behind “screen” or “screens” in a sentence. */
function screensIn(text: string): string[] {
  const tables = text.split('\n\n').filter((block) => /^\|.*\| Screen \|$/m.test(block));
  const cells = tables.flatMap((table) => table.split('\n').map((row) => row.split('|').at(-2) ?? ''));
  const sentences = [...text.matchAll(/\bscreens? (`[^`]+`(?:(?:,| and)[^`;.]* `[^`]+`)*)/g)];
  return [...cells, ...sentences.map(([, found = '']) => found)].flatMap(codeIn);
}

const isFile = (code: string) => /^\w[\w./-]*(?:\/|\.(?:tsx?|css))$/.test(code);
/** A command, an address, and an example of what is refused. */
const isOther = (code: string) => /[ /[]/.test(code);

const filesIn = (text: string) => codeIn(text).filter(isFile);
const namesIn = (text: string) =>
  codeIn(text).filter(
    (code) => !isFile(code) && !isOther(code) && !screensIn(text).includes(code) && !code.includes('?'),
  );

const hasFile = (name: string) =>
  name.includes('/')
    ? existsSync(name)
    : [...files, ...filesUnder('e2e')].some((path) => basename(path) === name);
const hasScreen = (name: string) => screens.some((screen) => screen.name === name.replace(/\?.*/, ''));
/** As a word of the source; `-terms` is the end of one, `transition-*` the beginning. */
const hasName = (name: string) =>
  new RegExp(String.raw`(?<!\w)${name.replace(/^-(?=\w)/, '[\\w-]+-').replace('*', '')}`).test(source);

describe('the page of the design', () => {
  it('names files that exist', () => {
    expect(filesIn(page).length).toBeGreaterThan(20);
    expect(filesIn(page).filter((name) => !hasFile(name))).toEqual([]);
  });

  it('names screens of the sweep', () => {
    expect(screensIn(page)).toEqual(expect.arrayContaining(['structure', 'inbox', 'audit-log']));
    expect(screensIn(page).filter((name) => !hasScreen(name))).toEqual([]);
  });

  it('names what the code calls the same', () => {
    expect(namesIn(page).length).toBeGreaterThan(30);
    expect(namesIn(page).filter((name) => !hasName(name))).toEqual([]);
  });
});

it('a removed file, screen and name are noticed', () => {
  const removedText =
    'See `src/ui/gone.tsx` and `gone.css`; screens `members`, `gone` and, wide, `lost`. `GoneBadge`';
  expect(filesIn(removedText).filter((name) => !hasFile(name))).toEqual(['src/ui/gone.tsx', 'gone.css']);
  expect(screensIn(removedText).filter((name) => !hasScreen(name))).toEqual(['gone', 'lost']);
  expect(namesIn(removedText).filter((name) => !hasName(name))).toEqual(['GoneBadge']);
});
