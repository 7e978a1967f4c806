import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createChangeRequest, createWrittenSpace, writeContent } from '#server/test/content-factories.ts';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { anonymous, as, testApp } from '#server/test/test-app.ts';

let w: OrganizationFixture;
let written: Awaited<ReturnType<typeof createWrittenSpace>>;
/** URL of the change requests; each test has a separate space. */
let list: string;

beforeAll(async () => {
  w = await createOrganizationFixture();
});
beforeEach(async () => {
  written = await createWrittenSpace({ organizationId: w.organization.id, defaultLevel: 'inherit' });
  list = `/v1/spaces/${written.space.id}/change-requests`;
});

const getSpace = async () => (await as(w.admin).get(`/v1/spaces/${written.space.id}`)).body;
const startChangeRequest = async (subject = 'Say it shorter', who = w.editor) =>
  (await as(who).post(list, { subject })).body;

describe('listChangeRequests', () => {
  it('needs a token', async () => {
    expect((await as(anonymous).get(list)).status).toBe(401);
  });

  it('names an invalid query parameter', async () => {
    const response = await as(w.reader).get(`${list}?status=finished`);
    expect(response.status).toBe(400);
    expect(JSON.stringify(response.body.error)).toContain('query.status');
  });

  it('returns 404 to those who cannot see the space', async () => {
    expect((await as(w.outsider).get(list)).status).toBe(404);
    expect((await as(w.guest).get(list)).status).toBe(404);
  });

  it('lists open ones, newest first, or those of another state or contributor', async () => {
    const { id: spaceId } = written.space;
    const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute));
    const first = await createChangeRequest(spaceId, { createdAt: at(1), createdBy: w.editor.id });
    const second = await createChangeRequest(spaceId, { createdAt: at(2), createdBy: w.creator.id });
    const draft = await createChangeRequest(spaceId, { status: 'draft' });
    const idsAt = async (query: string) =>
      (await as(w.reader).get(`${list}${query}`)).body.items.map(({ id }: { id: string }) => id);
    expect(await idsAt('')).toEqual([second.id, first.id]);
    expect(await idsAt('?status=draft')).toEqual([draft.id]);
    expect(await idsAt(`?contributor=${w.editor.id}`)).toEqual([first.id]);
    expect(await idsAt('?contributor=nobody')).toEqual([]);
    const { body } = await as(w.reader).get(`${list}?limit=1`);
    expect(body.count).toBe(2);
    expect(await idsAt(`?limit=1&page=${encodeURIComponent(body.next.page)}`)).toEqual([first.id]);
  });
});

