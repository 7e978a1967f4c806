import { describe, expect, it } from 'vitest';
import { indexSourcePaths } from '#api/source-paths.ts';
import type { TextPlace } from '#src/domain/document/link-paths.ts';
import { checkAddress, findTargets, type LinkContext, linksInLine, linkTo } from './link-targets.ts';

const placeAt = (from: string, files: Parameters<typeof indexSourcePaths>[0] = []): TextPlace => ({
  from,
  places: { spaceId: 'space', paths: indexSourcePaths(files), pathOf: () => undefined },
});

const context: LinkContext = {
  pageId: 'lamps',
  pages: [
    { id: 'lamps', title: 'Lamps', path: 'guide/lamps' },
    { id: 'wicks', title: 'Wicks', path: 'guide/wicks' },
    { id: 'oil', title: 'Whale oil', path: 'oil' },
  ],
  files: [{ id: 'f1', name: 'wick.png', contentType: 'image/png' }],
  areFilesOld: false,
  place: placeAt('guide/lamps.md'),
  showsPaths: false,
  headingsOf: (pageId) =>
    ({ lamps: [{ title: 'Wick care', anchor: 'wick-care' }], oil: [{ title: 'Price', anchor: 'price' }] })[
      pageId
    ],
};

describe('findTargets', () => {
  it('finds pages, headings of the page and files by the beginnings of their words', () => {
    expect(findTargets(context, 'wi').map(({ address }) => address)).toEqual([
      '/pages/wicks',
      '#wick-care',
      '/files/f1',
    ]);
    expect(findTargets(context, 'oil').map(({ label }) => label)).toEqual(['Whale oil']);
  });

  it('finds headings of the page, and of another one that is named before #', () => {
    expect(findTargets(context, '#').map(({ address }) => address)).toEqual(['#wick-care']);
    expect(findTargets(context, 'whale oil#pr').map(({ address }) => address)).toEqual(['/pages/oil#price']);
  });
});

describe('checkAddress', () => {
  it.each([
    ['https://lamps.example/', 'fine'],
    ['mailto:a@lamps.example', 'fine'],
    ['/pages/wicks', 'fine'],
    ['wicks.md', 'fine'],
    ['../oil#price', 'fine'],
    ['/guide/wicks', 'fine'],
    ['#wick-care', 'fine'],
    ['/files/f1', 'fine'],
    ['/spaces/other/pages/x', 'fine'],
    ['/pages/gone', 'Page not found'],
    ['oil', 'Page not found'],
    ['#gone', 'Heading not found'],
    ['/pages/oil#gone', 'Heading not found'],
    ['/files/gone', 'File not found'],
    ['/pages/wicks#unread', 'unknown'],
  ])('%s: %s', (address, expected) => {
    const check = checkAddress(context, address);
    expect(check.kind === 'broken' ? check.problem : check.kind).toBe(expected);
  });
});

it('checks paths of files in a page that came from one', () => {
  const pages = [
    { id: 'lamps', title: 'Lamps', path: 'lamps', file: 'guide/README.md' },
    { id: 'oil', title: 'Whale oil', path: 'oil', file: 'guide/Oil.md' },
  ];
  const place = placeAt('guide/README.md', [
    ...pages.map(({ id, file }) => ({ kind: 'page' as const, id, path: file })),
    { kind: 'file', id: 'f1', path: '.gitbook/assets/a b.png' },
  ]);
  const check = (address: string, change: Partial<LinkContext> = {}) =>
    checkAddress({ ...context, pages, place, ...change }, address).kind;
  const fine = ['oil.md', 'Oil', 'oil.md#price', '../.gitbook/assets/a%20b.png', '.'];
  expect(fine.map((address) => check(address))).toEqual(fine.map(() => 'fine'));
  expect(check('oil.md#gone')).toBe('broken');
  expect(check('gone.md')).toBe('broken');
  expect(check('gone.png', { files: undefined })).toBe('unknown');
  expect(check('../../other/start.md')).toBe('fine');
});

it('finds the addresses in a line', () => {
  const line = 'See [a](/pages/x "title"), ![b](<my file.png>) and [c\\]d](#e).';
  expect(linksInLine(line).map(({ from, to, isPicture }) => [line.slice(from, to), isPicture])).toEqual([
    ['/pages/x', false],
    ['my file.png', true],
    ['#e', false],
  ]);
});

it('escapes brackets in the text of a link', () => {
  expect(linkTo('/pages/p', 'a [b]')).toBe('[a \\[b\\]](/pages/p)');
});
