import { beforeAll, describe, expect, it } from 'vitest';
import type { StructureDraftStep } from '#api/generated/types.gen.ts';
import { runDueJobs } from '#server/queue/job-queue.ts';
import { createSpace } from '#server/test/factories.ts';
import { createOrganizationFixture, type OrganizationFixture } from '#server/test/organization-fixture.ts';
import { SiteEditor } from '#server/test/site-editor.ts';
import { as, testApp } from '#server/test/test-app.ts';
import { structureDraftJobs } from './scheduled-drafts.ts';

let w: OrganizationFixture;
beforeAll(async () => {
  w = await createOrganizationFixture();
});

/** A site with the sections Guide, Reference and News. */
async function openSite() {
  const site = await SiteEditor.open(w);
  for (const title of ['Guide', 'Reference', 'News']) await site.addSection(title);
  const draft = site.url('/structure/draft');
  const add = (summary: string, ...steps: StructureDraftStep[]) =>
    as(w.creator).post(`${draft}/changes`, { summary, steps });
  const titles = async () => {
    const { body } = await as(w.creator).get(site.url('/structure'));
    const titleOf = (item: { title: string; sections?: { title: string }[] }): string =>
      item.sections ? `${item.title}[${item.sections.map(titleOf).join(' ')}]` : item.title;
    return body.structure.map(titleOf).join(' ');
  };
  return { site, draft, add, titles };
}

const rename = (siteSectionId: string, title: string): StructureDraftStep => ({
  updateSiteSection: { siteSectionId, body: { title } },
});

async function entriesOf(siteId: string) {
  const { db } = await testApp();
  return db
    .selectFrom('audit_log')
    .select(['action', 'summary', 'after'])
    .where('target_id', '=', siteId)
    .orderBy('seq')
    .execute();
}

/** Runs the jobs that are due at a time. */
async function runJobsAt(time: Date) {
  const { app, db } = await testApp();
  return runDueJobs(db, structureDraftJobs(app.service), { now: () => time });
}

const HOUR_MS = 60 * 60_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS);

