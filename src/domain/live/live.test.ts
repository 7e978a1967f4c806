import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  getMemberQueryKey,
  getSpaceQueryKey,
  getTeamQueryKey,
  listMembersQueryKey,
  listSpaceCommentsQueryKey,
  listSpacePermissionsQueryKey,
  listTeamsQueryKey,
} from '#api/generated/@tanstack/react-query.gen.ts';
import type { OrganizationEvent } from '#api/generated/types.gen.ts';
import type { LoggedRequest } from '#src/api/log/request-log.ts';
import { isFollowed, isOutdatedBy, isWithin, NOTIFICATION_READS, OUTDATED_READS } from './outdated-reads.ts';
import { deletedHere, ownChangeOf } from './own-changes.ts';
import { readAgain, readChange } from './refresh.ts';

const root = join(import.meta.dirname, '../../..');
const contract = readFileSync(join(root, 'api/openapi.yaml'), 'utf8');
const operations = [...contract.matchAll(/^ {4}(\w+):\n(?: {6}.*\n)*? {6}operationId: (\w+)/gm)].map(
  ([, method = '', id = '']) => ({ method, id }),
);

const event = (change: Partial<OrganizationEvent>): OrganizationEvent => ({
  id: 'e',
  action: 'updateSpace',
  target: { kind: 'space', id: 'docs' },
  user: 'ada',
  ...change,
});

describe('the table of what a change makes outdated', () => {
  it('has a row for each operation that changes something for others', () => {
    // They change nothing that others see, or what an entry of another operation says.
    const unseen = new Set(
      'pingOrganization createBackup checkBackup aggregateSiteEvents createSitePicture checkSiteVisitorToken checkSpaceGit checkSiteGit previewSpaceGit planStructureText createSiteCustomizationDraft createFileUpload createPagePreview highlightCode createImportUpload cancelImport updateNotification updateNotifications updateNotificationSettings setSubscription deleteSubscription updatePersonalState'.split(
        ' ',
      ),
    );
    const changing = operations.filter(({ method, id }) => method !== 'get' && !unseen.has(id));
    expect(changing.length).toBeGreaterThan(100);
    expect(changing.filter(({ id }) => !OUTDATED_READS.has(id)).map(({ id }) => id)).toEqual([]);
  });

  it('has a row for each kind of entry that was ever recorded', () => {
    const file = join(root, 'src/features/audit-log/testing/recorded-entries.jsonl');
    const actions = readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => String(JSON.parse(line).action));
    expect([...new Set(actions)].filter((action) => !OUTDATED_READS.has(action))).toEqual([]);
  });

  it('names reads of the contract, and each of them that can become outdated', () => {
    const reads = operations.filter(({ method }) => method === 'get').map(({ id }) => id);
    const named = new Set([...OUTDATED_READS.values(), NOTIFICATION_READS].flatMap((each) => [...each]));
    expect([...named].filter((id) => !reads.includes(id))).toEqual([]);
    // What never changes, belongs to one person, is asked while typing or a step of a dialog, or a stream.
    const others = new Set(
      'getServerInfo getCurrentUser getOperation getPersonalState getImportUpload getRevisionChanges getRevisionPage getRevisionReusableContent listMentionCandidates listRevisionPages listSpaceGitBranches streamChangeRequestEvents streamOrganizationEvents'.split(
        ' ',
      ),
    );
    expect(reads.filter((id) => !named.has(id) && !others.has(id))).toEqual([]);
  });
});

describe('a change', () => {
  const space = (spaceId: string) => getSpaceQueryKey({ path: { spaceId } });

  it('makes outdated what shows its space, and no other space', () => {
    const change = event({ space: 'docs' });
    expect(isOutdatedBy(change, space('docs'))).toBe(true);
    expect(isOutdatedBy(change, space('other'))).toBe(false);
    expect(
      isOutdatedBy(
        event({ action: 'moveCollection', target: { kind: 'collection', id: 'c' } }),
        space('other'),
      ),
    ).toBe(true);
  });

  it('makes outdated what shows its target, and lists', () => {
    const change = event({ action: 'updateTeam', target: { kind: 'team', id: 'writers' } });
    const team = (teamId: string) => getTeamQueryKey({ path: { organizationId: 'o', teamId } });
    expect(isOutdatedBy(change, team('writers'))).toBe(true);
    expect(isOutdatedBy(change, team('readers'))).toBe(false);
    expect(isOutdatedBy(change, listMembersQueryKey({ path: { organizationId: 'o' } }))).toBe(true);
    expect(isOutdatedBy(change, listSpaceCommentsQueryKey({ path: { spaceId: 'docs' } }))).toBe(false);
  });

  it('of who is in the organization makes outdated what shows its people and their access', () => {
    const gone = event({ action: 'deleteAccount', target: { kind: 'member', id: 'ada' } });
    const granted = event({ action: 'decideFormerGuestAccess', target: { kind: 'organization', id: 'o' } });
    const path = { organizationId: 'o' };
    expect(isOutdatedBy(gone, listMembersQueryKey({ path }))).toBe(true);
    expect(isOutdatedBy(gone, listTeamsQueryKey({ path }))).toBe(true);
    expect(isOutdatedBy(granted, listSpacePermissionsQueryKey({ path: { spaceId: 'docs' } }))).toBe(true);
  });

  it('of a kind that this console does not know makes everything outdated that changes at all', () => {
    const change = event({ action: 'somethingNew' });
    expect(isOutdatedBy(change, space('docs'))).toBe(true);
    expect(isOutdatedBy(change, ['own key'])).toBe(false);
    expect(isFollowed([{ _id: 'getRevisionPage' }])).toBe(false);
  });

  it('is read from the stream only in the shape of the contract', () => {
    const change = event({ space: 'docs' });
    expect(readChange({ name: 'change', data: JSON.stringify(change) })).toEqual(change);
    for (const data of ['', 'null', '[]', '{"id":"e"}', '{"id":1,"action":"x","target":{}}'])
      expect(readChange({ name: 'change', data })).toBeNull();
    expect(readChange({ name: 'access', data: '{}' })).toBeNull();
  });

  it('is read again also where the first read began before it and ends after it', async () => {
    const client = new QueryClient();
    let reads = 0;
    const observer = new QueryObserver(client, {
      queryKey: space('docs'),
      queryFn: async () => (reads += 1),
    });
    const stop = observer.subscribe(() => undefined);
    await readAgain(client, [(key) => isOutdatedBy(event({ space: 'docs' }), key)], true);
    expect(reads).toBe(2);
    stop();
  });
});

