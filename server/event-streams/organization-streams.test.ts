// @module-tag both-engines
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OrganizationEvent } from '#api/generated/types.gen.ts';
import { startEpoch } from '#server/audit/event-cursors.ts';
import type { LoggedEvent } from '#server/audit/event-log.ts';
import { newId } from '#server/base/ids.ts';
import { createChangeRequest, createWrittenSpace } from '#server/test/content-factories.ts';
import { CASES } from '#server/test/contract/all-cases.ts';
import { exceptionsOf, OPERATIONS } from '#server/test/contract/api-calls.ts';
import { createSpace } from '#server/test/factories.ts';
import { type Block, FollowedStream, originOf, listenForStreams } from '#server/test/followed-stream.ts';
import { createOrganizationFixture, type OrganizationFixture } from '#server/test/organization-fixture.ts';
import { type Sender, testApp, type TestClock } from '#server/test/test-app.ts';
import { changesAccess, EVENT_RULES, findContentLevels, mayRead } from './event-readers.ts';

const DAY_MS = 24 * 60 * 60_000;

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

/** Opens a stream; resolves with its first id once it follows. */
async function follow(sender: Sender, lastEventId?: string) {
  const stream = await FollowedStream.open(originOf(app), sender, url, lastEventId);
  let first: Block | undefined;
  do first = await stream.nextBlock();
  while (first && first.id === undefined);
  return { stream, id: first?.id ?? '' };
}

/** The next block with an event of any name. */
async function nextEvent(stream: FollowedStream): Promise<Block & { data: string }> {
  for (;;) {
    const block = await stream.nextBlock();
    if (!block) throw new Error('The stream ended before an event.');
    if (block.event !== undefined) return { data: '', ...block };
  }
}

/** The action of the next event, or its name where it says no more. */
async function nextAction(stream: FollowedStream): Promise<string> {
  const { event = '', data } = await nextEvent(stream);
  return event === 'change' ? JSON.parse(data).action : event;
}

async function send(
  sender: Sender,
  method: 'POST' | 'PATCH' | 'PUT' | 'DELETE',
  path: string,
  body?: object,
) {
  const response = await app.inject({
    method,
    url: path,
    headers: { authorization: `Bearer ${sender.token}` },
    ...(body && { payload: body }),
  });
  expect(response.statusCode).toBeLessThan(300);
  return response.payload === '' ? {} : response.json();
}
const createTeamNamed = (title: string) => send(w.admin, 'PUT', `${w.base}/teams`, { title });
const createField = (name: string) =>
  send(w.admin, 'POST', `${w.base}/custom-fields`, { name, type: 'text', title: name });

