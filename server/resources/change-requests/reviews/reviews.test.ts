import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createWrittenSpace } from '#server/test/content-factories.ts';
import { platformDocument } from '#server/test/contract/texts.ts';
import { createMember, createSite } from '#server/test/factories.ts';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { anonymous, as, testApp } from '#server/test/test-app.ts';

let w: OrganizationFixture;
let spaceId: string;
let url: string;

beforeAll(async () => {
  w = await createOrganizationFixture();
});
beforeEach(async () => {
  const { space } = await createWrittenSpace({ organizationId: w.organization.id, defaultLevel: 'inherit' });
  spaceId = space.id;
  const list = `/v1/spaces/${spaceId}/change-requests`;
  url = `${list}/${(await as(w.editor).post(list, { subject: 'Say it shorter' })).body.id}`;
});

const review = (status: string, who: Parameters<typeof as>[0] = w.reviewer) =>
  as(who).post(`${url}/reviews`, { status });
const requestReview = (users: string[], more: object = {}, who: Parameters<typeof as>[0] = w.editor) =>
  as(who).post(`${url}/requested-reviewers`, { users, ...more });
const revise = () =>
  as(w.editor).post(`${url}/content`, { changes: [{ operation: 'insert_page', title: 'New page' }] });

describe('createReview', () => {
  it('needs a token', async () => {
    expect((await review('approved', anonymous)).status).toBe(401);
  });

  it.each([
    ['body.status', { status: 'perhaps' }],
    ['body.comment', { status: 'approved', comment: 'x'.repeat(20_001) }],
  ])('names %s when it is wrong', async (path, body) => {
    const response = await as(w.reviewer).post(`${url}/reviews`, body);
    expect(response.status).toBe(400);
    expect(JSON.stringify(response.body.error)).toContain(path);
  });

  it('requires the permission review', async () => {
    expect((await review('approved', w.outsider)).status).toBe(404);
    expect((await review('approved', w.editor)).status).toBe(403);
  });

  it("returns 409 for one's own and for a closed change request", async () => {
    const list = `/v1/spaces/${spaceId}/change-requests`;
    const { body } = await as(w.reviewer).post(list, {});
    expect((await as(w.reviewer).post(`${list}/${body.id}/reviews`, { status: 'approved' })).status).toBe(
      409,
    );
    await as(w.editor).patch(url, { status: 'archived' });
    expect((await review('approved')).status).toBe(409);
  });

  it('takes a comment of at most 20,000 characters in any form', async () => {
    const send = (comment: unknown) => as(w.reviewer).post(`${url}/reviews`, { status: 'approved', comment });
    expect((await send({ document: platformDocument })).body.comment).toBe('Still so?');
    expect((await send({})).body).not.toHaveProperty('comment');
    expect((await send({ markdown: '😀'.repeat(20_000) })).status).toBe(201);
    for (const tooLong of ['a'.repeat(20_001), { markdown: 'a'.repeat(20_001) }]) {
      const { status, body } = await send(tooLong);
      expect({ status, path: body.error.details[0].path }).toEqual({ status: 400, path: 'body.comment' });
    }
    expect((await send({ markdown: ' ' })).body.error.details[0].path).toBe('body.comment.markdown');
  });

  it('stores the revision that was reviewed', async () => {
    const comment = 'Good as it is.';
    const created = await as(w.reviewer).post(`${url}/reviews`, { status: 'approved', comment });
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({ reviewer: { id: w.reviewer.id }, comment, outdated: false });
    await revise();
    await review('changes-requested', w.creator);
    const { body } = await as(w.reader).get(`${url}/reviews`);
    expect(body.items).toMatchObject([
      { status: 'changes-requested', outdated: false },
      { id: created.body.id, outdated: true, revision: created.body.revision },
    ]);
  });
});

