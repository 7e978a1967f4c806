import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#server/base/ids.ts';
import { enqueueReferences } from '#server/content/stored/references/reference-jobs.ts';
import { runDueJobs } from '#server/queue/job-queue.ts';
import { computedPage, createApiSpec } from '#server/test/content-factories.ts';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { SiteEditor } from '#server/test/site-editor.ts';
import { as, fetchPage, testApp } from '#server/test/test-app.ts';
import { catchUpReferences, referenceJobs } from './write-references.ts';

let w: OrganizationFixture;
beforeAll(async () => {
  w = await createOrganizationFixture();
});

const documentOf = (summary: string) => ({
  openapi: '3.1.0',
  paths: { '/terns': { get: { operationId: 'listTerns', summary } } },
});

/** A site in three languages; each space shows the same specification. */
async function openSite() {
  const site = await SiteEditor.open(w, { title: 'Tern docs', published: true });
  const slug = `terns-${newId().toLowerCase()}`;
  const spec = await createApiSpec(w.organization.id, slug, documentOf('List terns'));
  await site.addSection('Guide');
  const pages: Record<string, string> = {};
  for (const [name, title] of [
    ['Guide/Guide', 'Terns'],
    ['Guide/de', 'Seeschwalben'],
    ['Guide/ar', 'خرشنة'],
  ] as const) {
    if (name !== 'Guide/Guide') await site.addSiteSpace('Guide', name.slice('Guide/'.length));
    const written = await site.write(name, [{ title, text: `${title}.\n`, ...computedPage(slug) }]);
    pages[name] = written.spaceId;
  }
  return { site, spec, spaceId: pages['Guide/Guide'] ?? '', slug };
}

async function storedFor(versionId: string): Promise<string[]> {
  const { db } = await testApp();
  const rows = await db
    .selectFrom('api_references')
    .select(['language', 'document_id'])
    .where('version_id', '=', versionId)
    .orderBy('language')
    .execute();
  return rows.map(({ language, document_id: id }) => `${language} ${id}`);
}

/** The languages in which a version is stored. */
async function languagesFor(versionId: string): Promise<(string | undefined)[]> {
  return (await storedFor(versionId)).map((each) => each.split(' ')[0]);
}

async function runJobs(): Promise<void> {
  const { db, clock } = await testApp();
  await runDueJobs(db, referenceJobs, clock);
}

