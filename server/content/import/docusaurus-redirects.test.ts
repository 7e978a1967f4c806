// @module-tag without-database
import { expect, test } from 'vitest';
import { planRedirects } from '#server/sites/plan-redirects.ts';
import { planImport } from './plan-import.ts';
import { sourceOf } from './testing/source-of.ts';

const planOf = (files: Record<string, string>) => planImport(sourceOf(files));

const PAGES = {
  'docs/01-start.md': '# Start\n',
  'docs/guides/setup.md': '---\nslug: /install\n---\n# Setup\n\nSee [the old one](/docs/former#top).\n',
  'pilots/radio.md': '# Radio\n',
};
const config = (options: string) => `export default {
  presets: [['classic', { docs: {} }]],
  plugins: [
    ['@docusaurus/plugin-content-docs', { id: 'pilots', path: 'pilots', routeBasePath: 'p' }],
    [
      '@docusaurus/plugin-client-redirects',
      ${options},
    ],
  ],
};`;

test('the redirects that settings list lead to pages of the book that has them', () => {
  const { books, report } = planOf({
    ...PAGES,
    'docusaurus.config.js': config(`{ redirects: [
        { from: ['/docs/former', '/begin'], to: '/docs/start' },
        { from: '/docs/old/setup', to: '/docs/install/#first' },
        { from: '/docs/call', to: '/p/radio' },
        { from: '/docs/gone', to: '/blog/post' },
      ] }`),
  });
  expect(books.map(({ redirects }) => redirects)).toEqual([
    [
      { from: 'former', to: '01-start.md' },
      { from: 'begin', to: '01-start.md' },
      { from: 'old/setup', to: 'guides/setup.md#first' },
      { from: 'gone', to: '/blog/post' },
    ],
    [{ from: 'docs/call', to: 'radio.md' }],
  ]);
  const [, guides] = books[0]?.pages ?? [];
  expect(guides?.pages[0]?.markdown).toContain('[the old one](../01-start.md#top)');
  expect(report.filter(({ kind }) => kind === 'left-out')).toEqual([]);
  const [harbor] = books;
  if (!harbor) throw new Error('There is no book.');
  expect(planRedirects(harbor).report.map(({ message }) => message)).toEqual([
    expect.stringContaining('"/blog/post" is left out: that is no page of the book'),
  ]);
});

test('redirects that a program makes are in the report with their line', () => {
  const { books, report } = planOf({
    ...PAGES,
    'docusaurus.config.js': config(`{
        fromExtensions: ['html'],
        redirects: [{ from: '/docs/a', to: '/docs/start' }, ...moved()],
        createRedirects(path) {
          return path.replace('/docs', '/help');
        },
      }`),
  });
  expect(books[0]?.redirects).toEqual([{ from: 'a', to: '01-start.md' }]);
  expect(report).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ path: 'docusaurus.config.js', line: 8, kind: 'left-out' }),
      expect.objectContaining({ line: 9, message: 'Redirects that need a program are left out.' }),
      expect.objectContaining({ line: 10, message: expect.stringContaining('for each page') }),
    ]),
  );
});
