import { beforeAll, describe, expect, it } from 'vitest';
import type { StructureDraftStep } from '#api/generated/types.gen.ts';
import { writeContent } from '#server/test/content-factories.ts';
import { createGrant, createMember, createSpace } from '#server/test/factories.ts';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { SiteEditor } from '#server/test/site-editor.ts';
import { as, fetchPage, PUBLIC_URL, testApp } from '#server/test/test-app.ts';
import { parsePage } from './testing/parse-page.ts';

let w: OrganizationFixture;
beforeAll(async () => {
  w = await createOrganizationFixture();
});

/** A site with two sections: a guide of two pages, and a page for staff. */
async function openSite(fields: { visibility?: string; published?: boolean } = {}) {
  const site = await SiteEditor.open(w, { title: 'Tide docs', visibility: 'visitor-auth', ...fields });
  await site.addSection('Guide');
  await site.addSection('Staff');
  const guide = await site.spaceIdOf('Guide/Guide');
  const { pages } = await writeContent({ id: guide }, [
    { title: 'Welcome', text: 'As it is.\n' },
    { title: 'Bolts', text: 'M8 bolts.\n' },
  ]);
  const staff = await site.spaceIdOf('Staff/Staff');
  await writeContent({ id: staff }, [{ title: 'Rota', text: 'Who is on duty.\n' }]);
  return { site, guide, staff, page: pages[0], bolts: pages[1] };
}

/** The path of a preview, as a member gets it. */
async function previewAs(member: { token: string }, site: SiteEditor, query = ''): Promise<string> {
  const { status, body } = await as(member).get(site.url(`/preview${query}`));
  expect(status).toBe(200);
  return String(body.url).slice(PUBLIC_URL.length);
}

