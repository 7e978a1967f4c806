import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#server/base/ids.ts';
import { documentIdOf } from '#server/content/pages/storage.ts';
import { catchUpOperations } from '#server/content/stored/references/stored-operations.ts';
import { computedPage, createApiSpec, type PageFields } from '#server/test/content-factories.ts';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { cookiesOfToken, signToken } from '#server/test/published/visitor-tokens.ts';
import { SiteEditor } from '#server/test/site-editor.ts';
import { as, fetchPage, PUBLIC_URL, testApp } from '#server/test/test-app.ts';

const IF = '{% if visitor.claims.plan == "pro" %}';
const TEXT = `Public words.

${IF}

## Hidden heading

The quokka is for some.

{% else %}

The wombat is for others.

{% endif %}

- An item ${IF}with a quokka{% endif %}

| Table |
|---|
| ${IF}quokka{% endif %} |

Write \`${IF}\` for it.

## Public end

The last words.
`;
const PAGES: PageFields[] = [
  { title: 'Start', text: 'Begin.\n' },
  {
    title: `Plans ${IF}quokka{% endif %}`,
    description: `What ${IF}quokka{% endif %} costs`,
    slug: 'plans',
    text: TEXT,
  },
];

let w: OrganizationFixture;
beforeAll(async () => {
  w = await createOrganizationFixture();
});

async function openSite(pages: PageFields[] = PAGES) {
  const site = await SiteEditor.open(w, { title: 'Plan docs', published: true });
  await site.addSection('Guide');
  const { spaceId } = await site.write('Guide/Guide', pages);
  const base = `/published/${w.organization.id}/${site.id}/`;
  await site.creator.put(site.url('/adaptive-schema'), {
    jsonSchema: { type: 'object', properties: { plan: { type: 'string', description: 'Plan' } } },
  });
  const search = async (text: string) => {
    const { body } = await fetchPage(`${base}~/search?q=${text}`, { accept: 'application/json' });
    return { body, titles: JSON.parse(body).results.map(({ title }: { title: string }) => title) };
  };
  return { base, spaceId, search, site };
}

/** The same site with a key for tokens of its visitors. */
async function openAudience() {
  const opened = await openSite();
  const { body } = await as(w.admin).post(opened.site.url('/visitor-authentication/keys'), {});
  return { ...opened, secret: String(body.secret) };
}