describe('the API references of published pages', () => {
  it('are written by a job when their specification changes, so that no reader waits', async () => {
    const { db, clock } = await testApp();
    const { site, spec } = await openSite();
    expect(await storedFor(spec.versionId)).toEqual([]);
    await enqueueReferences(db, { specId: spec.id }, clock.now());
    await runJobs();
    const stored = await storedFor(spec.versionId);
    expect(stored.map((each) => each.split(' ')[0])).toEqual(['ar', 'de', 'en']);
    const { body } = await fetchPage(`/published/${w.organization.id}/${site.id}/`);
    expect(body).toContain('List terns');
    expect(await storedFor(spec.versionId)).toEqual(stored);
  });

  it('are written when a person merges another text of the page', async () => {
    const { site, spec, spaceId } = await openSite();
    await runJobs();
    const before = await storedFor(spec.versionId);
    const space = `/v1/spaces/${spaceId}`;
    const { body: outline } = await as(w.admin).get(`${space}/content/pages`);
    const created = await as(w.admin).post(`${space}/change-requests`, { subject: 'Terns' });
    const request = `${space}/change-requests/${created.body.id}`;
    const page: unknown = outline.pages[0].id;
    const edit = { operation: 'update_page', page, document: { markdown: 'Arctic terns.\n' } };
    expect((await as(w.admin).post(`${request}/content`, { changes: [edit] })).status).toBe(200);
    await runJobs();
    expect(await storedFor(spec.versionId)).toEqual(before);
    expect((await as(w.admin).post(`${request}/merge`)).status).toBe(200);
    await runJobs();
    expect(await storedFor(spec.versionId)).not.toEqual(before);
    const { body } = await fetchPage(`/published/${w.organization.id}/${site.id}/`);
    expect(body).toContain('Arctic terns.');
    expect(body).toContain('List terns');
  });

  it('are written when the site is published, before anybody reads it', async () => {
    const { db } = await testApp();
    const { site, spec } = await openSite();
    await db.updateTable('sites').set({ published: false }).where('id', '=', site.id).execute();
    await runJobs();
    expect(await storedFor(spec.versionId)).toEqual([]);
    expect((await site.creator.post(site.url('/publish'))).status).toBe(200);
    await runJobs();
    expect(await languagesFor(spec.versionId)).toEqual(['ar', 'de', 'en']);
  });

  it('are written when the site gets another language', async () => {
    const { db, clock } = await testApp();
    const { site, spec } = await openSite();
    const path = site.url('/customization');
    const update = { internationalization: { locale: 'de' } };
    await enqueueReferences(db, { specId: spec.id }, clock.now());
    await runJobs();
    const pageIds = await storedFor(spec.versionId);
    expect((await as(w.admin).patch(path, update)).status).toBe(200);
    await runJobs();
    const guide = pageIds.find((each) => each.startsWith('en '))?.slice('en '.length);
    const stored = await storedFor(spec.versionId);
    expect(new Set(stored)).toEqual(new Set([...pageIds, `de ${guide}`]));
  });

  it('are written when a space comes to a site, and when its path names another language', async () => {
    const { db } = await testApp();
    const { site, spec, spaceId } = await openSite();
    await db.updateTable('sites').set({ published: false }).where('id', '=', site.id).execute();
    await runJobs();
    const second = await SiteEditor.open(w, { title: 'Sterna docs', published: true });
    await second.addSection('Start');
    await second.addSiteSpace('Start', 'de');
    expect(await languagesFor(spec.versionId)).toEqual([]);
    const body = { spaceId, sectionId: second.idOf('Start') };
    const added = await second.creator.post(second.url('/site-spaces'), body);
    await runJobs();
    expect(await languagesFor(spec.versionId)).toEqual(['en']);
    const change = { path: 'ar' };
    const changed = await second.creator.patch(second.url(`/site-spaces/${added.body.id}`), change);
    expect(changed.status).toBe(200);
    await runJobs();
    expect(await languagesFor(spec.versionId)).toEqual(['ar', 'en']);
  });

  it('are written when a space is restored', async () => {
    const { db } = await testApp();
    const { spec, spaceId } = await openSite();
    await runJobs();
    const space = `/v1/spaces/${spaceId}`;
    expect((await as(w.admin).delete(space)).status).toBe(205);
    await db.deleteFrom('api_references').where('version_id', '=', spec.versionId).execute();
    await runJobs();
    expect(await languagesFor(spec.versionId)).not.toContain('en');
    expect((await as(w.admin).post(`${space}/restore`)).status).toBe(200);
    await runJobs();
    expect(await languagesFor(spec.versionId)).toContain('en');
  });

  it('are queued once for a change, and never where an organization has no specifications', async () => {
    const { db } = await testApp();
    const { site } = await openSite();
    await runJobs();
    const jobsOf = () =>
      db
        .selectFrom('jobs')
        .select(['kind', 'payload'])
        .where('kind', '=', 'write-references')
        .where('finished_at', 'is', null)
        .execute();
    expect((await site.creator.post(site.url('/publish'))).status).toBe(200);
    expect(await jobsOf()).toEqual([]);
    await site.addSiteSpace('Guide', 'fr');
    expect(await jobsOf()).toEqual([{ kind: 'write-references', payload: { siteId: site.id } }]);
    await runJobs();
    const otherOrganization = await createOrganizationFixture();
    const plain = await SiteEditor.open(otherOrganization, { title: 'Plain docs', published: true });
    await plain.addSection('Guide');
    expect(await jobsOf()).toEqual([]);
  });

  it('are written again after a release that writes them differently', async () => {
    const { db, clock } = await testApp();
    await catchUpReferences(db, clock.now());
    await runJobs();
    const { spec } = await openSite();
    await runJobs();
    await db.deleteFrom('api_references').where('version_id', '=', spec.versionId).execute();
    await catchUpReferences(db, clock.now());
    await runJobs();
    expect(await storedFor(spec.versionId)).toEqual([]);
    await db
      .updateTable('server_settings')
      .set({ value: 'earlier' })
      .where('key', '=', 'references_written_as')
      .execute();
    await catchUpReferences(db, clock.now());
    await runJobs();
    expect(await languagesFor(spec.versionId)).toEqual(['ar', 'de', 'en']);
  });

  it('are not written for sites without readers', async () => {
    const { db, clock } = await testApp();
    const { site, spec } = await openSite();
    await db.updateTable('sites').set({ published: false }).where('id', '=', site.id).execute();
    await enqueueReferences(db, { specId: spec.id }, clock.now());
    await runJobs();
    expect(await storedFor(spec.versionId)).toEqual([]);
  });

  it('are there for who comes before the job is done', async () => {
    const { db, clock } = await testApp();
    const { site, spec } = await openSite();
    await enqueueReferences(db, { specId: spec.id }, clock.now());
    const [, { body }] = await Promise.all([
      runJobs(),
      fetchPage(`/published/${w.organization.id}/${site.id}/`),
    ]);
    expect(body).toContain('List terns');
    expect(await storedFor(spec.versionId)).toHaveLength(3);
  });
});
