import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#server/base/ids.ts';
import type { PageFields, ReusableFields } from '#server/test/content-factories.ts';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { cookiesOfToken, signToken } from '#server/test/published/visitor-tokens.ts';
import { SiteEditor } from '#server/test/site-editor.ts';
import { as, fetchPage } from '#server/test/test-app.ts';

let w: OrganizationFixture;
beforeAll(async () => {
  w = await createOrganizationFixture();
});

const included = (id: string) => `{% include "/reusable-contents/${id}" %}`;

async function openSite(pages: PageFields[], reusable: ReusableFields[]) {
  const site = await SiteEditor.open(w, { title: 'Reuse docs', published: true });
  await site.addSection('Guide');
  await site.write('Guide/Guide', pages, [], reusable);
  const base = `/published/${w.organization.id}/${site.id}/`;
  const read = (path: string, headers: Record<string, string> = {}) => fetchPage(base + path, headers);
  return { site, base, read };
}

/** The main part of a page. */
const mainOf = (body: string) => /<main[^]*<\/main>/.exec(body)?.[0] ?? '';

describe('a reusable content', () => {
  it('is shown on every page that includes it, also in another one, with anchors of its own', async () => {
    const [inner, outer] = [newId(), newId()];
    const text = `## Setup\n\nFirst.\n\n${included(outer)}\n\n${included(inner)}\n\n## End\n`;
    const { read } = await openSite(
      [
        { title: 'Start', text },
        { title: 'Other', text: `${included(inner)}\n` },
      ],
      [
        { id: inner, title: 'Inner', text: '## Setup\n\nInner words. [Up](#setup)\n' },
        { id: outer, title: 'Outer', text: `Outer words.\n\n${included(inner)}\n` },
      ],
    );
    const page = mainOf((await read('')).body);
    const ids = [...page.matchAll(/<h2 id="([^"]+)"/g)].map(([, id]) => id);
    expect(ids).toEqual(['setup', 'setup-1', 'setup-2', 'end']);
    expect(page.match(/Inner words/g)).toHaveLength(2);
    expect(page).toContain('href="#setup-2"');
    expect(page.indexOf('Outer words')).toBeLessThan(page.indexOf('Inner words'));
    const outline = [...(await read('')).body.matchAll(/href="#(setup[^"]*|end)">/g)].map(([, id]) => id);
    expect(outline.slice(0, 4)).toEqual(['setup', 'setup-1', 'setup-2', 'end']);
    expect(mainOf((await read('other')).body)).toContain('id="setup"');
  });

  it('changes the pages that include it, and their tags, when it changes', async () => {
    const id = newId();
    const pages = [{ title: 'Start', text: `Words.\n\n${included(id)}\n` }];
    const { site, read } = await openSite(pages, [{ id, title: 'Note', text: 'Old note.\n' }]);
    const before = await read('');
    expect(before.body).toContain('Old note.');
    await site.write('Guide/Guide', pages, [], [{ id, title: 'Note', text: 'New note.\n' }]);
    const after = await read('', { 'if-none-match': String(before.headers.etag) });
    expect([after.status, after.headers.etag === before.headers.etag]).toEqual([200, false]);
    expect(after.body).toContain('New note.');
    expect(after.body).not.toContain('Old note.');
  });

  it('is found by its path from the file that includes it, as its links are', async () => {
    const [id, target] = [newId(), newId()];
    const { read } = await openSite(
      [
        {
          title: 'Start',
          text: '{% include "../.gitbook/includes/my note.md" %}\n',
          git: { path: 'docs/start.md' },
        },
        { id: target, title: 'Target', text: 'Here.\n', git: { path: 'docs/target.md' } },
      ],
      [
        {
          ...{ id, title: 'Note', git: { path: '.gitbook/includes/my note.md' } },
          text: 'See [there](../../docs/target.md).\n',
        },
      ],
    );
    expect(mainOf((await read('')).body)).toMatch(/See <a href="[^"]*\/target">there<\/a>/);
  });

  it('is nothing for visitors where it is missing, includes itself, or is meant for others', async () => {
    const [loop, secret] = [newId(), newId()];
    const texts = [
      { id: loop, title: 'Loop', text: `Once.\n\n${included(loop)}\n` },
      {
        id: secret,
        title: 'Secret',
        text: '{% if visitor.claims.plan == "pro" %}\n## Quokka\n{% endif %}\n',
      },
    ];
    const text = `Words.\n\n${included('gone')}\n\n${included(loop)}\n\n${included(secret)}\n\n\`${included(loop)}\`\n`;
    const { site, base, read } = await openSite([{ title: 'Start', text }], texts);
    await site.creator.put(site.url('/adaptive-schema'), {
      jsonSchema: { type: 'object', properties: { plan: { type: 'string', description: 'Plan' } } },
    });
    const { body: key } = await as(w.admin).post(site.url('/visitor-authentication/keys'), {});
    const stranger = await read('');
    expect(mainOf(stranger.body).match(/Once\./g)).toHaveLength(1);
    expect(mainOf(stranger.body)).toContain('<code dir="ltr">{% include');
    expect(mainOf(stranger.body).replace(/<code[^]*?<\/code>/g, '')).not.toMatch(/include|Quokka/);
    expect(stranger.body).not.toContain('quokka');
    const cookie = await cookiesOfToken(
      base,
      await signToken(String(key.secret), { claims: { plan: 'pro' } }),
    );
    const pro = await read('', { cookie });
    expect(pro.body).toContain('id="quokka"');
    expect(pro.headers.etag).not.toBe(stranger.headers.etag);
  });

  it('is part of the text for machines, with the links of its own file and without conditions', async () => {
    const [id, target] = [newId(), newId()];
    const text =
      'Words.\n\n{% include "../includes/note.md" %}\n\n{% include "../includes/gone.md" %}\n\nEnd.\n';
    const note =
      'Note: [there](../docs/target.md).\n\n{% if visitor.claims.plan == "pro" %}\nQuokka\n{% endif %}\n';
    const { read } = await openSite(
      [
        { title: 'Start', text, git: { path: 'docs/start.md' } },
        { id: target, title: 'Target', text: 'Here.\n', git: { path: 'docs/target.md' } },
      ],
      [{ id, title: 'Note', text: note, git: { path: 'includes/note.md' } }],
    );
    const page = await read('start.md');
    expect(page.status).toBe(200);
    for (const { body } of [page, await read('llms-full.txt')]) {
      expect(body).toMatch(/Words\.\n\nNote: \[there\]\(http[^)]*\/target\.md\)\./);
      expect(body).toContain('End.');
      expect(body).not.toMatch(/\{%|Quokka/);
    }
  });

  it('has words that find the pages that show it, but none of texts with conditions', async () => {
    const [open, secret, below] = [newId(), newId(), newId()];
    const inCondition = `{% if visitor.claims.plan == "pro" %}\nQuokka\n\n${included(below)}\n{% endif %}\n`;
    const pages = [{ title: 'Start', text: `Words.\n\n${included(open)}\n\n${included(secret)}\n` }];
    const contents = [
      { id: open, title: 'Open', text: '## Wombats\n\nThey dig.\n' },
      { id: secret, title: 'Secret', text: inCondition },
      { id: below, title: 'Below', text: 'Numbats.\n' },
    ];
    const { site, read } = await openSite(pages, contents);
    const { body: found } = await as(w.admin).get(`${w.base}/search?query=wombats`);
    expect(JSON.stringify(found)).toContain('"title":"Start"');
    const search = async (query: string) => mainOf((await read(`~/search?q=${query}`)).body);
    expect(await search('wombats')).toContain('Start');
    for (const word of ['quokka', 'numbats']) expect(await search(word)).not.toContain('>Start<');
    const [first, ...rest] = contents;
    await site.write(
      'Guide/Guide',
      pages,
      [],
      [...rest, { ...first, id: open, title: 'Open', text: 'Possums.\n' }],
    );
    expect(await search('possums')).toContain('Start');
    expect(await search('wombats')).not.toContain('>Start<');
  });
});