describe('getSitePreview', () => {
  it('shows a site that is not published, with all links inside', async () => {
    const { site } = await openSite();
    const url = await previewAs(w.admin, site);
    const { status, headers, body } = await fetchPage(url);
    expect(status).toBe(200);
    expect(headers).toMatchObject({ 'cache-control': 'private, no-cache', 'x-robots-tag': 'noindex' });
    expect(body).toContain('As it is.');
    expect(body).toContain(`href="${url}staff/"`);
    expect((await fetchPage(`${url}sitemap.xml`)).status).toBe(404);
  });

  it('begins at an item or a page of the site', async () => {
    const { site, page } = await openSite();
    const staff = await previewAs(w.admin, site, `?item=${site.idOf('Staff')}`);
    expect((await fetchPage(staff)).body).toContain('Who is on duty.');
    const first = await previewAs(w.admin, site, `?item=${site.idOf('Guide/Guide')}&page=${page?.id}`);
    expect((await fetchPage(first)).body).toContain('As it is.');
    expect((await as(w.admin).get(site.url('/preview?item=none'))).status).toBe(404);
  });

  it('shows what a visitor with some claims would see', async () => {
    const { site } = await openSite();
    await site.creator.patch(site.url(`/sections/${site.idOf('Staff')}`), {
      condition: 'visitor.claims.isStaff === true',
    });
    await as(w.admin).patch(site.url(), { adaptiveContent: { enabled: true } });
    const claims = encodeURIComponent(JSON.stringify({ isStaff: true }));
    expect((await fetchPage(await previewAs(w.admin, site))).body).not.toContain('Staff');
    expect((await fetchPage(await previewAs(w.admin, site, `?claims=${claims}`))).body).toContain('Staff');
    expect((await as(w.admin).get(site.url('/preview?claims=[1]'))).status).toBe(400);
  });

  it('shows the structure as its draft leaves it, and changes nothing', async () => {
    const { site } = await openSite();
    const draft = site.url('/structure/draft/changes');
    const change = (summary: string, steps: StructureDraftStep[]) =>
      as(w.creator).post(draft, { summary, steps });
    await change('Renamed Staff', [
      { updateSiteSection: { siteSectionId: site.idOf('Staff'), body: { title: 'Crew', path: 'crew' } } },
    ]);
    const before = (await as(w.creator).get(site.url('/structure'))).body;
    const url = await previewAs(w.creator, site, '?structureDraft=true');
    expect((await fetchPage(url)).body).toContain(`href="${url}crew/"`);
    expect((await fetchPage(`${url}crew/`)).body).toContain('Who is on duty.');
    expect((await as(w.creator).get(site.url('/structure'))).body).toEqual(before);
    expect((await fetchPage(await previewAs(w.creator, site))).body).not.toContain('Crew');
    // The same address shows what is added to the draft later, and begins at what has no id yet.
    const { id: spaceId } = await createSpace({ organizationId: w.organization.id, title: 'Charts' });
    await writeContent({ id: spaceId }, [{ title: 'Depths', text: 'In fathoms.\n' }]);
    const added = await change('Added Charts', [
      { createSiteSection: { id: 'new:s', siteSpaceId: 'new:v', body: { title: 'Charts', spaceId } } },
    ]);
    expect(added.status).toBe(201);
    expect((await fetchPage(url)).body).toContain('Charts');
    const atNew = await previewAs(w.creator, site, '?structureDraft=true&item=new:s');
    expect((await fetchPage(atNew)).body).toContain('In fathoms.');
    // Once it is applied, the draft is empty, and the site has it.
    await as(w.creator).post(site.url('/structure/draft/apply'));
    expect((await fetchPage(url)).body).toContain('Crew');
  });

  it('says which change of a draft can’t be made, and shows drafts only to who may apply them', async () => {
    const { site } = await openSite();
    await as(w.creator).post(site.url('/structure/draft/changes'), {
      summary: 'Renamed Staff',
      steps: [{ updateSiteSection: { siteSectionId: site.idOf('Staff'), body: { title: 'Crew' } } }],
    });
    const draftOf = (member: { token: string }) => as(member).get(site.url('/preview?structureDraft=true'));
    expect((await draftOf(w.reader)).status).toBe(403);
    const editor = await createMember({ organizationId: w.organization.id, role: 'create' });
    const ofEditor = await previewAs(editor, site, '?structureDraft=true');
    expect((await fetchPage(ofEditor)).body).toContain('Crew');
    await as(w.admin).patch(`/v1/orgs/${w.organization.id}/members/${editor.id}`, { role: 'read' });
    expect((await fetchPage(ofEditor)).status).toBe(404);
    const url = await previewAs(w.creator, site, '?structureDraft=true');
    expect((await fetchPage(url)).status).toBe(200);
    await as(w.creator).delete(site.url(`/sections/${site.idOf('Staff')}`));
    const { status, body } = await draftOf(w.creator);
    expect([status, body.error.message]).toEqual([
      409,
      expect.stringContaining('Change 1, “Renamed Staff”, can’t be made'),
    ]);
    expect((await fetchPage(url)).status).toBe(404);
  });

  it('leaves out spaces that the member may not read', async () => {
    const { site, staff } = await openSite();
    const reader = await createMember({ organizationId: w.organization.id, role: 'read' });
    await createGrant({
      organizationId: w.organization.id,
      spaceId: staff,
      userId: reader.id,
      level: null,
    });
    const { body } = await fetchPage(await previewAs(reader, site));
    expect(body).toContain('As it is.');
    expect(body).not.toContain('Staff');
  });

  it('ends after an hour, with the membership, and with any change of its address', async () => {
    const { site } = await openSite();
    const { db, clock } = await testApp();
    const member = await createMember({ organizationId: w.organization.id, role: 'read' });
    const url = await previewAs(member, site);
    expect((await fetchPage(url)).status).toBe(200);
    expect((await fetchPage(url.replace('~preview/', '~preview/A'))).status).toBe(404);
    expect((await fetchPage(url.replace(/\/$/, '.%0d%0a/'))).status).toBe(404);
    clock.advance(61 * 60_000);
    expect((await fetchPage(url)).status).toBe(404);
    clock.reset();
    await db.deleteFrom('members').where('user_id', '=', member.id).execute();
    const { status, body } = await fetchPage(url);
    expect(status).toBe(404);
    expect(body).not.toContain('Tide docs');
  });
});

/** A change request that rewrites the first page of the guide and adds one. */
async function propose({ guide, page }: Awaited<ReturnType<typeof openSite>>) {
  const url = `/v1/spaces/${guide}/change-requests`;
  const { body } = await as(w.admin).post(url, { subject: 'Say more' });
  const edit = (changes: object[]) => as(w.admin).post(`${url}/${body.id}/content`, { changes });
  const { status } = await edit([
    { operation: 'update_page', page: page?.id, document: { markdown: 'As it will be.\n' } },
    { operation: 'insert_page', title: 'New page', document: { markdown: 'Hello.\n' } },
  ]);
  expect(status).toBe(200);
  const screen = `${PUBLIC_URL}/o/${w.organization.id}/spaces/${guide}/changes/${body.number}`;
  return { id: String(body.id), screen, edit };
}

/** The notice on a page of a preview. */
function noticeOf(html: string) {
  const document = parsePage(html);
  const notice = document.querySelector('.notice');
  const hrefs = Array.from(notice?.querySelectorAll('a') ?? [], (link) => link.getAttribute('href'));
  const marked = Array.from(document.querySelectorAll('.tree mark'), (mark) =>
    mark.parentElement?.textContent.trim(),
  );
  return { text: notice?.textContent.replace(/\s+/g, ' ').trim(), hrefs, marked };
}

