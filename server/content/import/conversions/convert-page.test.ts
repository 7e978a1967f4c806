// @module-tag without-database
import { describe, expect, it } from 'vitest';
import type { PlannedPage } from '../import-plan.ts';
import { planImport } from '../plan-import.ts';
import { sourceOf } from '../testing/source-of.ts';
import { SourceFiles } from '../trees/source-files.ts';
import { wikiPages } from '../trees/wiki-tree.ts';

describe('syntax of others becomes blocks', () => {
  const mdx = { 'mint.json': '{"navigation":[{"group":"a","pages":["p"]}]}' };
  const docusaurus = { 'docusaurus.config.js': 'export default {}', 'sidebars.js': 'module.exports = {}' };
  const starlight = { 'astro.config.mjs': 'export default {}' };
  const notion = 'Page 0123456789abcdef0123456789abcdef.md';
  it.each<[string, Record<string, string>, string, string, RegExp]>([
    [
      '::: of Docusaurus',
      docusaurus,
      'docs/p.md',
      ':::warning[Mind]\n\nDeep\n\n:::',
      /hint style="warning"[^]*Mind[^]*Deep[^]*endhint/,
    ],
    [
      '::: of Starlight',
      starlight,
      'src/content/docs/p.md',
      ':::tip\nDeep\n:::',
      /hint style="success"[^]*Deep[^]*endhint/,
    ],
    [
      '!!! of MkDocs',
      { 'mkdocs.yml': 'site_name: x' },
      'docs/p.md',
      '!!! note "Mind"\n\n    Deep',
      /hint style="info"[^]*Mind[^]*Deep[^]*endhint/,
    ],
    [
      '??? of MkDocs',
      { 'mkdocs.yml': 'site_name: x' },
      'docs/p.md',
      '??? note "Mind"\n\n    Deep',
      /<details>\s*<summary>Mind<\/summary>[^]*Deep[^]*<\/details>/,
    ],
    [
      '=== of MkDocs',
      { 'mkdocs.yml': 'site_name: x' },
      'docs/p.md',
      '=== "One"\n\n    A\n\n=== "Two"\n\n    B',
      /tabs[^]*tab title="One"[^]*A[^]*tab title="Two"[^]*B[^]*endtabs/,
    ],
    [
      'Tabs of MDX',
      mdx,
      'p.mdx',
      '<Tabs>\n<Tab title="One">A</Tab>\n<Tab title="Two">B</Tab>\n</Tabs>',
      /tabs[^]*tab title="One"[^]*A[^]*tab title="Two"[^]*B[^]*endtabs/,
    ],
    [
      'Tabs of Docusaurus',
      docusaurus,
      'docs/p.mdx',
      '<Tabs>\n<TabItem value="a" label="One">\n\nA\n\n</TabItem>\n</Tabs>',
      /tabs[^]*tab title="One"[^]*A[^]*endtabs/,
    ],
    [
      'Steps',
      mdx,
      'p.mdx',
      '<Steps>\n<Step title="One">A</Step>\n</Steps>',
      /stepper[^]*step[^]*One[^]*A[^]*endstep[^]*endstepper/,
    ],
    [
      'Cards',
      mdx,
      'p.mdx',
      '<CardGroup>\n<Card title="One" href="/p">A</Card>\n</CardGroup>',
      /data-view="cards"[^]*One[^]*A/,
    ],
    [
      'CodeGroup',
      mdx,
      'p.mdx',
      '<CodeGroup>\n```js One\na\n```\n```py Two\nb\n```\n</CodeGroup>',
      /tabs[^]*One[^]*```js[^]*Two[^]*```py[^]*endtabs/,
    ],
    [
      'Frame',
      mdx,
      'p.mdx',
      '<Frame caption="C"><img src="https://e.example/a.png" /></Frame>',
      /<figure>[^]*a\.png[^]*<figcaption>[^]*C[^]*<\/figure>/,
    ],
    [
      'FileTree',
      starlight,
      'src/content/docs/p.mdx',
      '<FileTree>\n- a\n  - b.md\n</FileTree>',
      /- a\n\s+- b\.md/,
    ],
    [
      'Accordion',
      mdx,
      'p.mdx',
      '<Accordion title="Mind">A</Accordion>',
      /<details>\s*<summary>Mind<\/summary>[^]*A[^]*<\/details>/,
    ],
    [
      'a field, to which links lead',
      mdx,
      'p.mdx',
      '<ResponseField name="tide.highWater" type="string" required>When.</ResponseField>',
      /^<a id="param-tide-highwater"><\/a>\*\*`tide\.highWater`\*\* string · required\n\nWhen\./m,
    ],
    [
      'links of wikis',
      { 'Home.md': '# H', '_Sidebar.md': '* [[Other Page]]', 'Other-Page.md': '# O' },
      'p.md',
      'See [[Other Page]] and [[text|Other Page]].',
      /\[Other Page\]\(<Other-Page\.md>\)[^]*\[text\]\(<Other-Page\.md>\)/,
    ],
    ['callouts of Notion', {}, notion, '<aside>\n💡 Deep\n\n</aside>', /hint style[^]*Deep[^]*endhint/],
    [
      'toggles of Notion',
      {},
      notion,
      '<details>\n<summary>Mind</summary>\n\nDeep\n\n</details>',
      /<details>\n<summary>Mind<\/summary>[^]*Deep/,
    ],
  ])('%s', (_what, files, path, text, wanted) => {
    const { books } = planImport(sourceOf({ ...files, [path]: `# P\n\n${text}\n` }));
    const pages = books.flatMap((book) => allOf(book.pages));
    const page = pages.find(({ key }) => key.endsWith(path.slice(path.lastIndexOf('/') + 1)));
    expect(page?.markdown).toMatch(wanted);
    expect(page?.markdown).not.toMatch(
      /^:::|^!!!|^\?\?\?|<(?:Tabs|Step|Card|CodeGroup|Frame|FileTree|Accordion)/m,
    );
  });
});

describe('the names that links of wikis use', () => {
  it('are listed once for a source, not for each page', () => {
    const files = new SourceFiles(sourceOf({ 'Tide-tables.md': 'High.', 'notes/pier.md': 'Long.' }));
    expect([...wikiPages(files)]).toEqual([
      ['tide-tables', 'Tide-tables.md'],
      ['pier', 'notes/pier.md'],
    ]);
    expect(wikiPages(files)).toBe(wikiPages(files));
  });
});

function allOf(pages: readonly PlannedPage[]): PlannedPage[] {
  return pages.flatMap((page) => [page, ...allOf(page.pages)]);
}