describe('the kinds of events', () => {
  it('all have a row: each operation that writes, and whatever else writes an entry', () => {
    const written = OPERATIONS.filter(
      (operation) => operation.method !== 'GET' && !exceptionsOf(operation).isUnaudited,
    ).map(({ id }) => id);
    const server = join(import.meta.dirname, '..');
    const named = readdirSync(server, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !/test|seed/.test(file))
      .flatMap((file) => [...readFileSync(join(server, file), 'utf8').matchAll(/\baction: '(\w+)'/g)])
      .map(([, action = '']) => action);
    const missing = [...new Set([...written, ...named])].filter((action) => !EVENT_RULES.has(action));
    expect(missing).toEqual([]);
  });

  it.each([
    ['everyone', 'updateOrganization', 'getOrganization'],
    ['members', 'updateMember', 'listMembers'],
    ['members', 'deleteAccount', 'listMembers'],
    ['members', 'createTeam', 'listTeams'],
    ['members', 'createApiSpec', 'listApiSpecs'],
    ['administrators', 'createLinkInvite', 'listLinkInvites'],
    ['administrators', 'updateSignInPolicy', 'getSignInPolicy'],
    ['administrators', 'signIn', 'listAuditLog'],
    ['administrators', 'decideFormerGuestAccess', 'listFormerGuestAccess'],
    ['content', 'editSpaceContent', 'getSpaceContent'],
    ['content', 'createReview', 'listReviews'],
    ['content', 'createSpaceComment', 'listSpaceComments'],
    ['content-managers', 'grantSpacePermissions', 'listSpacePermissions'],
  ] as const)('of %s, as %s, reach who may call what reads them', async (readers, action, operation) => {
    expect(EVENT_RULES.get(action)?.readers).toBe(readers);
    const { id: spaceId } = await createSpace({ organizationId: w.organization.id, defaultLevel: 'inherit' });
    const event = eventOf({ action, spaceId });
    // The first four of the twelve callers can't open a stream.
    const callers = [w.guest, w.reader, w.commenter, w.editor, w.reviewer, w.creator, w.owner, w.admin];
    const { db } = await testApp();
    const ids = callers.map(({ id }) => id);
    const levels = await findContentLevels(db, w.organization.id, [event], ids);
    const reached = await Promise.all(
      callers.map(async ({ token }) => {
        const actor = await app.actors.find(token);
        const member = actor?.membership(w.organization.id);
        return member !== undefined && mayRead(event, member, levels);
      }),
    );
    const permitted = CASES.permissions[operation].slice(4).map((status) => status === 200);
    expect(reached).toEqual(permitted);
  });

  it('without a row are for administrators', async () => {
    const event = eventOf({ action: 'somethingNew', spaceId: null });
    const memberOf = async ({ token }: Sender & { token: string }) =>
      (await app.actors.find(token))?.membership(w.organization.id);
    const [creator, admin] = [await memberOf(w.creator), await memberOf(w.admin)];
    expect(creator && mayRead(event, creator, new Map())).toBe(false);
    expect(admin && mayRead(event, admin, new Map())).toBe(true);
    expect(changesAccess(event)).toBe(false);
  });
});

function eventOf(fields: Pick<LoggedEvent, 'action' | 'spaceId'>): LoggedEvent {
  return {
    id: 'e',
    organizationId: w.organization.id,
    at: new Date(),
    actorId: null,
    targetKind: 'space',
    targetId: 't',
    summary: '',
    before: null,
    after: null,
    names: null,
    changeRequestId: null,
    position: { epoch: 1, tx: '1', seq: 1 },
    isSettled: true,
    ...fields,
  };
}

