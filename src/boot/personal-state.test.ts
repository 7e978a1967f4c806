import { QueryClient } from '@tanstack/react-query';
import type { RegisteredRouter } from '@tanstack/react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { getPersonalState, updatePersonalState } from '#api/generated/sdk.gen.ts';
import type { PersonalStateEntryUpdate } from '#api/generated/types.gen.ts';
import { ApiError } from '#src/api/errors.ts';
import { requestLog } from '#src/api/log/request-log.ts';
import { session } from '#src/api/session/session.ts';
import { toasts } from '#src/components/toasts/toasts.ts';
import type { PersonalEntry } from '#src/domain/personal-state/merge.ts';
import { recentItemsOf, setFavorite } from '#src/domain/recent/recent-items.ts';
import { startPersonalState } from './personal-state.ts';

vi.mock('#api/generated/sdk.gen.ts');

const storage: Record<string, string> = {};
vi.stubGlobal(
  'localStorage',
  new Proxy(storage, {
    get: (_target, name) =>
      ({
        getItem: (key: string) => storage[key] ?? null,
        setItem: (key: string, text: string) => void (storage[key] = text),
        removeItem: (key: string) => void Reflect.deleteProperty(storage, key),
      })[String(name)],
  }),
);
vi.stubGlobal('navigator', { onLine: true });
const windowEvents = new EventTarget();
vi.stubGlobal('addEventListener', windowEvents.addEventListener.bind(windowEvents));
const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
vi.stubGlobal('document', page);

/** What the server has of each person in an organization. */
const stored = new Map<string, PersonalEntry[]>();
const keyOf = (person: string, organization = organizationId) => `${person} ${organization}`;
const callerKey = (path: { organizationId: string }) => {
  const state = session.state.get();
  return keyOf('user' in state ? (state.user?.id ?? '') : '', path.organizationId);
};
let fault: ApiError | null = null;

const favorite = (id: string) => ({ kind: 'space' as const, id, within: '', title: id });
const favoriteEntry = (id: string): PersonalEntry => ({
  kind: 'favorite',
  subject: `space/${id}`,
  value: { title: id, at: '2026-01-01T00:00:00.000Z' },
});
const titles = (organizationId: string) =>
  recentItemsOf(organizationId)
    .get()
    .favorites.map(({ title }) => title);
const settle = () => vi.advanceTimersByTimeAsync(10_000);

function signIn(id: string): void {
  const user = { id, displayName: id, email: `${id}@example.com` };
  session.adopt({
    accessToken: 't',
    expiresAt: null,
    server: null,
    user: Object.assign(user, { object: 'user' }) as never,
  });
}

let number = 0;
let organizationId: string;
function start(): void {
  const location = { pathname: `/o/${organizationId}/members` };
  const router = {
    options: { context: { queryClient: new QueryClient() } },
    state: { location },
    subscribe: () => () => {},
  };
  // Only these are used.
  startPersonalState(router as unknown as RegisteredRouter);
}

beforeEach(() => {
  vi.useFakeTimers();
  organizationId = `organization-${(number += 1)}`;
  fault = null;
  stored.clear();
  toasts.set([]);
  const get = ({ path }: { path: { organizationId: string } }) =>
    Promise.resolve({ data: { entries: stored.get(callerKey(path)) ?? [] } });
  vi.mocked(getPersonalState).mockImplementation(get as never);
  const update = (request: {
    path: { organizationId: string };
    body: { entries: PersonalStateEntryUpdate[] };
  }) => {
    if (fault) return Promise.reject(fault);
    const key = callerKey(request.path);
    const entries = new Map((stored.get(key) ?? []).map((entry) => [entry.subject, entry]));
    for (const { value, ...of } of request.body.entries)
      if (value) entries.set(of.subject, { ...of, value });
      else entries.delete(of.subject);
    stored.set(key, [...entries.values()]);
    return Promise.resolve({});
  };
  vi.mocked(updatePersonalState).mockImplementation(update as never);
});
afterEach(() => {
  session.clear();
  vi.useRealTimers();
});