describe('requestReviewers', () => {
  it('needs a token', async () => {
    expect((await requestReview([w.reviewer.id], {}, anonymous)).status).toBe(401);
  });

  it('names reviewers who cannot be requested', async () => {
    expect((await requestReview([])).status).toBe(400);
    const cannotReview = [w.reader.id, w.commenter.id];
    for (const user of [w.guest.id, w.outsider.id, w.disabled.id, 'nobody', w.editor.id, ...cannotReview]) {
      const response = await requestReview([w.reviewer.id, user]);
      expect(response.status).toBe(400);
      expect(response.body.error.message).toContain('body.users[1]');
    }
    expect((await as(w.reader).get(`${url}/requested-reviewers`)).body.items).toEqual([]);
  });

  it('requires the permission edit and a change request that is not closed', async () => {
    expect((await requestReview([w.reviewer.id], {}, w.commenter)).status).toBe(403);
    await as(w.editor).patch(url, { status: 'archived' });
    expect((await requestReview([w.reviewer.id])).status).toBe(409);
  });

  it('opens a draft, sets the subject and keeps earlier review requests', async () => {
    const first = await requestReview([w.reviewer.id, w.reviewer.id], { subject: 'Ready' });
    expect(first.body.users).toMatchObject([{ id: w.reviewer.id }]);
    expect((await as(w.reader).get(url)).body).toMatchObject({ status: 'open', subject: 'Ready' });
    expect((await as(w.reader).get(`/v1/spaces/${spaceId}`)).body).toMatchObject({
      changeRequestsDraft: 0,
      changeRequestsOpen: 1,
    });
    expect((await requestReview([w.creator.id, w.reviewer.id])).body.users).toHaveLength(2);
    const { body } = await as(w.reader).get(`${url}/requested-reviewers`);
    expect(body).toMatchObject({ count: 2, items: [{ requestedBy: { id: w.editor.id } }, {}] });
  });
});

describe('listEligibleReviewers', () => {
  const eligible = async (query = '') => {
    const { body } = await as(w.reader).get(`${url}/eligible-reviewers${query}`);
    return body.items as { user: { id: string }; requested: boolean; contributed: boolean }[];
  };

  it('needs a token and a visible change request', async () => {
    expect((await as(anonymous).get(`${url}/eligible-reviewers`)).status).toBe(401);
    expect((await as(w.outsider).get(`${url}/eligible-reviewers`)).status).toBe(404);
  });

  it('lists exactly those whom a review can be requested from', async () => {
    const ids = new Set((await eligible('?limit=1000')).map(({ user }) => user.id));
    const { body } = await as(w.admin).get(`${w.base}/members?limit=1000`);
    for (const { id } of body.items as { id: string }[]) {
      const { status } = await requestReview([id]);
      expect([id, status]).toEqual([id, ids.has(id) ? 200 : 400]);
    }
    expect(ids).toContain(w.reviewer.id);
    expect((await eligible('?limit=1000')).every(({ requested }) => requested)).toBe(true);
  });

  it('follows grants on the space, of people and of teams', async () => {
    const person = await createMember({ organizationId: w.organization.id, role: 'read' });
    const find = async () => (await eligible(`?search=${person.email}`)).map(({ user }) => user.id);
    expect(await find()).toEqual([]);
    const grant = (grants: object) => as(w.admin).post(`/v1/spaces/${spaceId}/permissions`, grants);
    await grant({ users: [{ user: person.id, role: 'review' }] });
    expect(await find()).toEqual([person.id]);
    await grant({ users: [{ user: person.id, role: 'read' }], teams: [{ team: w.team.id, role: 'review' }] });
    await as(w.admin).put(`${w.base}/teams/${w.team.id}/members/${person.id}`, { role: 'member' });
    expect(await find()).toEqual([]);
    await as(w.admin).delete(`/v1/spaces/${spaceId}/permissions/users/${person.id}`);
    expect(await find()).toEqual([person.id]);
  });

  it('begins with who took part in the space, and ends with who was never active', async () => {
    const { db } = await testApp();
    const add = (displayName: string) =>
      createMember({ organizationId: w.organization.id, role: 'review', displayName });
    const [never, seen, involved] = [await add('Zoe A'), await add('Zoe B'), await add('Zoe C')];
    await db
      .updateTable('members')
      .set({ last_seen_at: new Date() })
      .where('user_id', '=', seen.id)
      .execute();
    await review('approved', involved);
    await db.updateTable('members').set({ last_seen_at: null }).where('user_id', '=', never.id).execute();
    const { body } = await as(w.reader).get(`${url}/eligible-reviewers?search=zoe`);
    expect(body.items).toMatchObject([
      { user: { id: involved.id }, contributed: true, requested: false },
      { user: { id: seen.id }, contributed: false },
      { user: { id: never.id }, contributed: false },
    ]);
    expect(body.items[2]).not.toHaveProperty('lastSeenAt');
    const first = await as(w.reader).get(`${url}/eligible-reviewers?search=zoe&limit=2`);
    expect(first.body).toMatchObject({ count: 3 });
    expect(await eligible(`?search=zoe&limit=2&page=${first.body.next.page}`)).toMatchObject([
      { user: { id: never.id } },
    ]);
  });
});