describe('a stream of an organization', () => {
  it('says by ids what others have changed, to each of its people what they may read', async () => {
    const { space } = await createWrittenSpace({
      organizationId: w.organization.id,
      defaultLevel: 'inherit',
    });
    const changeRequest = await createChangeRequest(space.id);
    const [guest, reader, admin] = [await follow(w.guest), await follow(w.reader), await follow(w.admin)];
    await send(w.editor, 'PATCH', `/v1/spaces/${space.id}/change-requests/${changeRequest.id}`, {
      subject: 'Tides',
    });
    await send(w.admin, 'POST', `${w.base}/link-invites`, { role: 'read' });
    await createTeamNamed('Binders');
    await createField('tide');
    const { data } = await nextEvent(reader.stream);
    const event: OrganizationEvent = JSON.parse(data);
    expect(event).toEqual({
      id: expect.any(String),
      action: 'updateChangeRequest',
      target: { kind: 'change-request', id: changeRequest.id },
      space: space.id,
      changeRequest: changeRequest.id,
      user: w.editor.id,
    });
    expect([await nextAction(reader.stream), await nextAction(reader.stream)]).toEqual([
      'createTeam',
      'createCustomField',
    ]);
    expect(await nextAction(guest.stream)).toBe('createCustomField');
    expect(await nextAction(admin.stream)).toBe('updateChangeRequest');
    for (const { stream } of [guest, reader, admin]) stream.leave();
  });

  it('goes on after the last id, and with a resync where it is too old or unknown', async () => {
    const { stream, id } = await follow(w.reader);
    stream.leave();
    await createTeamNamed('One');
    await createTeamNamed('Two');
    const again = await follow(w.reader, id);
    const first = await nextEvent(again.stream);
    expect([JSON.parse(first.data).action, await nextAction(again.stream)]).toEqual([
      'createTeam',
      'createTeam',
    ]);
    again.stream.leave();
    for (const lastEventId of [
      '',
      'nonsense',
      id.replace(/^\w+/, 'abc'),
      id.replace(/-\d+-/, '-99999999999-'),
    ]) {
      const unknown = await follow(w.reader, lastEventId);
      expect(await nextAction(unknown.stream)).toBe('resync');
      await createTeamNamed('Three');
      expect(await nextAction(unknown.stream)).toBe('createTeam');
      unknown.stream.leave();
    }
    clock.advance(DAY_MS + 60_000);
    const old = await follow(w.reader, id);
    expect(await nextAction(old.stream)).toBe('resync');
    old.stream.leave();
  });

  it('says that notifications have changed to those alone who missed a change', async () => {
    const { db } = await testApp();
    const { stream, id } = await follow(w.reader);
    stream.leave();
    await db
      .insertInto('notifications')
      .values({
        id: newId(),
        user_id: w.editor.id,
        organization_id: w.organization.id,
        subject_kind: 'space',
        subject_id: 'tides',
        readers: 'content',
        reason: 'access',
        reasons: ['access'],
        created_at: clock.now(),
        updated_at: clock.now(),
        shown_at: clock.now(),
      })
      .execute();
    await createTeamNamed('Binders');
    const again = [await FollowedStream.open(originOf(app), w.reader, url, id)];
    again.push(await FollowedStream.open(originOf(app), w.editor, url, id));
    expect(await Promise.all(again.map(nextAction))).toEqual(['createTeam', 'notification']);
    for (const one of again) one.leave();
  });

  it('says resync where more has happened than it repeats', async () => {
    const { stream, id } = await follow(w.reader);
    stream.leave();
    const { db } = await testApp();
    await sql`insert into audit_log (id, organization_id, action, target_kind, target_id, summary)
      select ${w.organization.id} || n, ${w.organization.id}, 'createTeam', 'team', 't', 'Added.'
      from generate_series(1, 10001) as n`.execute(db);
    const again = await follow(w.reader, id);
    expect(await nextAction(again.stream)).toBe('resync');
    again.stream.leave();
  });

  it('repeats thousands of events to a reader that takes its time', async () => {
    const { stream, id } = await follow(w.reader);
    stream.leave();
    const { db } = await testApp();
    await sql`insert into audit_log (id, organization_id, action, target_kind, target_id, summary)
      select ${w.organization.id} || n, ${w.organization.id}, 'createTeam', 'team', n::text, 'Added.'
      from generate_series(1, 3000) as n`.execute(db);
    const again = await follow(w.reader, id);
    const targets = new Set<string>();
    while (targets.size < 3000) targets.add(JSON.parse((await nextEvent(again.stream)).data).target.id);
    again.stream.leave();
    expect(targets.has('3000')).toBe(true);
  });

  it('moves on in a quiet organization, so that its id does not become too old', async () => {
    const { stream, id } = await follow(w.guest);
    await createTeamNamed('Not for guests');
    let later = id;
    while (later === id) {
      clock.advance(15_000);
      const block = await stream.nextBlock();
      later = block?.id ?? id;
    }
    stream.leave();
    const again = await follow(w.guest, later);
    await createField('next');
    expect(await nextAction(again.stream)).toBe('createCustomField');
    again.stream.leave();
  });

  it('ends when its person is removed, and goes on for the others', async () => {
    const [removed, admin] = [await follow(w.reader), await follow(w.admin)];
    await send(w.admin, 'DELETE', `${w.base}/members/${w.reader.id}`);
    const events = (await removed.stream.rest()).filter(({ event }) => event !== undefined);
    expect(events).toEqual([]);
    expect(await nextAction(admin.stream)).toBe('removeMember');
    admin.stream.leave();
  });

  it('ends when its token is revoked', async () => {
    const { token, id } = await send(w.admin, 'POST', '/v1/user/tokens', {
      name: 'Reader of streams',
      organizations: [w.organization.id],
    });
    const { stream } = await follow({ token });
    await send(w.admin, 'DELETE', `/v1/user/tokens/${id}`);
    const rest = (await stream.rest()).filter(({ event }) => event === 'change');
    expect(rest.map(({ data = '' }) => JSON.parse(data).action)).not.toContain('revokeApiToken');
  });

  it('sends afterwards what there was while the access of everybody was checked', async () => {
    const { stream } = await follow(w.reader);
    const names = Array.from({ length: 8 }, (_, index) => `Team ${index}`);
    for (const name of names) {
      app.actors.invalidateAll();
      await createTeamNamed(name);
    }
    await createField('done');
    // By their ids, since an event can come twice.
    const actions = new Map<string, string>();
    while (actions.size < names.length + 1) {
      const { event, data } = await nextEvent(stream);
      expect(event).toBe('change');
      const { id, action } = JSON.parse(data);
      actions.set(id, action);
    }
    stream.leave();
    expect([...actions.values()]).toEqual([...names.map(() => 'createTeam'), 'createCustomField']);
  });

  it('says nothing of a space from the change on that takes it away, only that access has changed', async () => {
    const { space } = await createWrittenSpace({
      organizationId: w.organization.id,
      defaultLevel: 'inherit',
    });
    const changeRequest = await createChangeRequest(space.id);
    const [reader, admin] = [await follow(w.reader), await follow(w.admin)];
    await send(w.admin, 'PATCH', `/v1/spaces/${space.id}`, { defaultLevel: null });
    await send(w.admin, 'PATCH', `/v1/spaces/${space.id}/change-requests/${changeRequest.id}`, {
      subject: 'Something secret',
    });
    await createField('done');
    // Once for all events that are read together, behind them.
    const actions = [await nextAction(reader.stream), await nextAction(reader.stream)];
    expect(actions.toSorted()).toEqual(['access', 'createCustomField']);
    expect(await nextAction(admin.stream)).toBe('updateSpace');
    await send(w.admin, 'DELETE', `/v1/spaces/${space.id}`);
    expect(await nextAction(admin.stream)).toBe('updateChangeRequest');
    expect(await nextAction(admin.stream)).toBe('createCustomField');
    expect(await nextAction(admin.stream)).toBe('access');
    for (const { stream } of [reader, admin]) stream.leave();
  });

  it('says to a guest who is granted what they saw before that access has changed', async () => {
    const { db } = await testApp();
    await createSpace({ organizationId: w.organization.id, defaultLevel: 'read' });
    await db
      .insertInto('former_guest_access')
      .values({
        organization_id: w.organization.id,
        user_id: w.guest.id,
        until: new Date(Date.now() + 60_000),
      })
      .execute();
    const [guest, admin] = [await follow(w.guest), await follow(w.admin)];
    await send(w.admin, 'POST', `${w.base}/former-guest-access`, { grant: true });
    expect(await nextAction(admin.stream)).toBe('decideFormerGuestAccess');
    expect(await nextAction(guest.stream)).toBe('access');
    for (const { stream } of [guest, admin]) stream.leave();
  });

  it('is not confused by an epoch that begins', async () => {
    const { stream, id } = await follow(w.reader);
    stream.leave();
    const { db } = await testApp();
    await startEpoch(db);
    const again = await follow(w.reader, id);
    expect(await nextAction(again.stream)).toBe('resync');
    await createTeamNamed('In the next epoch');
    expect(await nextAction(again.stream)).toBe('createTeam');
    again.stream.leave();
  });
});
