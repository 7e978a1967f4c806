// @module-tag both-engines
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createChangeRequest, createWrittenSpace } from '#server/test/content-factories.ts';
import { createGrant, createSite, createTeam } from '#server/test/factories.ts';
import { createOrganizationFixture, type OrganizationFixture } from '#server/test/organization-fixture.ts';
import { readAllEvents } from '#server/test/read-events.ts';
import { as, type Sender, testApp } from '#server/test/test-app.ts';
import { notificationReader } from './notification-reader.ts';

let w: OrganizationFixture;
let written: Awaited<ReturnType<typeof createWrittenSpace>>;
/** Of the editor. */
let changeRequest: string;
let url: string;

beforeAll(async () => {
  w = await createOrganizationFixture();
});
beforeEach(async () => {
  written = await createWrittenSpace({
    organizationId: w.organization.id,
    defaultLevel: 'inherit',
    title: 'Guide',
  });
  const row = await createChangeRequest(written.space.id, { createdBy: w.editor.id });
  changeRequest = row.id;
  url = `/v1/spaces/${written.space.id}/change-requests/${row.id}`;
  await read();
  const { db } = await testApp();
  await db.deleteFrom('notifications').where('organization_id', '=', w.organization.id).execute();
  await db.deleteFrom('subscriptions').where('organization_id', '=', w.organization.id).execute();
});

const read = async () => readAllEvents((await testApp()).db, notificationReader);

async function request(sender: Sender, path: string, body: object): Promise<{ id: string }> {
  const { status, body: answer } = await as(sender).post(path, body);
  expect({ status, answer }).toMatchObject({ status: expect.toSatisfy((code: number) => code < 300) });
  return answer;
}

/** What a person is told, after the reader has read everything: the reasons of each subject. */
async function toldTo(person: Sender): Promise<{ [title: string]: string[] }> {
  await read();
  const { body } = await as(person).get('/v1/user/notifications');
  return Object.fromEntries(
    body.items.map((item: { subject: { title: string }; reasons: string[] }) => [
      item.subject.title,
      item.reasons,
    ]),
  );
}

const comment = (sender: Sender, markdown: string) =>
  request(sender, `${url}/comments`, { body: { markdown } });
const memberLink = (id: string) => `[@Someone](/o/${w.organization.id}/members/${id})`;

describe('the people of a change request', () => {
  it('are told of what is done through a server of a version whose entries have no space and no change request', async () => {
    await request(w.editor, `${url}/requested-reviewers`, { users: [w.reviewer.id] });
    const { id } = await comment(w.editor, `Can you have a look, ${memberLink(w.reviewer.id)}?`);
    await request(w.reviewer, `${url}/comments/${id}/replies`, { body: { markdown: 'Yes.' } });
    await request(w.editor, `/v1/spaces/${written.space.id}/comments`, {
      body: { markdown: `All of you, ${memberLink(w.reviewer.id)}` },
    });
    const { db } = await testApp();
    const ofOrganization = db.updateTable('audit_log').where('organization_id', '=', w.organization.id);
    await ofOrganization.set({ space_id: null, change_request_id: null }).execute();
    expect(await toldTo(w.reviewer)).toEqual({
      'Say it shorter': ['review-requested', 'mention'],
      Guide: ['mention'],
    });
    expect(await toldTo(w.editor)).toMatchObject({ 'Say it shorter': ['reply'] });
  });

  it('are told of reviews, comments, edits and the merge, and nobody of what they did', async () => {
    await request(w.editor, `${url}/requested-reviewers`, { users: [w.reviewer.id] });
    expect(await toldTo(w.reviewer)).toEqual({ 'Say it shorter': ['review-requested'] });
    expect(await toldTo(w.editor)).toEqual({});

    await request(w.reviewer, `${url}/reviews`, { status: 'changes-requested' });
    await comment(w.reviewer, 'Shorter, please.');
    expect(await toldTo(w.editor)).toEqual({ 'Say it shorter': ['review-submitted', 'comment'] });

    const title = { operation: 'update_page', page: written.start.id, title: 'Begin' };
    await request(w.editor, `${url}/content`, { changes: [title] });
    await request(w.editor, `${url}/content`, { changes: [{ ...title, title: 'Begin here' }] });
    const { body } = await as(w.reviewer).get('/v1/user/notifications');
    expect(body.items).toHaveLength(1);
    expect(await toldTo(w.reviewer)).toEqual({ 'Say it shorter': ['review-requested', 'review-again'] });
    const { body: told } = await as(w.reviewer).get('/v1/user/notifications');
    expect(told.items[0]).toMatchObject({ count: 2, actors: [{ id: w.editor.id }] });

    await request(w.reviewer, `${url}/merge`, {});
    expect((await toldTo(w.editor))['Say it shorter']).toEqual(['review-submitted', 'comment', 'merged']);
    expect(await toldTo(w.reader)).toEqual({});
  });

  it('are told that it is archived', async () => {
    expect((await as(w.creator).patch(url, { status: 'archived' })).status).toBe(200);
    expect(await toldTo(w.editor)).toEqual({ 'Say it shorter': ['archived'] });
  });
});

