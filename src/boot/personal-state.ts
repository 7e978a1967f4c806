import type { RegisteredRouter } from '@tanstack/react-router';
import { getPersonalState, updatePersonalState } from '#api/generated/sdk.gen.ts';
import { ApiError, offlineError } from '#src/api/errors.ts';
import { requestLog } from '#src/api/log/request-log.ts';
import { currentUser, personalName, session } from '#src/api/session/session.ts';
import { toast } from '#src/components/toasts/toasts.ts';
import { deletedHere } from '#src/domain/live/own-changes.ts';
import { byKey, mergeEntries, type PersonalEntry } from '#src/domain/personal-state/merge.ts';
import {
  createPersonalSync,
  ExchangeEnded,
  type PersonalSync,
  RefusedEntries,
  type RefusedEntry,
} from '#src/domain/personal-state/personal-sync.ts';
import { recentItemsName } from '#src/domain/recent/recent-items.ts';
import { lastWrite, readStored, storedNameOf, writeStored } from '#src/lib/storage.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import {
  applyVisit,
  describeEntry,
  forgetEarlierState,
  isPersonal,
  readEarlierState,
  readPersonalCopy,
  reloadPersonalCopy,
  writePersonalCopy,
} from './personal-copies.ts';

/** The state of one person in one organization, as this browser has it. */
interface Owner {
  organizationId: string;
  /** Makes a name in the browser's storage one of the person's. */
  nameOf: (name: string) => string;
  /** Whether the person is still signed in here. */
  isSignedIn: () => boolean;
}

/** Each opened item changes the list of recent ones, which can wait. */
const delayOf = (storedName: string) => (storedName.startsWith(recentItemsName('')) ? 5000 : 1000);

const organizationAt = (pathname: string): string | null => /^\/o\/([^/]+)/.exec(pathname)?.[1] ?? null;

/**
 * Keeps the state of the person who is signed in, in the organization on the screen, the same in all tabs and, at servers
 * that keep it, in all browsers.
 */
export function startPersonalState(router: RegisteredRouter): void {
  const syncs = new Map<string, PersonalSync>();
  /** One for each owner, as what has failed in it is tried again after the person has left its screens. */
  const syncOf = (owner: Owner): PersonalSync => {
    const name = owner.nameOf(owner.organizationId);
    const last = syncs.get(name);
    const sync = last && !last.isEnded() ? last : createPersonalSync(partsOf(owner));
    syncs.set(name, sync);
    return sync;
  };
  let current: { owner: Owner; sync: PersonalSync } | null = null;
  const open = () => {
    const organizationId = organizationAt(router.state.location.pathname);
    const owner = organizationId === null ? null : ownerOf(organizationId);
    if (current?.owner.organizationId === organizationId && current.owner.isSignedIn()) return;
    current?.sync.flush();
    current = owner && { owner, sync: syncOf(owner) };
    if (owner) void current?.sync.exchange().then(() => offerEarlierState(owner));
  };
  lastWrite.subscribe(() => {
    const name = lastWrite.get()?.name ?? '';
    if (current && isPersonal(name) && name.includes(current.owner.organizationId))
      current.sync.send(delayOf(name));
  });
  addEventListener('storage', ({ key }) => {
    const name = key === null ? null : storedNameOf(key);
    if (name !== null) reloadPersonalCopy(name);
  });
  addEventListener('online', () => void current?.sync.exchange());
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') current?.sync.flush();
    else void current?.sync.exchange();
  });
  session.state.subscribe(open);
  router.subscribe('onResolved', open);
  open();
}

/** Null unless a person is signed in. */
function ownerOf(organizationId: string): Owner | null {
  const suffix = personalName('');
  const isSignedIn = () => session.state.get().status === 'signed-in' && personalName('') === suffix;
  return suffix === '' || !isSignedIn()
    ? null
    : { organizationId, nameOf: (name) => name + suffix, isSignedIn };
}

