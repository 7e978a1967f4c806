import type { KyselyPlugin } from 'kysely';
import { describe, expect, it } from 'vitest';
import { createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { SiteEditor } from '#server/test/site-editor.ts';
import { sharedDatabase, startApp } from '#server/test/test-app.ts';

/** An app that records the results of its statements, except begin and commit. */
async function startWatchedApp() {
  const results: unknown[][] = [];
  const watch: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      results.push(result.rows);
      return result;
    },
  };
  const started = await startApp({ database: await sharedDatabase(watch) });
  const read = async (url: string, headers: Record<string, string> = {}) => {
    results.length = 0;
    const response = await started.app.inject({ url, headers: { accept: 'text/html', ...headers } });
    return { ...response, statements: results.length, results: [...results] };
  };
  return { ...started, read };
}

async function openSite() {
  const w = await createOrganizationFixture();
  const site = await SiteEditor.open(w, { title: 'Tide docs', published: true });
  await site.addSection('Guide');
  await site.addSection('Reference');
  await site.addSiteSpace('Reference', 'v1');
  await site.write('Guide/Guide', [
    { title: 'Welcome', text: 'Hello.\n' },
    { title: 'Install', text: 'The marmalade.\n' },
    { title: 'Old group', pages: [{ title: 'Inside', text: 'Deep.\n' }] },
  ]);
  await site.write('Reference/Reference', [{ title: 'Overview', text: 'All calls.\n' }]);
  await site.write('Reference/v1', [{ title: 'Overview', text: 'Old calls.\n' }]);
  return { site, w, base: `/published/${w.organization.id}/${site.id}/` };
}

describe('a published page', () => {
  it('takes one statement after the first reader, and for a cached page, without its text', async () => {
    const { base } = await openSite();
    const { read, close } = await startWatchedApp();
    for (const url of [base, `${base}install`, `${base}reference/`, `${base}reference/v1/`]) {
      const first = await read(url);
      const etag = String(first.headers.etag);
      const again = await read(url);
      expect([url, again.statusCode, again.statements]).toEqual([url, 200, 1]);
      expect(again.body).toBe(first.body);
      const conditionalHeaders = await read(url, { 'if-none-match': `"other", W/${etag}` });
      expect([
        url,
        conditionalHeaders.statusCode,
        conditionalHeaders.body,
        conditionalHeaders.statements,
      ]).toEqual([url, 304, '', 1]);
      // A reader with a cached page gets it with the site's row only: no tree, text or index is read.
      expect(conditionalHeaders.results[0]).toEqual([
        { row: expect.objectContaining({ structureVersion: expect.any(String) }) },
      ]);
    }
    await close();
  });

  it.each([
    ['a page for the first time', 'install', 2],
    ['the address of a group', 'old-group', 1],
    ['a list of pages', 'llms.txt', 1],
    ['a page tree', '~/tree/SITE-SPACE', 1],
    // One finds the versions of the API specifications that its blocks show.
    ['the texts of all pages', 'llms-full.txt', 8],
    ['a search', '~/search?q=marmalade', 6],
    ['a page that is not there', 'marmalade', 7],
    ['a search without a word', '~/search?q=%3F', 1],
    ['a search that is too long', `~/search?q=${'x'.repeat(201)}`, 1],
    ['a style sheet of another release', '~/assets/reader-0.css', 1],
  ])('%s takes as many statements as are written down', async (_name, path, count) => {
    const { base, site } = await openSite();
    const { read, close } = await startWatchedApp();
    // The structure and the trees of pages are known from here on.
    await read(base);
    await read(`${base}reference/`);
    expect((await read(base + path.replace('SITE-SPACE', site.idOf('Guide/Guide')))).statements).toBe(count);
    await close();
  });
});
