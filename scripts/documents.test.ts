import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const decisions = 'docs/decisions';
const readText = (path: string) => readFileSync(path, 'utf8');
const listMarkdown = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .map((path) => join(folder, path));

const records = listMarkdown(decisions).filter((path) => path !== `${decisions}/README.md`);
const documents = ['README.md', 'CONTRIBUTING.md', ...listMarkdown('docs')];
for (const folder of ['bench', 'e2e', 'server', 'src']) {
  if (existsSync(`${folder}/README.md`)) documents.push(`${folder}/README.md`);
}

const date = String.raw`\d{4}-\d{2}-\d{2}`;
const numbers = String.raw`\d{3}(?:, \d{3})*(?: and \d{3})?`;
/** The relations to other records follow the status on its line, after a middle dot. */
const recordHead = new RegExp(
  String.raw`^# (?<number>\d{3}) (?<title>.+)\n\nStatus: (?<status>` +
    `accepted, ${date}(?:, (?:partly replaced|changed) by ${numbers})?` +
    String.raw`|(?:replaced by \d{3}|archived: measurement), ${date}` +
    String.raw`)(?: · .+)?\n\n`,
);

it('gives every decision record a number, a title and a status, and a line in the index', () => {
  const expected = records.map((path) => {
    const { number, title, status } = recordHead.exec(readText(path))?.groups ?? {};
    return `- [${number}](${path.slice(decisions.length + 1)}) ${title} · ${status}`;
  });
  const index = readText(`${decisions}/README.md`);
  const lines = index.split('\n').filter((line) => line.startsWith('- ['));
  expect(records.length).toBeGreaterThan(150);
  expect(lines.toSorted()).toEqual(expected.toSorted());
});

it('names each decision record after its number, and archives those that do not hold', () => {
  const fileNumbers = records.map((path) => /(\d{3})-[a-z0-9-]+\.md$/.exec(path)?.[1]);
  const titleNumbers = records.map((path) => recordHead.exec(readText(path))?.groups?.number);
  expect(fileNumbers).toEqual(titleNumbers);
  expect(new Set(fileNumbers).size).toBe(records.length);
  const misplaced = records.filter(
    (path) => path.includes('/archive/') === readText(path).includes('\n\nStatus: accepted'),
  );
  expect(misplaced).toEqual([]);
});

it('links to files that exist', () => {
  const links = documents.flatMap((path) =>
    [...readText(path).matchAll(/\]\(([^()\s]+)\)/g)]
      .map(([, target = '']) => target.replace(/#.*$/, ''))
      .filter((target) => target !== '' && !/^[a-z]+:/.test(target))
      .map((target) => ({ path, target })),
  );
  expect(links.length).toBeGreaterThan(250);
  expect(links.filter(({ path, target }) => !existsSync(join(dirname(path), target)))).toEqual([]);
});

const architecture = 'docs/architecture.md';
const lives = documents.filter((path) => basename(path).startsWith('life-of-'));
const listRecordNumbers = (path: string) =>
  [...readText(path).matchAll(/decisions\/(?:archive\/)?(\d{3})-/g)].map(([, number = '']) => number);

it('names at most 40 decision records to know first', () => {
  const first = new Set(listRecordNumbers(architecture));
  expect(first.size).toBeLessThanOrEqual(40);
  const others = lives.flatMap((path) => listRecordNumbers(path).filter((number) => !first.has(number)));
  expect(others).toEqual([]);
});

it('gives each life of something one page, which the architecture names', () => {
  expect(lives.length).toBeGreaterThan(10);
  const text = readText(architecture);
  expect(lives.filter((path) => !text.includes(`(${basename(path)})`))).toEqual([]);
  expect(lives.filter((path) => readText(path).split('\n').length > 50)).toEqual([]);
});
