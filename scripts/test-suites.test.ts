import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { deepTags, leftOutTags, leftOutTitles } from './vite/test-tags.ts';

const root = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

const git = ['ls-files', '--cached', '--others', '--exclude-standard', '*.test.*', '*.spec.*'];
const testFiles = execFileSync('git', git, { cwd: root, encoding: 'utf8' }).trim().split('\n');
const browserFiles = testFiles.filter((path) => path.endsWith('.spec.ts'));
const deepSuites = read('scripts/test-deep.ts');

/** The patterns of Vitest's projects and Playwright. */
const stages = [/^src\/.*\.test\.tsx?$/, /^(api|e2e|scripts|server)\/.*\.test\.ts$/, /^e2e\/.*\.spec\.ts$/];

/** The tags of browser tests: `{ tag: '@screens' }`, or the last word of a title. */
const tagsOf = (text: string): string[] =>
  [...text.matchAll(/tag: '(@[\w-]+)'|^ *test[\w.]*\(.* (@[\w-]+)['`]/gm)].map(
    ([, tag, word]) => tag ?? word ?? '',
  );

describe('every test file', () => {
  it('is in a stage of `npm test`', () => {
    expect(browserFiles).not.toEqual([]);
    expect(testFiles.filter((path) => !stages.some((stage) => stage.test(path)))).toEqual([]);
  });

  it('that does more in the deep tests has the tag of one of their suites', () => {
    const deep = browserFiles.filter((path) => read(path).includes('support/deep.ts'));
    expect(deep).not.toEqual([]);
    expect(deep.filter((path) => tagsOf(read(path)).length === 0)).toEqual([]);
  });
});

describe('every tag', () => {
  it('of a browser test belongs to a suite of the deep tests', () => {
    const tags = new Set(browserFiles.flatMap((path) => tagsOf(read(path))));
    expect([...tags].filter((tag) => !deepSuites.includes(`runBrowserTag('${tag}')`))).toEqual([]);
  });

  it('that leaves a browser test out of `npm test` has a suite of its name, and is used', () => {
    const tags = new Set(browserFiles.flatMap((path) => tagsOf(read(path))));
    const names = Object.keys(leftOutTags);
    expect(names.filter((name) => !deepSuites.includes(`  ${name}: {\n`))).toEqual([]);
    expect(names.filter((name) => !deepSuites.includes(`runBrowserTag('@${name}')`))).toEqual([]);
    expect(names.filter((name) => !tags.has(`@${name}`))).toEqual([]);
    expect([...tags].filter((tag) => leftOutTitles.test(tag)).toSorted()).toEqual(
      names.map((name) => `@${name}`).toSorted(),
    );
  });

  it('says where a test of the server runs that asks for the embedded engine', () => {
    const embedded = "runIf(process.env.TEST_ENGINE !== 'postgres')";
    const serverFiles = testFiles.filter((path) => path.startsWith('server/'));
    const asking = serverFiles.filter((path) => read(path).includes(embedded));
    const tagged = /^\/\/ @module-tag (?:both-engines|embedded-only)$/m;
    expect(asking).not.toEqual([]);
    expect(asking.filter((path) => !tagged.test(read(path)))).toEqual([]);
  });

  it('of another test belongs to a suite of the deep tests, and is used', () => {
    const text = testFiles.map(read).join('\n');
    const isRun = (tag: string) =>
      deepSuites.includes(`runTag('${tag}')`) || deepSuites.includes(`--tags-filter=${tag}`);
    expect(deepTags.filter((tag) => !isRun(tag))).toEqual([]);
    expect(deepTags.filter((tag) => !text.includes(`@module-tag ${tag}\n`))).toEqual([]);
  });
});