function partsOf(owner: Owner): Parameters<typeof createPersonalSync>[0] {
  const { organizationId, nameOf } = owner;
  const path = { organizationId };
  const baseName = nameOf(`state.${organizationId}`);
  return {
    browser: {
      read: () => readPersonalCopy(organizationId, nameOf),
      write: (entries) => writePersonalCopy(organizationId, nameOf, entries),
    },
    base: {
      read: () => parseEntries(readStored('local', baseName)),
      write: (entries) => void writeStored('local', baseName, JSON.stringify(entries)),
    },
    server: {
      async read() {
        requireServer(owner);
        const { data } = await getPersonalState({ path, throwOnError: true }).catch(toSyncError);
        const entries = data.entries.map(({ kind, subject, value }) => ({ kind, subject, value }));
        applyVisit(organizationId, nameOf, entries);
        return entries;
      },
      async write(entries) {
        requireServer(owner);
        const keepalive = document.visibilityState === 'hidden';
        const body = { entries: [...entries] };
        await updatePersonalState({ path, body, keepalive, throwOnError: true }).catch(toSyncError);
      },
    },
    inTurn: (action) =>
      // Absent without HTTPS.
      'locks' in navigator ? navigator.locks.request(`bindery.${baseName}`, action) : action(),
    onRefused,
    waitOf: (error) => (error instanceof ApiError ? (error.retryAfter ?? 0) * 1000 : 0),
  };
}

/** Throws unless the browser has a connection, and the person is signed in and a member. */
function requireServer(owner: Owner): void {
  if (!navigator.onLine) throw offlineError('PATCH /v1/orgs/{organizationId}/personal-state');
  if (!owner.isSignedIn()) throw new ExchangeEnded('Signed out.');
  const membership = `${owner.organizationId}/${currentUser()?.id}`;
  const hasLeft = deletedHere(requestLog.get(), Date.now()).some((ids) => ids.join('/') === membership);
  if (hasLeft) throw new ExchangeEnded('Left the organization.');
}

function toSyncError(error: unknown): never {
  if (!(error instanceof ApiError)) throw error;
  const { status, message, details } = error;
  // 501: the client knows that the server keeps no personal state.
  if ([401, 403, 404, 405, 501].includes(status)) throw new ExchangeEnded(message);
  if (![400, 409, 413].includes(status)) throw error;
  const position = /^body\.entries\[(\d+)\]/.exec(details[0]?.path ?? '')?.[1];
  throw new RefusedEntries(message, {
    position: position === undefined ? null : Number(position),
    isLimit: status === 409,
  });
}

function parseEntries(text: string | null): PersonalEntry[] | null {
  try {
    const entries: unknown = JSON.parse(text ?? 'null');
    // Written by this module alone.
    return Array.isArray(entries) ? entries : null;
  } catch {
    return null;
  }
}

function onRefused(refused: readonly RefusedEntry[]): void {
  const [first] = refused;
  if (!first) return;
  const more = refused.length > 1 ? ` and ${formatNumber(refused.length - 1)} more` : '';
  toast(`Couldn’t save ${describeEntry(first.entry)}${more} in your account.`, {
    id: 'personal-state',
    tone: 'error',
    detail: `${first.reason} This browser keeps it.`,
    durationMs: Infinity,
  });
}

/** Offers what this browser has from before each person had their own, until the person answers. */
function offerEarlierState({ organizationId, nameOf, isSignedIn }: Owner): void {
  const answerName = nameOf(`took-over.${organizationId}`);
  if (!isSignedIn() || readStored('local', answerName) !== null) return;
  if (readEarlierState(organizationId).length === 0) return;
  const answer = (isTakenOver: boolean) => {
    if (!isSignedIn()) return;
    writeStored('local', answerName, isTakenOver ? 'yes' : 'no');
    if (!isTakenOver) return;
    const entries = byKey(readPersonalCopy(organizationId, nameOf));
    const merged = mergeEntries(new Map(), byKey(readEarlierState(organizationId)), entries);
    writePersonalCopy(organizationId, nameOf, [...merged.values()]);
    forgetEarlierState(organizationId);
  };
  toast('Take over what this browser remembers?', {
    id: 'take-over',
    detail: 'Favorites, recent items, saved views and marks from before. Are they yours?',
    durationMs: Infinity,
    action: { label: 'Take over', run: () => answer(true) },
    alternative: { label: 'Not mine', run: () => answer(false) },
  });
}