it('a person gets what another browser left, and what this one adds is sent', async () => {
  stored.set(keyOf('ada'), [favoriteEntry('a')]);
  signIn('ada');
  start();
  await settle();
  expect(titles(organizationId)).toEqual(['a']);
  setFavorite(organizationId, favorite('b'), true);
  await settle();
  expect(stored.get(keyOf('ada'))?.map(({ subject }) => subject)).toEqual(['space/a', 'space/b']);
  // Another browser removes one; the person looks at this tab again.
  stored.set(keyOf('ada'), stored.get(keyOf('ada'))?.slice(1) ?? []);
  page.dispatchEvent(new Event('visibilitychange'));
  await settle();
  expect(titles(organizationId)).toEqual(['b']);
});

it('the next person at this browser has none of it, and the first one has it again', async () => {
  signIn('ada');
  start();
  setFavorite(organizationId, favorite('a'), true);
  await settle();
  session.clear();
  signIn('eve');
  await settle();
  expect(titles(organizationId)).toEqual([]);
  setFavorite(organizationId, favorite('e'), true);
  await settle();
  expect(stored.get(keyOf('eve'))?.map(({ subject }) => subject)).toEqual(['space/e']);
  session.clear();
  signIn('ada');
  await settle();
  expect(titles(organizationId)).toEqual(['a']);
  expect(stored.get(keyOf('ada'))?.map(({ subject }) => subject)).toEqual(['space/a']);
});

it('a tab shows what another one stored', async () => {
  signIn('ada');
  start();
  await settle();
  expect(titles(organizationId)).toEqual([]);
  const key = `bindery.places.${organizationId}@ada`;
  storage[key] = JSON.stringify({ recent: [], favorites: [favorite('t')] });
  windowEvents.dispatchEvent(Object.assign(new Event('storage'), { key }));
  expect(titles(organizationId)).toEqual(['t']);
});

it.each([
  ['Take over', ['b']],
  ['Not mine', []],
])('earlier favorites of the browser are taken over only by who says so: %s', async (label, expected) => {
  storage[`bindery.places.${organizationId}`] = JSON.stringify({ recent: [], favorites: [favorite('b')] });
  signIn('ada');
  start();
  await settle();
  expect(titles(organizationId)).toEqual([]);
  const [offer] = toasts.get();
  [offer?.action, offer?.alternative].find((action) => action?.label === label)?.run();
  await settle();
  expect(titles(organizationId)).toEqual(expected);
  expect((stored.get(keyOf('ada')) ?? []).map(({ value }) => value.title)).toEqual(expected);
  toasts.set([]);
  session.clear();
  signIn('eve');
  await settle();
  // What was not taken over is offered to the next person.
  expect(toasts.get()).toHaveLength(label === 'Take over' ? 0 : 1);
});

it('what the server refuses stays in the browser and is named', async () => {
  signIn('ada');
  start();
  await settle();
  const message = 'You can have 200 favorites in an organization. Delete one first.';
  fault = new ApiError({ status: 409, message, operation: '', details: [{ path: 'body.entries', message }] });
  setFavorite(organizationId, favorite('a'), true);
  await settle();
  expect(titles(organizationId)).toEqual(['a']);
  expect(toasts.get()).toMatchObject([
    { text: 'Couldn’t save the favorite “a” in your account.', detail: `${message} This browser keeps it.` },
  ]);
});

it('nothing is lost without a connection', async () => {
  signIn('ada');
  start();
  await settle();
  vi.stubGlobal('navigator', { onLine: false });
  setFavorite(organizationId, favorite('a'), true);
  await settle();
  expect(stored.get(keyOf('ada'))).toBeUndefined();
  vi.stubGlobal('navigator', { onLine: true });
  windowEvents.dispatchEvent(new Event('online'));
  await settle();
  expect(stored.get(keyOf('ada'))?.map(({ subject }) => subject)).toEqual(['space/a']);
});

it('nothing is sent to an organization that this tab has just left', async () => {
  signIn('ada');
  start();
  await settle();
  setFavorite(organizationId, favorite('a'), true);
  const path = `/v1/orgs/${organizationId}/members/ada`;
  const request = { number: 1, screen: '/', method: 'DELETE', path, origin: '', body: null, requestId: null };
  requestLog.set([{ ...request, at: Date.now(), status: 204, durationMs: 50 }]);
  vi.mocked(updatePersonalState).mockClear();
  page.dispatchEvent(new Event('visibilitychange'));
  await settle();
  expect(updatePersonalState).not.toHaveBeenCalled();
  requestLog.set([]);
});
