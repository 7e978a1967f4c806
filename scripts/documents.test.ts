import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
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
  const recordLines = records.map((path) => {
    const { number, title, status } = recordHead.exec(readText(path))?.groups ?? {};
    return `- [${number}](${path.slice(decisions.length + 1)}) ${title} · ${status}`;
  });
  const index = readText(`${decisions}/README.md`);
  const indexLines = index.split('\n').filter((line) => line.startsWith('- ['));
  expect(records.length).toBeGreaterThan(150);
  expect(indexLines.toSorted()).toEqual(recordLines.toSorted());
});

it('names each decision record after its number, and archives those that do not hold', () => {
  const fileNumbers = records.map((path) => /(\d{3})-[a-z0-9-]+\.md$/.exec(path)?.[1]);
  const titleNumbers = records.map((path) => recordHead.exec(readText(path))?.groups?.number);
  expect(fileNumbers).toEqual(titleNumbers);
  expect(new Set(fileNumbers).size).toBe(records.length);
  const misplacedRecords = records.filter(
    (path) => path.includes('/archive/') === readText(path).includes('\n\nStatus: accepted'),
  );
  expect(misplacedRecords).toEqual([]);
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
const lifePages = documents.filter((path) => basename(path).startsWith('life-of-'));
const listRecordNumbers = (path: string) =>
  [...readText(path).matchAll(/decisions\/(?:archive\/)?(\d{3})-/g)].map(([, number = '']) => number);

it('names at most 40 decision records to know first', () => {
  const firstRecords = new Set(listRecordNumbers(architecture));
  expect(firstRecords.size).toBeLessThanOrEqual(40);
  const otherRecords = lifePages.flatMap((path) =>
    listRecordNumbers(path).filter((number) => !firstRecords.has(number)),
  );
  expect(otherRecords).toEqual([]);
});

it('gives each "life of" one page, which the architecture names', () => {
  expect(lifePages.length).toBeGreaterThan(10);
  const text = readText(architecture);
  expect(lifePages.filter((path) => !text.includes(`(${basename(path)})`))).toEqual([]);
  expect(lifePages.filter((path) => readText(path).split('\n').length > 60)).toEqual([]);
});

const programs = ['api', 'bench', 'e2e', 'public', 'scripts', 'server', 'src'];
const sources = [...programs, 'docs'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => `/${join(folder, path)}`),
);
const sourceNames = new Set([...sources, ...readdirSync('.')].map((path) => basename(path)));

/** Files and folders in code spans. Placeholders such as `<noun>`, `*` and `NNN` name no single file. */
function listFiles(path: string): string[] {
  const spans = [...readText(path).matchAll(/`([^`\s]+)`/g)].map(([, code = '']) => code);
  const isFile = (code: string) =>
    /^[\w.$-][\w.$/-]*(\w\/|\.(tsx?|[cm]?js|md|css|html|ya?ml|json|tsp))$/.test(code);
  // Test runs make the one folder.
  return spans.filter((code) => isFile(code) && !code.includes('NNN') && code !== 'test-results/');
}

it('names files of this repository by their whole path', () => {
  const files = [architecture, ...lifePages].flatMap((path) =>
    listFiles(path).map((file) => ({ path, file })),
  );
  expect(files.length).toBeGreaterThan(150);
  expect(files.filter(({ file }) => !existsSync(file))).toEqual([]);
});

it('names files that exist in all documents', () => {
  // Its files are those of a noun that does not exist.
  const namingDocuments = documents.filter(
    (path) => !records.includes(path) && path !== 'docs/adding-a-noun.md',
  );
  const files = namingDocuments.flatMap((path) => listFiles(path).map((file) => ({ path, file })));
  expect(files.length).toBeGreaterThan(400);
  const isInSources = (file: string) =>
    file.includes('/')
      ? sources.some((source) => source.endsWith(`/${file.replace(/\/$/, '')}`))
      : sourceNames.has(file);
  expect(files.filter(({ file }) => !existsSync(file) && !isInSources(file))).toEqual([]);
});

it('names only folders beside a README in its tables', () => {
  const folders = documents
    .filter((path) => basename(path) === 'README.md')
    .flatMap((path) =>
      [...readText(path).matchAll(/^\| ([^|]+) \|/gm)]
        .flatMap(([, cell = '']) => [...cell.matchAll(/`([\w/-]+\/)`/g)])
        .map(([, folder = '']) => join(dirname(path), folder)),
    );
  expect(folders.length).toBeGreaterThan(20);
  expect(folders.filter((folder) => !existsSync(folder))).toEqual([]);
});

/** The paths of a tree in a fenced block, whose levels are indented by two spaces. */
function readTree(root: string): string[] {
  const [, block = ''] = new RegExp(`\n${root}/\n((?:  .*\n)+)`).exec(readText(architecture)) ?? [];
  const parents: string[] = [];
  return block.split('\n').flatMap((line) => {
    const [, indentation = '', name = ''] = /^((?: {2})+)(\S+)/.exec(line) ?? [];
    if (name === '') return [];
    const depth = indentation.length / 2 - 1;
    parents.splice(depth, Infinity, name.replace(/\/$/, ''));
    return [join(root, ...parents)];
  });
}

/** The folders of a path, from its root. */
function listFolders(path: string): string[] {
  const names = dirname(path).split('/');
  return names.map((_, index) => names.slice(0, index + 1).join('/'));
}

it.each(['server', 'src'])('has a line for each folder of %s in its tree', (root) => {
  const paths = readTree(root);
  const isNoun = (path: string) => path.endsWith('/<noun>');
  expect(paths.filter((path) => !isNoun(path) && !existsSync(path))).toEqual([]);
  const treePaths = new Set(paths.map((path) => path.replace('/<noun>', '')));
  // Where one folder in a folder has a line, all have.
  const parents = new Set(paths.filter((path) => !isNoun(path)).map((path) => dirname(path)));
  // Git knows no empty folders.
  const files = sources.filter((path) => path.startsWith(`/${root}/`) && basename(path).includes('.'));
  const folders = new Set(files.flatMap((path) => listFolders(path.slice(1))));
  const listedFolders = [...folders].filter(
    (folder) => parents.has(dirname(folder)) && basename(folder) !== 'testing',
  );
  expect(listedFolders.length).toBeGreaterThan(5);
  expect(listedFolders.filter((folder) => !treePaths.has(folder))).toEqual([]);
});

it('lists the folders of the server in the order of their floors', () => {
  const { forbidden }: { forbidden: { name: string }[] } = createRequire(import.meta.url)('./layers.cjs');
  const floors = forbidden.flatMap(({ name }) => /^(server\/[\w.-]+)-points-down$/.exec(name)?.[1] ?? []);
  const paths = readTree('server').map((path) => path.replace('/<noun>', ''));
  expect(floors.length).toBeGreaterThan(15);
  expect(paths.filter((path) => floors.includes(path))).toEqual(floors);
});