describe('an event about a change of this person', () => {
  const request = (change: Partial<LoggedRequest>): LoggedRequest => ({
    number: 1,
    screen: '/',
    method: 'POST',
    path: '/v1/spaces/docs/change-requests/1/comments',
    origin: '',
    body: null,
    at: 1000,
    status: 201,
    durationMs: 50,
    requestId: null,
    ...change,
  });
  const comment = event({
    action: 'createChangeRequestComment',
    target: { kind: 'comment', id: 'c' },
    space: 'docs',
  });
  const detect = (now: number, ...changes: Partial<LoggedRequest>[]) =>
    stateOf(
      ownChangeOf(
        changes.map((change) => request(change)),
        comment,
        { now, events: new Set() },
      ),
    );
  const stateOf = (change: LoggedRequest | 'pending' | undefined) =>
    typeof change === 'object' ? 'done' : (change ?? 'none');

  it('is about this tab if it has just changed the space', () => {
    expect(detect(1060, {})).toBe('done');
    expect(detect(11_049, {})).toBe('done');
    expect(detect(11_050, {})).toBe('none');
  });

  it('may be about a change that is not answered yet', () => {
    expect(detect(1010, { status: null, durationMs: null })).toBe('pending');
  });

  it('is about another tab if this one changed nothing, or another space, or in vain', () => {
    expect(detect(1060)).toBe('none');
    expect(detect(1060, { method: 'GET' })).toBe('none');
    expect(detect(1060, { path: '/v1/spaces/docs-2/change-requests/1/comments' })).toBe('none');
    for (const status of [0, 409, 503]) expect(detect(1060, { status })).toBe('none');
  });

  it('is about this tab if it has just created something, which has no id in the request', () => {
    const created = event({ action: 'createTeam', target: { kind: 'team', id: 'new' } });
    const create = request({ method: 'PUT', path: '/v1/orgs/o/teams' });
    const options = { now: 1060, events: new Set<number>() };
    expect(ownChangeOf([create], created, options)).toBe(create);
    // A second event is of another tab.
    expect(ownChangeOf([create], created, { ...options, events: new Set([1]) })).toBeUndefined();
    const patch = request({ method: 'PATCH', path: '/v1/orgs/o/teams/old' });
    expect(ownChangeOf([patch], created, options)).toBeUndefined();
  });

  it('does not read again what this tab has just deleted, until it is restored', () => {
    const path = { spaceId: 'docs' };
    const remove = request({ method: 'DELETE', path: '/v1/spaces/docs', status: 204 });
    const isDeleted = (queryKey: readonly unknown[], now: number, ...requests: LoggedRequest[]) =>
      isWithin(queryKey, deletedHere(requests, now));
    expect(isDeleted(getSpaceQueryKey({ path }), 1060, remove)).toBe(true);
    expect(isDeleted(listSpaceCommentsQueryKey({ path }), 1060, remove)).toBe(true);
    expect(isDeleted(getSpaceQueryKey({ path: { spaceId: 'guides' } }), 1060, remove)).toBe(false);
    expect(isDeleted(getSpaceQueryKey({ path }), 11_051, remove)).toBe(false);
    expect(isDeleted(getSpaceQueryKey({ path }), 1060, { ...remove, status: 409 })).toBe(false);
    const restore = request({ path: '/v1/spaces/docs/restore', at: 1020 });
    expect(isDeleted(getSpaceQueryKey({ path }), 1060, remove, restore)).toBe(false);
  });

  it('reads an organization and a member again whose sessions this tab has ended', () => {
    const paths = ['/v1/orgs/o/sessions', '/v1/orgs/o/members/ada/sessions'];
    const ended = paths.map((path) => request({ method: 'DELETE', path, status: 204 }));
    const path = { organizationId: 'o', userId: 'ada' };
    expect(isWithin(getMemberQueryKey({ path }), deletedHere(ended, 1060))).toBe(false);
    const session = request({ method: 'DELETE', path: '/v1/orgs/o/members/ada/sessions/s', status: 204 });
    expect(isWithin(getMemberQueryKey({ path }), deletedHere([session], 1060))).toBe(false);
  });

  it('reads what a member is in again after leaving a team', () => {
    const leave = request({ method: 'DELETE', path: '/v1/orgs/o/teams/t/members/ada', status: 204 });
    const deleted = deletedHere([leave], 1060);
    expect(isWithin(getTeamQueryKey({ path: { organizationId: 'o', teamId: 't' } }), deleted)).toBe(false);
    expect(isWithin(listMembersQueryKey({ path: { organizationId: 'o' } }), deleted)).toBe(false);
  });
});