describe('a draft of a structure', () => {
  it('gathers changes of several people, and changes nothing until it is applied', async () => {
    const { site, draft, add, titles } = await openSite();
    expect((await as(w.creator).get(draft)).body).toEqual({
      object: 'structure-draft',
      changes: [],
      spaces: [],
      approvals: [],
    });
    await add('Renamed Guide', rename(site.idOf('Guide'), 'Handbook'));
    await as(w.admin).post(`${draft}/changes`, {
      summary: 'Grouped News',
      steps: [
        { createSiteSectionGroup: { id: 'new:g', body: { title: 'More' } } },
        { addSectionToGroup: { siteSectionGroupId: 'new:g', body: { sectionId: site.idOf('News') } } },
      ],
    });
    const { body } = await as(w.creator).get(draft);
    expect(
      body.changes.map((change: { summary: string; createdBy: { id: string } }) => [
        change.summary,
        change.createdBy.id,
      ]),
    ).toEqual([
      ['Renamed Guide', w.creator.id],
      ['Grouped News', w.admin.id],
    ]);
    expect(await titles()).toBe('Guide Reference News');
    const applied = await as(w.creator).post(`${draft}/apply`, {});
    expect(applied.body).toMatchObject({ changes: 2, added: [{ draftedId: 'new:g' }] });
    expect(await titles()).toBe('Handbook Reference More[News]');
    expect((await as(w.creator).get(draft)).body).toMatchObject({ changes: [] });
  });

  it('is approved as it is by somebody who has added nothing, and says when that is outdated', async () => {
    const { site, draft, add } = await openSite();
    const approvals = async () => (await as(w.admin).get(draft)).body.approvals;
    expect((await as(w.admin).put(`${draft}/approval`)).status).toBe(409);
    await add('Renamed Guide', rename(site.idOf('Guide'), 'Handbook'));
    await add('Renamed News', rename(site.idOf('News'), 'Blog'));
    const own = await as(w.creator).put(`${draft}/approval`);
    expect([own.status, own.body.error.message]).toEqual([
      403,
      'Changes of yours are in the draft. Somebody else can approve it.',
    ]);
    const { headers } = await as(w.admin).get(draft);
    const approved = await as(w.admin).put(`${draft}/approval`, undefined, { 'if-match': headers.etag });
    expect(approved.body.approvals).toMatchObject([{ user: { id: w.admin.id }, isOutdated: false }]);
    const { db } = await testApp();
    const told = await db
      .selectFrom('notifications')
      .select(['user_id', 'reason'])
      .where('subject_id', '=', site.id)
      .where('reason', '=', 'draft-approved')
      .execute();
    expect(told).toEqual([{ user_id: w.creator.id, reason: 'draft-approved' }]);
    // Neither its schedule nor the approval itself is a change of the draft.
    await as(w.creator).put(`${draft}/schedule`, { at: inHours(1).toISOString() });
    await as(w.creator).delete(`${draft}/schedule`);
    expect(await approvals()).toMatchObject([{ isOutdated: false }]);
    const { body } = await as(w.creator).get(draft);
    await as(w.creator).post(`${draft}/remove`, { changes: [body.changes[1].id] });
    expect(await approvals()).toMatchObject([{ isOutdated: true }]);
    const late = await as(w.admin).put(`${draft}/approval`, undefined, { 'if-match': headers.etag });
    expect(late.status).toBe(412);
    expect((await as(w.admin).put(`${draft}/approval`)).body.approvals).toMatchObject([
      { isOutdated: false },
    ]);
    expect((await as(w.admin).delete(`${draft}/approval`)).status).toBe(205);
    expect(await approvals()).toEqual([]);
    await as(w.admin).put(`${draft}/approval`);
    await as(w.creator).post(`${draft}/apply`, {});
    await add('Renamed News again', rename(site.idOf('News'), 'News'));
    expect(await approvals()).toEqual([]);
  });

  it('is one version of the structure, one entry of the audit log that lists its changes', async () => {
    const { site, draft, add } = await openSite();
    const before = (await entriesOf(site.id)).length;
    const { id } = await createSpace({ organizationId: w.organization.id, title: 'Extra' });
    await add('Added Extra', {
      createSiteSection: { id: 'new:s', siteSpaceId: 'new:p', body: { spaceId: id, title: 'Extra' } },
    });
    await add('Described Extra', {
      updateSiteSection: { siteSectionId: 'new:s', body: { description: 'More', defaultSiteSpace: 'new:p' } },
    });
    const { headers } = await as(w.creator).post(`${draft}/apply`, {});
    const [tagBefore, tagAfter] = String(headers['structure-etag']).split(', ');
    expect(tagBefore).not.toBe(tagAfter);
    const outline = await as(w.creator).get(site.url('/structure?form=outline'));
    expect(outline.headers.etag).toBe(tagAfter);
    const entries = (await entriesOf(site.id)).slice(before);
    expect(entries.map(({ action }) => action)).toEqual([
      'addStructureDraftChange',
      'addStructureDraftChange',
      'applyStructureDraft',
    ]);
    expect(entries.at(-1)?.after).toMatchObject({
      draft: ['Added Extra', 'Described Extra'],
      changes: [
        { action: 'createSiteSection', after: { title: 'Extra' } },
        { action: 'updateSiteSection', summary: expect.stringContaining('“Extra”') },
      ],
    });
  });

  it('is applied whole or not at all, and the refusal names the change and its reason', async () => {
    const { site, draft, add, titles } = await openSite();
    await add('Renamed Guide', rename(site.idOf('Guide'), 'Handbook'));
    await add('Moved Reference', {
      updateSiteSection: { siteSectionId: site.idOf('Reference'), body: { path: 'news' } },
    });
    const refused = await as(w.creator).post(`${draft}/apply`, {});
    expect(refused).toMatchObject({
      status: 409,
      body: {
        error: {
          message:
            'Change 2, “Moved Reference”, can’t be made: The path "news" is already taken by the section “News”.',
          details: [{ path: 'changes[1].steps[0].body.path' }],
        },
      },
    });
    expect(await titles()).toBe('Guide Reference News');
    await as(w.admin).delete(site.url(`/sections/${site.idOf('Guide')}`));
    const missing = await as(w.creator).post(`${draft}/apply`, {});
    expect(missing.body.error.message).toBe(
      'Change 1, “Renamed Guide”, can’t be made: There is no such site section.',
    );
    expect(missing.status).toBe(409);
    expect((await as(w.creator).get(draft)).body.changes).toHaveLength(2);
  });

  it('refuses steps that could be done in no structure, with their place', async () => {
    const { site, draft, add } = await openSite();
    const expectRefused = async (steps: object[], message: string, path: string) => {
      const { status, body } = await as(w.creator).post(`${draft}/changes`, { summary: 'Bad', steps });
      expect({ status, message: body.error.message }).toEqual({ status: 400, message });
      expect(body.error.details[0].path).toBe(path);
    };
    await expectRefused([{}], 'body.steps[0] must have exactly one operation.', 'body.steps[0]');
    await expectRefused(
      [rename(site.idOf('Guide'), 'A1'), rename('new:x', 'B1')],
      'body.steps[1] names “new:x”, which no earlier step adds.',
      'body.steps[1]',
    );
    await expectRefused(
      [{ updateSiteSpace: { siteSpaceId: 'a', body: { path: '/a' } } }],
      'body.steps[0].updateSiteSpace: body.path must not start or end with "/" or contain empty segments.',
      'body.steps[0].updateSiteSpace.body.path',
    );
    const group = { createSiteSectionGroup: { id: 'new:g', body: { title: 'G' } } };
    await add('Added G', group);
    await expectRefused([group], 'body.steps[0] adds “new:g”, which is added already.', 'body.steps[0]');
  });

  it('keeps changes that others need', async () => {
    const { draft, add } = await openSite();
    const { body } = await add('Added G', { createSiteSectionGroup: { id: 'new:g', body: { title: 'G' } } });
    const second = await add('Renamed G', {
      updateSiteSectionGroup: { siteSectionGroupId: 'new:g', body: { title: 'H' } },
    });
    const [added, renamed] = second.body.changes;
    expect(body.changes[0].id).toBe(added.id);
    const remove = (...changes: string[]) => as(w.creator).post(`${draft}/remove`, { changes });
    const refused = await remove(added.id);
    expect([refused.status, refused.body.error.message]).toEqual([
      409,
      '“Renamed G” needs an item that one of these changes adds. Remove it too.',
    ]);
    expect((await remove(added.id, renamed.id)).body.changes).toEqual([]);
    expect((await remove(added.id)).status).toBe(404);
  });

  it('is not changed by those who have not seen the latest changes, if they say so', async () => {
    const { site, draft, add } = await openSite();
    const seen = await add('Renamed Guide', rename(site.idOf('Guide'), 'Handbook'));
    await as(w.admin).post(`${draft}/changes`, {
      summary: 'Renamed News',
      steps: [rename(site.idOf('News'), 'Log')],
    });
    const { app } = await testApp();
    const apply = (etag: string) =>
      app.inject({
        method: 'POST',
        url: `${draft}/apply`,
        headers: { authorization: `Bearer ${w.creator.token}`, 'if-match': etag },
        payload: {},
      });
    expect((await apply(String(seen.headers.etag))).statusCode).toBe(412);
    const latest = await as(w.creator).get(draft);
    expect((await apply(String(latest.headers.etag))).statusCode).toBe(200);
  });

  it('has at most 500 operations', async () => {
    const { site, draft } = await openSite();
    const steps = Array.from({ length: 300 }, (_, index) => rename(site.idOf('Guide'), `Guide ${index}`));
    const add = () => as(w.creator).post(`${draft}/changes`, { summary: 'Renamed often', steps });
    expect((await add()).status).toBe(201);
    const refused = await add();
    expect([refused.status, refused.body.error.message]).toEqual([
      409,
      'A draft holds at most 500 operations. Apply or discard it first.',
    ]);
  });
});