describe('a thread', () => {
  it('tells its author and those who replied of each reply, and of reactions', async () => {
    const { id } = await comment(w.commenter, 'Why?');
    await request(w.reviewer, `${url}/comments/${id}/replies`, { body: { markdown: 'Because.' } });
    await request(w.editor, `${url}/comments/${id}/replies`, { body: { markdown: 'I see.' } });
    expect(await toldTo(w.commenter)).toEqual({ 'Say it shorter': ['reply'] });
    expect(await toldTo(w.reviewer)).toEqual({ 'Say it shorter': ['reply'] });
    expect((await toldTo(w.editor))['Say it shorter']).toEqual(['comment']);
    await as(w.editor).put(`${url}/comments/${id}`, { addedReactions: ['👍'] });
    expect(await toldTo(w.commenter)).toEqual({ 'Say it shorter': ['reply', 'reaction'] });
    const { body } = await as(w.commenter).get('/v1/user/notifications');
    expect(body.items[0]).toMatchObject({ count: 3, latest: { reason: 'reaction', comment: id } });
  });
});

describe('a mention', () => {
  it('calls exactly whom it names, once, also when the text is edited', async () => {
    const { id } = await comment(
      w.editor,
      `Ask ${memberLink(w.reader.id)}, not \`${memberLink(w.owner.id)}\`.`,
    );
    expect(await toldTo(w.reader)).toEqual({ 'Say it shorter': ['mention'] });
    expect(await toldTo(w.owner)).toEqual({});
    await as(w.reader).patch('/v1/user/notifications', { until: new Date().toISOString(), done: true });
    const edited = `${memberLink(w.reader.id)} and ${memberLink(w.owner.id)}`;
    expect((await as(w.editor).put(`${url}/comments/${id}`, { body: { markdown: edited } })).status).toBe(
      200,
    );
    expect(await toldTo(w.reader)).toEqual({});
    expect(await toldTo(w.owner)).toEqual({ 'Say it shorter': ['mention'] });
  });

  it('of a team calls its members, and nobody who may not read the subject', async () => {
    const team = await createTeam({
      organizationId: w.organization.id,
      members: [w.commenter.id, w.guest.id],
    });
    await comment(
      w.editor,
      `[@Everyone](/o/${w.organization.id}/teams/${team.id}) ${memberLink(w.outsider.id)}`,
    );
    expect(await toldTo(w.commenter)).toEqual({ 'Say it shorter': ['mention'] });
    expect(await toldTo(w.guest)).toEqual({});
    expect(await toldTo(w.outsider)).toEqual({});
  });

  it('in a review and in a description calls people, too', async () => {
    await request(w.reviewer, `${url}/reviews`, {
      status: 'approved',
      comment: `Fine, ${memberLink(w.reader.id)}`,
    });
    expect(await toldTo(w.reader)).toEqual({ 'Say it shorter': ['mention'] });
    const href = `/o/${w.organization.id}/members/${w.owner.id}`;
    const link = { type: 'link', href, nodes: [{ type: 'text', text: '@Olive Owner' }] };
    const description = { type: 'document', nodes: [{ type: 'paragraph', nodes: [link] }] };
    const { status, body } = await as(w.editor).patch(url, { description });
    expect({ status, body }).toMatchObject({ status: 200 });
    expect(await toldTo(w.owner)).toEqual({ 'Say it shorter': ['mention'] });
  });
});

