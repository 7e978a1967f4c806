import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#server/base/ids.ts';
import { documentIdOf } from '#server/content/pages/storage.ts';
import { catchUpOperations } from '#server/content/stored/stored-operations.ts';
import { computedPage, createApiSpec, type PageFields } from '#server/test/content-factories.ts';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { SiteEditor } from '#server/test/site-editor.ts';
import { fetchPage, PUBLIC_URL, testApp } from '#server/test/test-app.ts';

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
  const search = async (text: string) => {
    const { body } = await fetchPage(`${base}~/search?q=${text}`, { accept: 'application/json' });
    return { body, titles: JSON.parse(body).results.map(({ title }: { title: string }) => title) };
  };
  return { base, spaceId, search };
}

describe('text in a condition', () => {
  it('is on no page, in no list of pages and in no text for programs', async () => {
    const { base } = await openSite();
    const page = await fetchPage(`${base}plans`);
    expect(page.body).toContain('Public words.');
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
      expect(body.replaceAll('/wombat', ''), address).not.toMatch(
        /quokka|The wombat|[Hh]idden.heading|endif/,
      );
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
