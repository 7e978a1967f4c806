// @module-tag both-engines
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OrganizationPresence } from '#api/generated/types.gen.ts';
import { createChangeRequest, createWrittenSpace } from '#server/test/content-factories.ts';
import { createSite } from '#server/test/factories.ts';
import { type Block, FollowedStream, originOf, listenForStreams } from '#server/test/followed-stream.ts';
import { createOrganizationFixture, type OrganizationFixture } from '#server/test/organization-fixture.ts';
import type { Sender, TestClock } from '#server/test/test-app.ts';

let app: FastifyInstance;
let clock: TestClock;
let close: () => Promise<void>;
let w: OrganizationFixture;
let url: string;

beforeAll(async () => {
  ({ app, clock, close } = await listenForStreams());
});
afterAll(() => close());
beforeEach(async () => {
  clock.reset();
  w = await createOrganizationFixture();
  url = `${w.base}/events`;
});

async function send(sender: Sender, method: 'PATCH' | 'PUT', path: string, body: object) {
  const headers = { authorization: `Bearer ${sender.token}` };
  const { statusCode } = await app.inject({ method, url: path, headers, payload: body });
  expect(statusCode).toBeLessThan(300);
}

const createTeamNamed = (title: string) => send(w.admin, 'PUT', `${w.base}/teams`, { title });

describe('people who have the same thing open', () => {
  const followOpen = (sender: Sender, ...subjects: string[]) =>
    FollowedStream.open(
      originOf(app),
      sender,
      `${url}?${subjects.map((subject) => `open=${encodeURIComponent(subject)}`).join('&')}`,
    );
  const idsOf = ({ people }: OrganizationPresence) => people.map(({ user }) => user.id);

  it('see each other at the structure of a site, until one leaves', async () => {
    const { id } = await createSite({ organizationId: w.organization.id });
    const admin = await followOpen(w.admin, `site:${id}`);
    expect(await admin.next('presence')).toEqual({ subject: `site:${id}`, people: [] });
    const reader = await followOpen(w.reader, `site:${id}`);
    expect(idsOf(await reader.next('presence'))).toEqual([w.admin.id]);
    expect(idsOf(await admin.untilPresent(({ people }) => people.length > 0))).toEqual([w.reader.id]);
    reader.leave();
    await admin.untilPresent(({ people }) => people.length === 0);
    admin.leave();
  });

  it('see who edits which page, together with those who follow the change request alone', async () => {
    const { space, start } = await createWrittenSpace({
      organizationId: w.organization.id,
      defaultLevel: 'inherit',
    });
    const { id } = await createChangeRequest(space.id);
    const alone = await FollowedStream.open(
      originOf(app),
      w.commenter,
      `/v1/spaces/${space.id}/change-requests/${id}/events`,
    );
    expect(await alone.nextEditors()).toEqual([]);
    const editor = await followOpen(w.editor, `change-request:${id}:${start.id}:edit`);
    const present = await editor.next('presence');
    expect(present.people).toMatchObject([{ user: { id: w.commenter.id }, editing: false }]);
    expect(await alone.nextEditors()).toEqual([`Edo Editor: ${start.id}`]);
    // Who may only read is not shown as editing.
    const reader = await followOpen(w.reader, `change-request:${id}:${start.id}:edit`);
    const { people } = await reader.next('presence');
    expect(people.find(({ user }) => user.id === w.editor.id)).toMatchObject({
      page: start.id,
      editing: true,
    });
    const all = await editor.untilPresent(({ people: each }) => each.length === 2);
    expect(all.people.find(({ user }) => user.id === w.reader.id)).toMatchObject({ editing: false });
    for (const stream of [alone, editor, reader]) stream.leave();
  });

  it('are told nothing of what they may not read, from the moment on at which they may not', async () => {
    const { space } = await createWrittenSpace({
      organizationId: w.organization.id,
      defaultLevel: 'inherit',
    });
    const subject = `space:${space.id}`;
    const reader = await followOpen(w.reader, subject);
    expect(await reader.next('presence')).toEqual({ subject, people: [] });
    await send(w.admin, 'PATCH', `/v1/spaces/${space.id}`, { defaultLevel: null });
    const admin = await followOpen(w.admin, subject, `space:none`, `site:none`);
    expect(await admin.untilPresent(({ people }) => people.length === 0)).toEqual({ subject, people: [] });
    await createTeamNamed('After');
    const names: (string | undefined)[] = [];
    for (let block: Block | undefined; block?.data?.includes('createTeam') !== true;) {
      block = await reader.nextBlock();
      names.push(block?.event);
    }
    expect(names).not.toContain('presence');
    for (const stream of [reader, admin]) stream.leave();
  });

  it('are a person once while a connection is replaced by another one', async () => {
    const { id } = await createSite({ organizationId: w.organization.id });
    const reader = await followOpen(w.reader, `site:${id}`);
    expect(idsOf(await reader.next('presence'))).toEqual([]);
    const former = await followOpen(w.admin, `site:${id}`);
    expect(idsOf(await reader.next('presence'))).toEqual([w.admin.id]);
    former.leave();
    const next = await followOpen(w.admin, `site:${id}`);
    await next.untilPresent((present) => idsOf(present).join() === w.reader.id);
    const third = await followOpen(w.editor, `site:${id}`);
    const two = await reader.untilPresent(({ people }) => people.length > 1);
    expect(idsOf(two).toSorted()).toEqual([w.admin.id, w.editor.id].toSorted());
    for (const stream of [reader, next, third]) stream.leave();
  });
});

describe('who opens a stream without an id', () => {
  it('is sent what has happened in the seconds before', async () => {
    await createTeamNamed('Before');
    const stream = await FollowedStream.open(originOf(app), w.admin, `${url}?replaySeconds=60`);
    expect(await stream.next('change')).toMatchObject({ user: w.admin.id });
    stream.leave();
  });

  it('shares the places of a person with streams of change requests', async () => {
    const space = await createWrittenSpace({ organizationId: w.organization.id, defaultLevel: 'inherit' });
    const { id } = await createChangeRequest(space.space.id);
    const one = `/v1/spaces/${space.space.id}/change-requests/${id}/events`;
    const streams = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        FollowedStream.open(originOf(app), w.reader, index % 2 === 0 ? url : one),
      ),
    );
    const { response } = await FollowedStream.open(originOf(app), w.reader, url);
    expect(response.status).toBe(429);
    for (const stream of streams) stream.leave();
  });
});
