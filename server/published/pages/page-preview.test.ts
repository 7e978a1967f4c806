import { beforeAll, describe, expect, it } from 'vitest';
import { runCleanup } from '#server/jobs/cleanup.ts';
import { createWrittenSpace } from '#server/test/content-factories.ts';
import { createGrant, createMember } from '#server/test/factories.ts';
import { createOrganizationFixture, type OrganizationFixture } from '#server/test/organization-fixture.ts';
import { SiteEditor } from '#server/test/site-editor.ts';
import { as, fetchPage, PUBLIC_URL, testApp } from '#server/test/test-app.ts';
import { parsePage } from '../testing/parse-page.ts';

let w: OrganizationFixture;
beforeAll(async () => {
  w = await createOrganizationFixture();
});

const MINUTE_MS = 60_000;

/** A change request of a space with content; on a published site if asked for. */
async function open({ isOnSite = false } = {}) {
  const written = await createWrittenSpace({ organizationId: w.organization.id, defaultLevel: 'inherit' });
  const url = `/v1/spaces/${written.space.id}/change-requests`;
  const changeRequest = (await as(w.editor).post(url, { subject: 'Words' })).body.id;
  let siteUrl = '';
  if (isOnSite) {
    const site = await SiteEditor.open(w, { title: 'Tide docs', visibility: 'public', published: true });
    await site.addSection('Start');
    await site.creator.post(site.url('/sections'), { spaceId: written.space.id, title: 'Guide' });
    siteUrl = `/published/${w.organization.id}/${site.id}/guide/`;
  }
  return { ...written, url: `${url}/${changeRequest}`, siteUrl };
}

type Opened = Awaited<ReturnType<typeof open>>;

async function preview({ url, start }: Opened, markdown: string, who = w.editor): Promise<string> {
  const { status, body } = await as(who).post(`${url}/page-previews`, {
    page: start.id,
    document: { markdown },
  });
  expect(status).toBe(201);
  expect(body.url.startsWith(PUBLIC_URL)).toBe(true);
  return body.url.slice(PUBLIC_URL.length);
}

/** The HTML of a page's text. */
const textOf = (html: string) => parsePage(html).querySelector('article .text')?.innerHTML;

const everything = (fileId: string, pageId: string) => `# One

Two **bold** lines
of [text](/pages/${pageId}), with a [link](https://example.com).

![A dot](/files/${fileId})

{% hint style="warning" %}
Mind the tide.
{% endhint %}

{% tabs %}
{% tab title="A" %}
* [x] done
{% endtab %}
{% endtabs %}

| a | b |
| - | - |
| 1 | 2 |

\`\`\`js
const tide = 'low';
\`\`\`

<details><summary>More</summary>

Hidden

</details>
`;

