import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repeats } from '../e2e/support/repeats.ts';
import { deepTags } from './vite/deep-tags.ts';
import { embeddedOnly, engineIndependent, rejectedBeforeStatements } from './vite/tests-of-one-engine.ts';
import { testsWithoutDatabase } from './vite/tests-without-database.ts';

const root = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

const git = ['ls-files', '--cached', '--others', '--exclude-standard', '*.test.*', '*.spec.*'];
const testFiles = execFileSync('git', git, { cwd: root, encoding: 'utf8' }).trim().split('\n');
const browserFiles = testFiles.filter((path) => path.endsWith('.spec.ts'));
const deepSuites = read('scripts/test-deep.ts');

/** What Vitest's projects and Playwright look for. */
const stages = [/^src\/.*\.test\.tsx?$/, /^(api|e2e|scripts|server)\/.*\.test\.ts$/, /^e2e\/.*\.spec\.ts$/];

const tagsOf = (text: string): string[] => [...text.matchAll(/tag: '(@[\w-]+)'/g)].map(([, tag = '']) => tag);

describe('every test file', () => {
  it('is in a stage of `npm test`', () => {
    expect(browserFiles).not.toEqual([]);
    expect(testFiles.filter((path) => !stages.some((stage) => stage.test(path)))).toEqual([]);
  });

  it('of the server runs on at least one engine', () => {
    const named = [...engineIndependent, ...rejectedBeforeStatements];
    expect(named.filter((path) => !testFiles.includes(path))).toEqual([]);
    const notOnPostgres = [...embeddedOnly, ...rejectedBeforeStatements, ...testsWithoutDatabase()];
    expect(engineIndependent.filter((path) => notOnPostgres.includes(path))).toEqual([]);
  });

  it('that does more in the deep tests has the tag of one of their suites', () => {
    const deep = browserFiles.filter((path) => read(path).includes('support/deep.ts'));
    expect(deep).not.toEqual([]);
    expect(deep.filter((path) => tagsOf(read(path)).length === 0)).toEqual([]);
  });
});

describe('every test that `npm test` leaves out', () => {
  const left = repeats.flatMap(({ tests }) => Object.entries(tests));

  it.each(left)('of %s is there', (file, titles) => {
    const text = read(`e2e/${file}`);
    // Between quotes or backticks: a text, a template, or what a condition chooses.
    const written = [...text.matchAll(/(['`])((?:\\.|(?!\1)[^\\\n])+)\1/g)].map(([, , title = '']) =>
      title.split(/\$\{[^}]*\}/),
    );
    const isWritten = (title: string) =>
      written.some(
        (parts) => title.startsWith(parts[0] ?? '') && title.endsWith(parts.at(-1) ?? '') && parts[0] !== '',
      );
    expect(titles.filter((title) => !isWritten(title))).toEqual([]);
  });

  it('is told once', () => {
    const all = left.flatMap(([file, titles]) => titles.map((title) => `${file} ${title}`));
    expect(all.filter((title, at) => all.indexOf(title) !== at)).toEqual([]);
  });
});

describe('every tag', () => {
  it('of a browser test belongs to a suite of the deep tests', () => {
    const tags = new Set(browserFiles.flatMap((path) => tagsOf(read(path))));
    expect([...tags].filter((tag) => !deepSuites.includes(`runBrowserTag('${tag}')`))).toEqual([]);
  });

  it('of another test belongs to a suite of the deep tests, and is used', () => {
    const text = testFiles.map(read).join('\n');
    const isRun = (tag: string) =>
      deepSuites.includes(`runTag('${tag}')`) || deepSuites.includes(`--tags-filter=${tag}`);
    expect(deepTags.filter((tag) => !isRun(tag))).toEqual([]);
    expect(deepTags.filter((tag) => !text.includes(`@module-tag ${tag}\n`))).toEqual([]);
  });
});