describe('removeRequestedReviewer', () => {
  it('needs a token and the permission, and returns 204 if no review was requested', async () => {
    const path = `${url}/requested-reviewers/${w.reviewer.id}`;
    expect((await as(anonymous).delete(path)).status).toBe(401);
    expect((await as(w.commenter).delete(path)).status).toBe(403);
    expect((await as(w.editor).delete(path)).status).toBe(204);
    await requestReview([w.reviewer.id]);
    expect((await as(w.editor).delete(path)).status).toBe(205);
    expect((await as(w.reader).get(`${url}/requested-reviewers`)).body.items).toEqual([]);
  });
});

describe('listOrganizationChangeRequests', () => {
  it('needs a token and a member', async () => {
    expect((await as(anonymous).get(`${w.base}/change-requests`)).status).toBe(401);
    expect((await as(w.outsider).get(`${w.base}/change-requests`)).status).toBe(404);
    expect((await as(w.reader).get(`${w.base}/change-requests?bucket=all`)).status).toBe(400);
  });

  it('lists what the caller can see, with reviews, filtered and sorted', async () => {
    const here = await createOrganizationFixture();
    const { id: organizationId } = here.organization;
    const create = async (fields: { defaultLevel?: null | 'inherit'; title?: string }) => {
      const { space } = await createWrittenSpace({ organizationId, ...fields });
      const list = `/v1/spaces/${space.id}/change-requests`;
      const { body } = await as(here.admin).post(list, { subject: `About ${space.title}` });
      return { space, body, url: `${list}/${body.id}` };
    };
    const open = await create({ defaultLevel: 'inherit', title: 'Owls' });
    const hidden = await create({ defaultLevel: null, title: 'Secrets' });
    await as(here.admin).patch(open.url, { status: 'open' });
    await as(here.reviewer).post(`${open.url}/reviews`, { status: 'changes-requested' });
    await as(here.reviewer).post(`${open.url}/reviews`, { status: 'approved' });
    const requested = { users: [here.creator.id, here.reviewer.id] };
    await as(here.admin).post(`${open.url}/requested-reviewers`, requested);
    const idsFor = async (who: typeof here.admin, query = '') => {
      const { body } = await as(who).get(`${here.base}/change-requests${query}`);
      return body.items.map(({ id }: { id: string }) => id);
    };
    const { body } = await as(here.reviewer).get(`${here.base}/change-requests`);
    expect(body).toMatchObject({
      count: 1,
      items: [
        {
          id: open.body.id,
          space: open.space.id,
          spaceTitle: 'Owls',
          reviews: { approved: 1, changesRequested: 0, requested: 1 },
          ownReview: 'approved',
          reviewRequested: true,
          canMerge: true,
        },
      ],
    });
    expect((await as(here.reader).get(`${here.base}/change-requests`)).body.items[0]).toMatchObject({
      reviewRequested: false,
      canMerge: false,
    });
    expect(await idsFor(here.admin)).toEqual([open.body.id, hidden.body.id]);
    expect(await idsFor(here.admin, '?orderBy=createdAt')).toEqual([hidden.body.id, open.body.id]);
    expect(await idsFor(here.guest)).toEqual([]);
    expect(await idsFor(here.admin, '?status=draft')).toEqual([hidden.body.id]);
    expect(await idsFor(here.admin, '?subject=oWLS')).toEqual([open.body.id]);
    expect(await idsFor(here.admin, '?subject=%25')).toEqual([]);
    for (const number of [`${open.body.number}`, `%23${open.body.number}`])
      expect(await idsFor(here.admin, `?subject=${number}`)).toContain(open.body.id);
    expect(await idsFor(here.admin, '?subject=%23999999999')).toEqual([]);
    expect(await idsFor(here.admin, '?subject=99999999999')).toEqual([]);
    expect(await idsFor(here.admin, `?space=${hidden.space.id}`)).toEqual([hidden.body.id]);
    expect(await idsFor(here.admin, `?creator=${here.editor.id}`)).toEqual([]);
    expect(await idsFor(here.admin, `?contributor=${here.admin.id}`)).toHaveLength(2);
    expect(await idsFor(here.admin, `?requestedReviewer=${here.creator.id}`)).toEqual([open.body.id]);
    const site = await createSite({ organizationId });
    await as(here.admin).post(`${here.base}/sites/${site.id}/site-spaces`, { spaceId: open.space.id });
    expect(await idsFor(here.admin, `?site=${site.id}`)).toEqual([open.body.id]);
    await as(here.admin).delete(`/v1/spaces/${open.space.id}`);
    expect(await idsFor(here.admin)).toEqual([hidden.body.id]);
  });
});