describe('a scheduled draft', () => {
  it('is applied at its time as by who scheduled it, once', async () => {
    const { site, draft, add, titles } = await openSite();
    await add('Renamed Guide', rename(site.idOf('Guide'), 'Handbook'));
    const scheduled = await as(w.admin).put(`${draft}/schedule`, { at: inHours(1).toISOString() });
    expect(scheduled.body.schedule.user.id).toBe(w.admin.id);
    expect((await add('More', rename(site.idOf('News'), 'Log'))).status).toBe(409);
    await runJobsAt(inHours(0.5));
    expect(await titles()).toBe('Guide Reference News');
    await Promise.all([runJobsAt(inHours(2)), runJobsAt(inHours(2))]);
    expect(await titles()).toBe('Handbook Reference News');
    const { db } = await testApp();
    const applied = await db
      .selectFrom('audit_log')
      .select('actor_id')
      .where('target_id', '=', site.id)
      .where('action', '=', 'applyStructureDraft')
      .execute();
    expect(applied).toEqual([{ actor_id: w.admin.id }]);
  });

  it('is not applied after its schedule has ended, or was replaced by a later one', async () => {
    const { site, draft, add, titles } = await openSite();
    await add('Renamed Guide', rename(site.idOf('Guide'), 'Handbook'));
    await as(w.creator).put(`${draft}/schedule`, { at: inHours(1).toISOString() });
    await as(w.creator).put(`${draft}/schedule`, { at: inHours(5).toISOString() });
    await runJobsAt(inHours(2));
    expect(await titles()).toBe('Guide Reference News');
    expect((await as(w.creator).delete(`${draft}/schedule`)).status).toBe(205);
    await runJobsAt(inHours(6));
    expect(await titles()).toBe('Guide Reference News');
    expect((await add('Renamed News', rename(site.idOf('News'), 'Log'))).status).toBe(201);
  });

  it('that is refused stays, and everybody of it is told why', async () => {
    const { site, draft, add, titles } = await openSite();
    await add('Renamed Guide', rename(site.idOf('Guide'), 'Handbook'));
    await as(w.admin).put(`${draft}/schedule`, { at: inHours(1).toISOString() });
    await as(w.admin).delete(site.url(`/sections/${site.idOf('Guide')}`));
    await runJobsAt(inHours(2));
    const message = 'Change 1, “Renamed Guide”, can’t be made: There is no such site section.';
    const { body } = await as(w.creator).get(draft);
    expect(body).toMatchObject({ changes: [{ summary: 'Renamed Guide' }], problem: { message } });
    expect(body.schedule).toBeUndefined();
    expect(await titles()).toBe('Reference News');
    const { db } = await testApp();
    const told = await db
      .selectFrom('notifications')
      .selectAll()
      .where('subject_id', '=', site.id)
      .orderBy('user_id')
      .execute();
    expect(told.map(({ user_id }) => user_id)).toEqual([w.admin.id, w.creator.id].toSorted());
  });

  it('is refused where who scheduled it may not change the site any more', async () => {
    const { site, draft, add, titles } = await openSite();
    await add('Renamed Guide', rename(site.idOf('Guide'), 'Handbook'));
    const { db } = await testApp();
    await as(w.admin).put(`${draft}/schedule`, { at: inHours(1).toISOString() });
    await db
      .updateTable('structure_drafts')
      .set({ scheduled_by: w.reader.id })
      .where('site_id', '=', site.id)
      .execute();
    await runJobsAt(inHours(2));
    expect(await titles()).toBe('Guide Reference News');
    expect((await as(w.creator).get(draft)).body.problem.message).toBe(
      'You need the role "create" or higher in this organization to change this site.',
    );
  });

  it('takes a time from now to a year on', async () => {
    const { site, draft, add } = await openSite();
    expect((await as(w.creator).put(`${draft}/schedule`, { at: inHours(1).toISOString() })).status).toBe(409);
    await add('Renamed Guide', rename(site.idOf('Guide'), 'Handbook'));
    for (const hours of [-1, 24 * 400])
      expect(
        (await as(w.creator).put(`${draft}/schedule`, { at: inHours(hours).toISOString() })).status,
      ).toBe(400);
  });
});