describe('followers', () => {
  const subscribe = async (person: Sender, kind: string, id: string, state: string) =>
    expect((await as(person).put(`/v1/user/subscriptions/${kind}/${id}`, { state })).status).toBe(200);

  it('hear of a space and a change request; who muted it hears only what asks them', async () => {
    await subscribe(w.reader, 'space', written.space.id, 'following');
    await subscribe(w.owner, 'change-request', changeRequest, 'following');
    await subscribe(w.editor, 'change-request', changeRequest, 'muted');
    await comment(w.commenter, 'Why?');
    expect(await toldTo(w.reader)).toEqual({ 'Say it shorter': ['changed'] });
    expect(await toldTo(w.owner)).toEqual({ 'Say it shorter': ['changed'] });
    expect(await toldTo(w.editor)).toEqual({});
    await comment(w.commenter, memberLink(w.editor.id));
    expect(await toldTo(w.editor)).toEqual({ 'Say it shorter': ['mention'] });
  });

  it('of a site hear that it was published', async () => {
    const site = await createSite({ organizationId: w.organization.id, title: 'Help' });
    await subscribe(w.reader, 'site', site.id, 'following');
    await request(w.admin, `${w.base}/sites/${site.id}/publish`, {});
    expect(await toldTo(w.reader)).toEqual({ Help: ['published'] });
  });

  it('hear nothing that they turned off', async () => {
    await subscribe(w.reader, 'space', written.space.id, 'following');
    await as(w.reader).patch('/v1/user/notification-settings', { deliveries: { followed: 'off' } });
    await comment(w.commenter, 'Why?');
    expect(await toldTo(w.reader)).toEqual({});
    await as(w.reader).patch('/v1/user/notification-settings', { deliveries: { followed: null } });
  });
});

describe('access', () => {
  it('is told to those who got it, also by a team; what is taken away again shows nothing', async () => {
    const team = await createTeam({ organizationId: w.organization.id, members: [w.owner.id] });
    const grants = `/v1/spaces/${written.space.id}/permissions`;
    await request(w.admin, grants, {
      users: [{ user: w.guest.id, role: 'read' }],
      teams: [{ team: team.id, role: 'edit' }],
    });
    expect(await toldTo(w.guest)).toEqual({ Guide: ['access'] });
    expect(await toldTo(w.owner)).toEqual({ Guide: ['access'] });
    await as(w.admin).delete(`/v1/spaces/${written.space.id}/permissions/users/${w.guest.id}`);
    expect(await toldTo(w.guest)).toEqual({});
    await createGrant({
      organizationId: w.organization.id,
      spaceId: written.space.id,
      userId: w.guest.id,
      level: 'read',
    });
    expect(await toldTo(w.guest)).toEqual({ Guide: ['access'] });
  });
});

describe('a snoozed notification', () => {
  it('stays away until its person is asked', async () => {
    await comment(w.commenter, 'One.');
    await toldTo(w.editor);
    const { body } = await as(w.editor).get('/v1/user/notifications');
    const snoozedUntil = new Date(Date.now() + 3_600_000).toISOString();
    await as(w.editor).patch(`/v1/user/notifications/${body.items[0].id}`, { snoozedUntil });
    await comment(w.commenter, 'Two.');
    expect(await toldTo(w.editor)).toEqual({});
    await comment(w.commenter, memberLink(w.editor.id));
    expect(await toldTo(w.editor)).toEqual({ 'Say it shorter': ['mention', 'comment'] });
  });
});

afterAll(async () => {
  const { db } = await testApp();
  await db.deleteFrom('event_cursors').where('reader', '=', notificationReader.name).execute();
});