describe('listContributors', () => {
  it('needs a token and a visible change request', async () => {
    expect((await as(anonymous).get(`${url}/contributors`)).status).toBe(401);
    expect((await as(w.outsider).get(`${url}/contributors`)).status).toBe(404);
  });

  it('lists the author and everyone who edited, each once', async () => {
    const ids = async () =>
      (await as(w.reader).get(`${url}/contributors`)).body.items.map(({ id }: { id: string }) => id);
    expect(await ids()).toEqual([w.editor.id]);
    await revise();
    await as(w.reviewer).post(`${url}/content`, {
      changes: [{ operation: 'insert_page', title: 'Another page' }],
    });
    await review('approved', w.admin);
    expect((await ids()).toSorted()).toEqual([w.editor.id, w.reviewer.id].toSorted());
  });
});

describe('the buckets', () => {
  it('follow the reviews, and their counts match their lists', async () => {
    const { db, clock, app } = await testApp();
    const author = await createMember({ organizationId: w.organization.id, role: 'edit' });
    const list = `/v1/spaces/${spaceId}/change-requests`;
    url = `${list}/${(await as(author).post(list, {})).body.id}`;
    const bucketsOf = async (who: typeof w.admin) => {
      const { body } = await as(who).get(`${w.base}/change-requests/counts`);
      const ids = new Set<string>();
      for (const [key, bucket] of Object.entries(BUCKETS)) {
        const query = `?bucket=${bucket}&limit=1000`;
        const items: { urls: { location: string } }[] = (
          await as(who).get(`${w.base}/change-requests${query}`)
        ).body.items;
        expect([bucket, body[key]]).toEqual([bucket, items.length]);
        if (items.some(({ urls }) => urls.location.endsWith(url))) ids.add(bucket);
      }
      return [...ids];
    };
    expect(await bucketsOf(author)).toEqual(['drafts']);
    expect(await bucketsOf(w.reviewer)).toEqual([]);
    await as(author).post(`${url}/requested-reviewers`, { users: [w.reviewer.id] });
    expect(await bucketsOf(author)).toEqual(['mine', 'waiting', 'open']);
    expect(await bucketsOf(w.reviewer)).toEqual(['needs-me', 'open']);
    await review('changes-requested');
    expect(await bucketsOf(author)).toEqual(['returned', 'mine', 'open']);
    expect(await bucketsOf(w.reviewer)).toEqual(['waiting', 'open']);
    await revise();
    expect(await bucketsOf(author)).toEqual(['mine', 'waiting', 'open']);
    expect(await bucketsOf(w.reviewer)).toEqual(['needs-me', 'open']);
    clock.advance(15 * 24 * 60 * 60_000);
    expect(await db.selectFrom('reviews').select('id').execute()).not.toEqual([]);
    app.actors.invalidateAll();
    await as(w.admin).patch(`/v1/spaces/${spaceId}`, { title: 'Later' });
    expect(await bucketsOf(w.reviewer)).toEqual(['needs-me', 'open', 'stale']);
    await review('approved');
    expect(await bucketsOf(w.reviewer)).toEqual(['ready', 'open', 'stale']);
    expect(await bucketsOf(w.creator)).toEqual(['ready', 'open', 'stale']);
    expect(await bucketsOf(author)).toEqual(['mine', 'waiting', 'open', 'stale']);
    expect(await bucketsOf(w.reader)).toEqual(['open', 'stale']);
    await review('changes-requested', w.creator);
    expect(await bucketsOf(w.reviewer)).toEqual(['waiting', 'open', 'stale']);
    expect(await bucketsOf(w.admin)).toEqual(['open', 'stale']);
    await as(w.reviewer).post(`${url}/merge`);
    expect(await bucketsOf(w.reviewer)).toEqual(['merged']);
    clock.reset();
  });
});

/** Bucket by count field. */
const BUCKETS = {
  needsMe: 'needs-me',
  ready: 'ready',
  returned: 'returned',
  mine: 'mine',
  waiting: 'waiting',
  open: 'open',
  stale: 'stale',
  drafts: 'drafts',
  merged: 'merged',
  archived: 'archived',
};