describe('text in a condition', () => {
  it('is on the page of visitors who meet it, and no other text is', async () => {
    const { base, secret } = await openAudience();
    const cookiesFor = async (claims: object) => ({
      cookie: await cookiesOfToken(base, await signToken(secret, { claims })),
    });
    const read = async (claims?: object) => fetchPage(`${base}plans`, claims && (await cookiesFor(claims)));
    const [pro, other, stranger] = [await read({ plan: 'pro' }), await read({ plan: 'free' }), await read()];
    expect(pro.body).toContain('id="hidden-heading"');
    expect(pro.body.match(/quokka/g)).toHaveLength(3);
    expect(pro.body).not.toContain('wombat');
    for (const { body } of [other, stranger]) {
      expect(body).toContain('The wombat is for others.');
      expect(body).not.toMatch(/quokka|[Hh]idden.heading/);
    }
    // Whoever sees the same shares a body and its tag, whatever else is said of them.
    expect(other.body).toBe(stranger.body);
    expect(other.headers.etag).toBe(stranger.headers.etag);
    expect(pro.headers.etag).not.toBe(stranger.headers.etag);
    expect((await read({ plan: 'pro', name: 'Ada' })).headers.etag).toBe(pro.headers.etag);
    expect(pro.headers['cache-control']).toBe('private, no-cache');
    expect(stranger.headers['cache-control']).toBe('public, max-age=0, must-revalidate');
    const start = await fetchPage(base, await cookiesFor({ plan: 'pro' }));
    expect(start.headers['cache-control']).toBe('public, max-age=0, must-revalidate');
    const asked = { ...(await cookiesFor({ plan: 'pro' })), 'if-none-match': String(stranger.headers.etag) };
    expect((await fetchPage(`${base}plans`, asked)).status).toBe(200);
    expect(
      (await fetchPage(`${base}plans`, { ...asked, 'if-none-match': String(pro.headers.etag) })).status,
    ).toBe(304);
  });

  it('is in no search, list or text for programs, also not for visitors who meet it', async () => {
    const { base, secret } = await openAudience();
    const cookie = await cookiesOfToken(base, await signToken(secret, { claims: { plan: 'pro' } }));
    for (const address of [
      'plans.md',
      'llms-full.txt',
      'sitemap.xml',
      '~/search?q=quokka',
      '~/search?q=wombat',
      'quokka',
    ])
      expect(
        (await fetchPage(base + address, { cookie })).body.replaceAll(/q=\w+|value="\w+"|“\w+”/g, ''),
        address,
      ).not.toMatch(/The (?:quokka|wombat)|[Hh]idden.heading/);
    const { body } = await fetchPage(`${base}~/search?q=quokka`, { cookie, accept: 'application/json' });
    expect(JSON.parse(body).results).toEqual([]);
  });

  it('of a whole page hides the page with what is below it', async () => {
    const site = await SiteEditor.open(w, { title: 'Quiet docs', published: true });
    await site.addSection('Guide');
    const frontMatter = `---\nicon: bolt\nif: visitor.claims.plan == 'pro'\n---\n`;
    await site.write('Guide/Guide', [
      { title: 'Start', text: 'Begin.\n' },
      {
        title: 'Quokka',
        text: 'A quokka.\n',
        source: { frontMatter },
        pages: [{ title: 'Below', text: 'A quokka.\n' }],
      },
      {
        title: 'Around',
        text: 'Around it.\n',
        pages: [{ title: 'Quokka', text: 'A quokka.\n', source: { frontMatter } }],
      },
    ]);
    const base = `/published/${w.organization.id}/${site.id}/`;
    for (const address of ['quokka', 'quokka/below', 'quokka.md', 'around/quokka'])
      expect((await fetchPage(base + address)).status, address).toBe(404);
    for (const address of ['', 'llms.txt', 'llms-full.txt', 'sitemap.xml', '~/search?q=quokka', 'quokk'])
      expect((await fetchPage(base + address)).body, address).not.toMatch(/A quokka|Quokka|Below/);
  });

  it('is shown in a preview as the imagined visitor gets it', async () => {
    const { site } = await openAudience();
    const read = async (claims: object) => {
      const address = site.url(`/preview?claims=${encodeURIComponent(JSON.stringify(claims))}`);
      const preview = await site.creator.get(address);
      return (await fetchPage(`${preview.body.url.slice(PUBLIC_URL.length)}plans`)).body;
    };
    expect(await read({ plan: 'pro' })).toContain('The quokka is for some.');
    expect(await read({ plan: 'free' })).not.toContain('quokka');
  });

  it('of strangers is what they do not meet; nothing of a condition is in a list of pages or a text for programs', async () => {
    const { base } = await openSite();
    const page = await fetchPage(`${base}plans`);
    expect(page.body).toContain('Public words.');
    expect(page.body).toContain('The wombat is for others.');
    expect(page.body).toContain('The last words.');
    expect(page.body).toContain('<title>Plans');
    // Code shows how conditions are written.
    expect(page.body).toContain('<code dir="ltr">{% if visitor.claims.plan == &quot;pro&quot; %}</code>');
    const list = /~\/llms\/[^)]+\.txt/.exec((await fetchPage(`${base}llms.txt`)).body)?.[0] ?? '';
    const addresses = [
      '',
      'plans',
      'plans.md',
      'llms-full.txt',
      list,
      'sitemap.xml',
      'wombat',
      'plan',
      '~/search?q=plans',
    ];
    for (const address of addresses) {
      const { body } = await fetchPage(base + address);
      expect(body.length, address).toBeGreaterThan(0);
      const own = address === 'plans' ? body.replace('The wombat is for others.', '') : body;
      expect(own.replaceAll('/wombat', ''), address).not.toMatch(/quokka|The wombat|[Hh]idden.heading|endif/);
    }
    expect((await fetchPage(`${base}plans.md`)).body).toContain('# Plans\n\nWhat  costs');
    expect((await fetchPage(`${base}plans`, { accept: 'text/markdown' })).body).not.toContain('quokka');
  });

  it('is not found by visitors, whose excerpts have none of it', async () => {
    const { search } = await openSite();
    for (const word of ['quokka', 'wombat', 'hidden heading', 'endif', 'public quokka']) {
      expect((await search(word)).titles, word).toEqual([]);
    }
    for (const word of ['words', 'public end', 'item', 'costs', 'plans']) {
      const { body, titles } = await search(word);
      expect(titles, word).toEqual(['Plans']);
      expect(body).not.toMatch(/quokka|wombat|Hidden/);
    }
  });

  it('is in no title of the site and of its organization, and in no link that its owner wrote', async () => {
    const title = `Plan docs ${IF}quokka{% endif %}`;
    const { db } = await testApp();
    const otherOrganization = await createOrganizationFixture();
    await db
      .updateTable('organizations')
      .set({ title })
      .where('id', '=', otherOrganization.organization.id)
      .execute();
    const site = await SiteEditor.open(otherOrganization, { title, published: true });
    await site.addSection('Guide');
    await site.write('Guide/Guide', PAGES);
    const base = `/published/${otherOrganization.organization.id}/${site.id}/`;
    const links = [
      { title: `Prices ${IF}quokka{% endif %}`, url: '/plans' },
      { title: `${IF}quokka`, url: 'https://quokka.example/' },
    ];
    const expectPublic = async () => {
      for (const address of ['', 'plans', 'none', '~/search?q=plans', 'llms.txt']) {
        const { body } = await fetchPage(base + address);
        expect(body, address).toContain('Plan docs');
        expect(body, address).not.toMatch(/quokka|visitor\.claims\.plan == (?!&quot;pro&quot; %}<\/code>)/);
      }
    };
    await expectPublic();
    await site.creator.patch(site.url('/customization'), { title, headerLinks: links, footerLinks: links });
    await expectPublic();
    const page = (await fetchPage(base)).body;
    expect(page.match(/>Prices</g)?.length).toBeGreaterThan(1);
    const draft = await site.creator.post(site.url('/customization/drafts'), { title, headerLinks: links });
    const preview = await site.creator.get(site.url(`/preview?customizationDraft=${draft.body.id}`));
    const previewed = await fetchPage(preview.body.url.slice(PUBLIC_URL.length));
    expect(previewed.body).toContain('>Prices<');
    expect(previewed.body).not.toContain('quokka');
    await db.updateTable('sites').set({ visibility: 'visitor-auth' }).where('id', '=', site.id).execute();
    const refused = await fetchPage(base);
    expect(refused.body).toContain('Plan docs');
    expect(refused.body).not.toContain('quokka');
  });

  it('is left out from the first request on where an older server stored more', async () => {
    const { db } = await testApp();
    const text = `${TEXT}\nNumber ${newId()}.\n`;
    const { base, search } = await openSite([
      { title: 'Start', text: 'Begin.\n' },
      { title: 'Plans', description: 'All', text },
    ]);
    await fetchPage(`${base}plans`);
    const html = JSON.stringify({ parts: ['<p>quokka</p>'], headings: [] });
    await sql`
      update document_facts set html = ${html}::json, html_version = 2, visitor_version = 0, visitor_sections = null
      where document_id = ${documentIdOf(text)}`.execute(db);
    expect((await search('quokka')).titles).toEqual([]);
    expect((await search('words')).titles).toEqual(['Plans']);
    const { body } = await fetchPage(`${base}plans`);
    expect(body).toContain('Public words.');
    expect(body).not.toContain('quokka');
  });

  it('is in no API reference, in no search for operations, and not in what was stored of them', async () => {
    const { db } = await testApp();
    const slug = `plans-${newId().toLowerCase()}`;
    await createApiSpec(w.organization.id, slug, {
      openapi: '3.1.0',
      info: { title: 'Plans', version: '2', description: `About ${IF}quokka{% endif %} it` },
      paths: {
        '/plans': {
          get: {
            operationId: 'listPlans',
            summary: `List plans ${IF}quokka{% endif %}`,
            description: `All of them. ${IF}quokka{% endif %}`,
            parameters: [
              {
                name: 'page',
                in: 'query',
                description: `Which ${IF}quokka{% endif %}`,
                schema: { type: 'string', description: `${IF}quokka` },
              },
            ],
          },
        },
      },
    });
    const { base, search } = await openSite([
      { title: 'Start', text: 'Begin.\n' },
      { title: 'Reference', text: 'Read it.\n', ...computedPage(slug) },
    ]);
    await catchUpOperations(db);
    for (const address of ['reference', 'reference.md', 'llms-full.txt']) {
      const { body } = await fetchPage(base + address);
      expect(body, address).toContain('List plans');
      expect(body, address).not.toContain('quokka');
    }
    expect((await search('quokka')).titles).toEqual([]);
    expect((await search('list plans')).titles).toEqual(['List plans']);
    await sql`
      update api_spec_versions set operations_version = 1 where api_spec_id in (
        select id from api_specs where slug = ${slug})`.execute(db);
    expect((await search('list plans')).titles).toEqual([]);
  });
});