describe('the preview of a change request', () => {
  const visibilities = ['public', 'unlisted', 'share-link', 'visitor-auth'];
  it.each(
    visibilities.flatMap((visibility) => [true, false].map((published) => ({ visibility, published }))),
  )('is the whole site with its content: $visibility, published: $published', async (fields) => {
    const opened = await openSite(fields);
    const { id, screen } = await propose(opened);
    const url = await previewAs(w.admin, opened.site, `?changeRequest=${id}`);
    const { status, headers, body } = await fetchPage(url);
    expect([status, headers['cache-control']]).toEqual([200, 'private, no-cache']);
    expect(body).toContain('As it will be.');
    expect(noticeOf(body)).toEqual({
      text: expect.stringMatching(/^Preview of #1 Say more\. Only members see it\..* 2 changed pages/),
      hrefs: [`${screen}/diff/${opened.page?.id}`, url, `${url}new-page`],
      marked: ['Welcome Changed', 'New page Changed'],
    });
    const unchanged = noticeOf((await fetchPage(`${url}bolts`)).body);
    expect(unchanged.hrefs[0]).toBe(`${screen}/diff/${opened.bolts?.id}`);
    for (const otherToken of ['staff/', '~/search?q=bolts', 'nothing']) {
      const { hrefs, marked } = noticeOf((await fetchPage(url + otherToken)).body);
      expect([hrefs, marked], otherToken).toEqual([[screen, url, `${url}new-page`], []]);
    }
    expect((await fetchPage(await previewAs(w.admin, opened.site))).body).toContain('As it is.');
  });

  it('marks only what it changes itself, and each edit shows at once', async () => {
    const opened = await openSite();
    const { id, edit } = await propose(opened);
    await writeContent({ id: opened.guide }, [
      { id: opened.page?.id ?? '', title: 'Welcome', text: 'As it is.\n' },
      { id: opened.bolts?.id ?? '', title: 'Nuts', text: 'Somebody else changed this.\n' },
    ]);
    const url = await previewAs(w.admin, opened.site, `?changeRequest=${id}`);
    const staff = `${url}staff/`;
    const first = await fetchPage(staff);
    const etag = String(first.headers.etag);
    expect(noticeOf((await fetchPage(url)).body).marked).toEqual(['Welcome Changed', 'New page Changed']);
    expect((await fetchPage(staff, { 'if-none-match': etag })).status).toBe(304);
    await edit([{ operation: 'insert_page', title: 'Third', document: { markdown: 'More.\n' } }]);
    const { status, body } = await fetchPage(staff, { 'if-none-match': etag });
    expect(status).toBe(200);
    expect(noticeOf(body).text).toContain('3 changed pages');
  });
});

describe('the preview of a past revision', () => {
  it('is the whole site with its content, and leads back to the history', async () => {
    const opened = await openSite({ visibility: 'share-link', published: true });
    const { site, guide, page } = opened;
    const { body: before } = await as(w.admin).get(`/v1/spaces/${guide}/revisions?limit=1`);
    const revision = String(before.items[0].id);
    const url = await previewAs(w.admin, site, `?revision=${revision}`);
    const history = `${PUBLIC_URL}/o/${w.organization.id}/spaces/${guide}/history`;
    const same = await fetchPage(url);
    expect(noticeOf(same.body)).toEqual({
      text: expect.stringMatching(/^Preview of the revision of \w+ \d+, \d{4}\. Only members see it\./),
      hrefs: [history],
      marked: [],
    });
    await writeContent({ id: guide }, [{ id: page?.id ?? '', title: 'Welcome', text: 'Rewritten.\n' }]);
    const { status, body } = await fetchPage(url, { 'if-none-match': String(same.headers.etag) });
    expect(status).toBe(200);
    expect(body).toContain('As it is.');
    expect(noticeOf(body)).toMatchObject({
      text: expect.stringContaining('2 pages are different now'),
      hrefs: [history, url, `${url}bolts`],
      marked: ['Welcome Changed', 'Bolts Changed'],
    });
  });

  it('is not made of a revision of a change request, nor of two things at once', async () => {
    const opened = await openSite();
    const { id } = await propose(opened);
    const { db } = await testApp();
    const { revision_id: revision } = await db
      .selectFrom('change_requests')
      .select('revision_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const preview = async (query: string) =>
      (await as(w.admin).get(opened.site.url(`/preview?${query}`))).status;
    expect(await preview(`revision=${revision}`)).toBe(404);
    expect(await preview(`revision=${revision}&changeRequest=${id}`)).toBe(400);
  });
});
