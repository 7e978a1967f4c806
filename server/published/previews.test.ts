import { beforeAll, describe, expect, it } from 'vitest';
import { createChangeRequest, writeContent } from '#server/test/content-factories.ts';
import { createGrant, createMember } from '#server/test/factories.ts';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { SiteEditor } from '#server/test/site-editor.ts';
import { as, fetchPage, PUBLIC_URL, testApp } from '#server/test/test-app.ts';

let w: OrganizationFixture;
beforeAll(async () => {
  w = await createOrganizationFixture();
});

/** An unpublished site with two sections of one page each. */
async function openSite() {
  const site = await SiteEditor.open(w, { title: 'Tide docs', visibility: 'visitor-auth' });
  await site.addSection('Guide');
  await site.addSection('Staff');
  const guide = await site.spaceIdOf('Guide/Guide');
  const { pages } = await writeContent({ id: guide }, [{ title: 'Welcome', text: 'As it is.\n' }]);
  const staff = await site.spaceIdOf('Staff/Staff');
  await writeContent({ id: staff }, [{ title: 'Rota', text: 'Who is on duty.\n' }]);
  return { site, guide, staff, page: pages[0] };
}

/** The path of a preview, as a member gets it. */
async function previewAs(member: { token: string }, site: SiteEditor, query = ''): Promise<string> {
  const { status, body } = await as(member).get(site.url(`/preview${query}`));
  expect(status).toBe(200);
  return String(body.url).slice(PUBLIC_URL.length);
}

describe('getSitePreview', () => {
  it('shows a site that nobody else can read, with all links inside', async () => {
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

  it('shows the content of a change request with the way back, and what it changes', async () => {
    const { site, guide, page } = await openSite();
    const { db } = await testApp();
    const changeRequest = await createChangeRequest(guide, { subject: 'Say more' });
    const { revisionId } = await writeContent({ id: guide }, [
      { id: page?.id ?? '', title: 'Welcome', text: 'As it will be.\n' },
      { title: 'New page', text: 'Hello.\n' },
    ]);
    await db
      .updateTable('change_requests')
      .set({ revision_id: revisionId })
      .where('id', '=', changeRequest.id)
      .execute();
    await db
      .updateTable('spaces')
      .set({ revision_id: changeRequest.revision_id })
      .where('id', '=', guide)
      .execute();
    const url = await previewAs(w.admin, site, `?changeRequest=${changeRequest.id}`);
    const { body } = await fetchPage(url);
    expect(body).toContain('As it will be.');
    expect(body).toContain('Say more');
    expect(body).toContain(`/o/${w.organization.id}/spaces/${guide}/changes/${changeRequest.number}`);
    expect(body).toContain('New page');
    expect((await fetchPage(await previewAs(w.admin, site))).body).toContain('As it is.');
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
    clock.advance(61 * 60_000);
    expect((await fetchPage(url)).status).toBe(404);
    clock.reset();
    await db.deleteFrom('members').where('user_id', '=', member.id).execute();
    const { status, body } = await fetchPage(url);
    expect(status).toBe(404);
    expect(body).not.toContain('Tide docs');
  });
});