describe('the preview of an unsaved page', () => {
  it('has the HTML that is published once it is merged, and nothing around it', async () => {
    const opened = await open({ isOnSite: true });
    const markdown = everything(opened.file.id, opened.other.id);
    const url = await preview(opened, markdown);
    const { status, headers, body } = await fetchPage(url);
    expect(status).toBe(200);
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
    const document = parsePage(body);
    expect(document.querySelectorAll('header, nav, footer')).toHaveLength(0);
    expect(document.querySelector('h1')?.textContent).toBe('Start');

    const change = { operation: 'update_page', page: opened.start.id, document: { markdown } };
    await as(w.editor).post(`${opened.url}/content`, { changes: [change] });
    expect((await as(w.reviewer).post(`${opened.url}/merge`)).body.result).toBe('merge');
    const published = textOf((await fetchPage(opened.siteUrl)).body) ?? '';
    const base = url.slice(0, -'~/page'.length);
    const siteBase = opened.siteUrl.slice(0, -'guide/'.length);
    expect(published).toContain('Mind the tide.');
    expect(textOf(body)?.replaceAll(base, siteBase)).toBe(published);
  });

  it('shows what it includes as published, and says what is missing', async () => {
    const opened = await open({ isOnSite: true });
    const insert = (title: string, markdown: string, temporaryId: string) => ({
      ...{ operation: 'insert_reusable_content', title, temporaryId, document: { markdown } },
    });
    const included = (id: string) => `{% include "/reusable-contents/${id}" %}`;
    const { body: edited } = await as(w.editor).post(`${opened.url}/content`, {
      changes: [
        insert('Inner', '## Depth\n\nSee [other](/pages/' + opened.other.id + ').\n', 'inner'),
        insert('Outer', `Outer.\n\n${included('inner')}\n`, 'outer'),
      ],
    });
    const [inner, outer] = edited.reusableContents;
    const markdown = `## Depth\n\n${included(outer)}\n\n${included(inner)}\n\n${included('gone')}\n\nEnd\n`;
    const { body } = await fetchPage(await preview(opened, markdown));
    const text = parsePage(body).querySelector('article .text');
    expect(Array.from(text?.querySelectorAll('h2') ?? []).map(({ id }) => id)).toEqual([
      'depth',
      'depth-1',
      'depth-2',
    ]);
    expect(text?.querySelectorAll('a[href$="/other"], a[href*="/other"]').length).toBe(2);
    const box = text?.querySelector('.unknown');
    expect(box?.textContent).toContain('/reusable-contents/gone');

    const change = { operation: 'update_page', page: opened.start.id, document: { markdown } };
    await as(w.editor).post(`${opened.url}/content`, { changes: [change] });
    await as(w.reviewer).post(`${opened.url}/merge`);
    const published = textOf((await fetchPage(opened.siteUrl)).body) ?? '';
    expect(published).toContain('Outer.');
    expect(published).not.toContain('gone');
  });

  it('runs one script in a page with an opaque origin, and gives it the lines', async () => {
    const url = await preview(await open(), 'One\n\nTwo\n');
    const { headers, body } = await fetchPage(url);
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain('sandbox allow-scripts');
    expect(policy).toContain(`frame-ancestors ${PUBLIC_URL}`);
    expect(policy).not.toContain('connect-src');
    expect(policy).not.toContain("script-src 'self'");
    expect(parsePage(body).querySelectorAll('script').length).toBeLessThanOrEqual(1);
  });

  it('shows a space that is on no site, with the files of the change request', async () => {
    const opened = await open();
    const url = await preview(opened, `![A dot](/files/${opened.file.id})\n`);
    const picture = /<img src="([^"]+)"/.exec((await fetchPage(url)).body)?.[1] ?? '';
    expect((await fetchPage(picture)).status).toBe(200);
  });

  it('is not stored as content, and is deleted after ten minutes', async () => {
    const { db, clock } = await testApp();
    const url = await preview(await open(), 'Nobody has said this yet\n');
    const stored = await db
      .selectFrom('documents')
      .select('id')
      .where('markdown', 'like', 'Nobody has said%')
      .execute();
    expect(stored).toEqual([]);
    clock.advance(9 * MINUTE_MS);
    expect((await fetchPage(url)).body).toContain('Nobody has said this yet');
    clock.advance(2 * MINUTE_MS);
    expect((await fetchPage(url)).status).toBe(404);
    await runCleanup(db, clock.now());
    const rows = await db
      .selectFrom('page_previews')
      .select('id')
      .where('user_id', '=', w.editor.id)
      .execute();
    clock.reset();
    expect(rows).toEqual([]);
  });

  it('is one of six of a person', async () => {
    const opened = await open();
    const urls: string[] = [];
    for (let count = 1; count <= 7; count += 1) urls.push(await preview(opened, `Text ${count}\n`));
    expect((await fetchPage(urls[0] ?? '')).status).toBe(404);
    expect((await fetchPage(urls[1] ?? '')).body).toContain('Text 2');
    expect((await fetchPage(urls[6] ?? '')).body).toContain('Text 7');
  });

  it('is for readers of the change request as long as they may read it', async () => {
    const opened = await open();
    const member = await createMember({ organizationId: w.organization.id, role: 'read' });
    const url = await preview(opened, 'As a reader\n', member);
    expect((await fetchPage(url)).body).toContain('As a reader');
    const noAccess = {
      organizationId: w.organization.id,
      spaceId: opened.space.id,
      userId: member.id,
      level: null,
    };
    await createGrant(noAccess);
    expect((await fetchPage(url)).status).toBe(404);
    const { status } = await as(member).post(`${opened.url}/page-previews`, {
      page: opened.start.id,
      document: { markdown: '' },
    });
    expect(status).toBe(404);
  });

  it('needs a page with a text', async () => {
    const { url } = await open();
    const { body: group } = await as(w.editor).post(`${url}/content`, {
      changes: [{ operation: 'insert_page', type: 'group', title: 'Group' }],
    });
    const of = (page: string) =>
      as(w.editor).post(`${url}/page-previews`, { page, document: { markdown: '' } });
    for (const page of [group.pages[0], 'none']) {
      const { status, body } = await of(page);
      expect([status, body.error.details[0].path]).toEqual([400, 'body.page']);
    }
  });
});
