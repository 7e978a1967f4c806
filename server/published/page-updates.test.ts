import { beforeAll, describe, expect, it } from 'vitest';
import type { PageFields } from '#server/test/content-factories.ts';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { cookiesOfToken, signToken } from '#server/test/published/visitor-tokens.ts';
import { SiteEditor } from '#server/test/site-editor.ts';
import { as, fetchPage } from '#server/test/test-app.ts';

let w: OrganizationFixture;
beforeAll(async () => {
  w = await createOrganizationFixture();
});

const IF = '{% if visitor.claims.plan == "pro" %}';
const CHANGES = `Before.

{% updates format="full" %}
{% update date="2026-02-03" tags="beta,api" %}
## Faster search

Words & *more*: [start](/start) and ![map](https://pictures.example/a.png).
{% endupdate %}
{% update date="2026-03-04" tags="api" %}
Without a heading, see [above](#faster-search).
{% endupdate %}
{% update date="2026-03-04" %}
The same day.
{% endupdate %}
${IF}
{% update date="2026-04-05" tags="secret" %}
## Quokka

For some.
{% endupdate %}
{% endif %}
{% endupdates %}

After ${IF}quokka{% endif %}.
`;

async function openSite(pages: PageFields[], fields: { visibility?: string } = {}) {
  const site = await SiteEditor.open(w, { title: 'News docs', published: true, ...fields });
  await site.addSection('Guide');
  await site.write('Guide/Guide', pages);
  await site.creator.put(site.url('/adaptive-schema'), {
    jsonSchema: { type: 'object', properties: { plan: { type: 'string', description: 'Plan' } } },
  });
  const base = `/published/${w.organization.id}/${site.id}/`;
  const read = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await fetchPage(base + path, headers);
    return { ...answer, body: answer.body.replaceAll(/\s+/g, ' ') };
  };
  return { site, base, read };
}

const PAGES: PageFields[] = [
  { title: 'Start', text: 'Begin.\n' },
  { title: 'Changes', slug: 'changes', text: CHANGES },
  {
    title: 'Hidden',
    slug: 'hidden',
    text: `Words.\n\n${IF}\n\n${CHANGES.replaceAll(IF, '').replaceAll('{% endif %}', '')}\n\n{% endif %}\n`,
  },
];

async function asPro(opened: Awaited<ReturnType<typeof openSite>>) {
  const { body } = await as(w.admin).post(opened.site.url('/visitor-authentication/keys'), {});
  const token = await signToken(String(body.secret), { claims: { plan: 'pro' } });
  return { cookie: await cookiesOfToken(opened.base, token) };
}

describe('a feed of updates', () => {
  it('has the updates of the page, the newest first, with whole addresses', async () => {
    const { base, read } = await openSite(PAGES);
    const { status, headers, body } = await read('changes.atom');
    expect([status, headers['content-type']]).toEqual([200, 'application/atom+xml; charset=utf-8']);
    const page = `http://bindery.test${base}changes`;
    expect(Array.from(body.matchAll(/<entry>\s*<id>([^<]*)<\/id>/g), ([, id]) => id)).toEqual([
      `${page}#~2026-03-04`,
      `${page}#~2026-03-04-1`,
      `${page}#faster-search`,
    ]);
    expect(body).toContain('<title>Faster search</title>');
    expect(body).toContain('<title>2026-03-04</title>');
    expect(body).toContain('<updated>2026-02-03T00:00:00Z</updated>');
    expect(body).toContain('<category term="beta" label="beta"/>');
    expect(body).toContain(`href=&quot;${page}#faster-search&quot;`);
    expect(body).toContain('Words &amp;amp; &lt;em&gt;more&lt;/em&gt;');
    expect(body).toContain(`href=&quot;http://bindery.test${base}&quot;`);
    expect(body).toContain(`<link rel="self" href="${page}.atom"/>`);
    expect(body).not.toMatch(/Before|After/);
    const again = await read('changes.atom', { 'if-none-match': String(headers.etag) });
    expect([again.status, again.body]).toEqual([304, '']);
  });

  it('is named by the page and by the block, and there is none without updates', async () => {
    const { base, read } = await openSite(PAGES);
    const { body } = await read('changes');
    expect(body).toContain(`<link rel="alternate" type="application/atom+xml" href="${base}changes.atom"`);
    expect(body).toMatch(new RegExp(`<a href="${base}changes.atom" type="application/atom\\+xml">Feed</a>`));
    expect((await read('')).body).not.toContain('atom');
    for (const path of ['index.atom', 'start.atom', 'none.atom']) expect((await read(path)).status).toBe(404);
  });

  it('has nothing of what conditions decide, whoever asks', async () => {
    const opened = await openSite(PAGES);
    const headers = await asPro(opened);
    const [stranger, pro] = [await opened.read('changes.atom'), await opened.read('changes.atom', headers)];
    expect(pro.body).toBe(stranger.body);
    expect(pro.body).not.toMatch(/[Qq]uokka|secret/);
    expect((await opened.read('changes', headers)).body).toContain('Quokka');
    for (const asked of [{}, headers]) {
      expect((await opened.read('hidden.atom', asked)).status).toBe(404);
      expect((await opened.read('hidden', asked)).body).not.toContain('atom+xml');
    }
  });

  it('is for those who may read the page', async () => {
    const opened = await openSite(PAGES, { visibility: 'visitor-auth' });
    expect((await opened.read('changes.atom')).status).not.toBe(200);
    const { status, headers } = await opened.read('changes.atom', await asPro(opened));
    expect([status, headers['cache-control']]).toEqual([200, 'private, no-cache']);
    expect(headers['x-robots-tag']).toBe('noindex');
  });
});

describe('an update', () => {
  it('has a place of its day', async () => {
    const { read } = await openSite(PAGES);
    const { body } = await read('changes');
    for (const id of ['~2026-02-03', '~2026-03-04', '~2026-03-04-1']) {
      expect(body).toContain(`<section class="update" id="${id}">`);
      expect(body).toContain(`<a href="#${id}"><time`);
    }
  });

  it('is shown alone with those of its tag', async () => {
    const { base, read } = await openSite(PAGES);
    const all = await read('changes');
    expect(all.body).toContain(`<a href="${base}changes?tag=beta">beta</a>`);
    const beta = await read('changes?tag=beta');
    expect(beta.body).toContain('Faster search');
    expect(beta.body).not.toMatch(/Without a heading|The same day/);
    expect(beta.body).toMatch(/Before\.[^]*After/);
    expect(beta.body).toContain(`<a href="${base}changes">All updates</a>`);
    expect(beta.headers['x-robots-tag']).toBe('noindex');
    expect((await read('changes?tag=api')).body).toMatch(/Faster search[^]*Without a heading/);
    expect((await read('changes?tag=api')).body).not.toContain('The same day');
  });

  it('that is hidden tells nothing by its tag', async () => {
    const opened = await openSite(PAGES);
    const all = await opened.read('changes');
    for (const tag of ['secret', 'none']) {
      const { body, headers } = await opened.read(`changes?tag=${tag}`);
      expect([body, headers.etag]).toEqual([all.body, all.headers.etag]);
    }
    expect((await opened.read('changes?tag=secret', await asPro(opened))).body).not.toContain(
      'Faster search',
    );
  });
});