describe('createChangeRequest', () => {
  it('needs a token', async () => {
    expect((await as(anonymous).post(list, {})).status).toBe(401);
  });

  it.each([
    ['body.subject', { subject: 'x'.repeat(101) }],
    ['body.status', { status: 'open' }],
    ['body.agentTaskId', { agentTaskId: 'task' }],
  ])('names %s when it is wrong', async (path, body) => {
    const response = await as(w.editor).post(list, body);
    expect(response.status).toBe(400);
    expect(JSON.stringify(response.body.error)).toContain(path);
  });

  it('requires the permission edit', async () => {
    expect((await as(w.outsider).post(list, {})).status).toBe(404);
    const denied = await as(w.commenter).post(list, {});
    expect(denied.status).toBe(403);
    expect(denied.body.error.message).toContain('edit');
  });

  it('creates a draft based on the current content, with the next number', async () => {
    const response = await as(w.editor).post(list, {});
    expect(response.status).toBe(201);
    expect(response.body).toMatchObject({
      object: 'change-request',
      number: 1,
      status: 'draft',
      subject: '',
      createdBy: { id: w.editor.id },
      revision: written.revisionId,
      revisionInitial: written.revisionId,
      comments: 0,
      outdated: false,
    });
    expect((await startChangeRequest()).number).toBe(2);
    expect(await getSpace()).toMatchObject({
      changeRequests: 2,
      changeRequestsDraft: 2,
      changeRequestsOpen: 0,
    });
  });

  it('assigns every number once, however many start at the same time', async () => {
    const numbers = (await Promise.all(Array.from({ length: 8 }, () => startChangeRequest()))).map(
      ({ number }) => number,
    );
    expect(numbers.toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it('can be started in a locked space', async () => {
    await as(w.admin).patch(`/v1/spaces/${written.space.id}`, { editMode: 'locked' });
    expect((await as(w.editor).post(list, {})).status).toBe(201);
  });
});

describe('getChangeRequest', () => {
  it('needs a token', async () => {
    expect((await as(anonymous).get(`${list}/1`)).status).toBe(401);
  });

  it('finds a change request by id and by number', async () => {
    const created = await startChangeRequest();
    expect((await as(w.reader).get(`${list}/${created.id}`)).body).toEqual(created);
    expect((await as(w.reader).get(`${list}/1`)).body).toEqual(created);
    expect((await as(w.reader).get(`${list}/2`)).status).toBe(404);
    expect((await as(w.outsider).get(`${list}/1`)).status).toBe(404);
  });

  it('is outdated once the space has a newer revision', async () => {
    await startChangeRequest();
    await writeContent(written.space, [{ title: 'New', text: 'New\n' }]);
    expect((await as(w.reader).get(`${list}/1`)).body.outdated).toBe(true);
  });

  it('shows a placeholder for a deleted author', async () => {
    const { id } = await createChangeRequest(written.space.id);
    const { body } = await as(w.reader).get(`${list}/${id}`);
    expect(body.createdBy).toMatchObject({ object: 'user', displayName: 'Deleted account' });
  });
});

describe('updateChangeRequest', () => {
  it('needs a token', async () => {
    expect((await as(anonymous).patch(`${list}/1`, {})).status).toBe(401);
  });

  it.each([
    ['body.subject', { subject: 'x'.repeat(101) }],
    ['body.status', { status: 'merged' }],
    ['body.number', { number: 7 }],
  ])('names %s when it is wrong', async (path, body) => {
    const { id } = await startChangeRequest();
    const response = await as(w.editor).patch(`${list}/${id}`, body);
    expect(response.status).toBe(400);
    expect(JSON.stringify(response.body.error)).toContain(path);
  });

  it('requires the permission edit', async () => {
    await startChangeRequest();
    expect((await as(w.commenter).patch(`${list}/1`, { subject: 'Mine' })).status).toBe(403);
    expect((await as(w.editor).patch(`${list}/9`, { subject: 'Mine' })).status).toBe(404);
  });

  it('changes the status and updates the counters of the space', async () => {
    await startChangeRequest();
    const patch = async (status: string) => (await as(w.editor).patch(`${list}/1`, { status })).body.status;
    expect(await patch('open')).toBe('open');
    expect(await getSpace()).toMatchObject({ changeRequestsDraft: 0, changeRequestsOpen: 1 });
    expect(await patch('archived')).toBe('archived');
    expect(await getSpace()).toMatchObject({
      changeRequests: 1,
      changeRequestsDraft: 0,
      changeRequestsOpen: 0,
    });
    expect((await as(w.editor).patch(`${list}/1`, { subject: 'Too late' })).status).toBe(409);
    expect(await patch('archived')).toBe('archived');
    expect(await patch('draft')).toBe('draft');
    expect(await getSpace()).toMatchObject({ changeRequestsDraft: 1, changeRequestsOpen: 0 });
  });

  it('honors If-Match and writes an audit entry', async () => {
    const created = await as(w.editor).post(list, { subject: 'Old' });
    const ifMatch = { 'if-match': created.headers.etag };
    expect((await as(w.editor).patch(`${list}/1`, { subject: 'New' }, ifMatch)).status).toBe(200);
    expect((await as(w.editor).patch(`${list}/1`, { subject: 'Lost' }, ifMatch)).status).toBe(412);
    const { db } = await testApp();
    const rows = await db
      .selectFrom('audit_log')
      .select(['action', 'before', 'after'])
      .where('target_id', '=', created.body.id)
      .where('action', '=', 'updateChangeRequest')
      .execute();
    expect(rows).toMatchObject([{ before: { subject: 'Old' }, after: { subject: 'New' } }]);
  });

  it('rejects a merged one', async () => {
    await startChangeRequest();
    expect((await as(w.reviewer).post(`${list}/1/merge`)).body.result).toBe('merge');
    expect((await as(w.editor).patch(`${list}/1`, { status: 'open' })).status).toBe(409);
    expect((await as(w.editor).patch(`${list}/1`, { subject: 'More' })).status).toBe(409);
  });
});
