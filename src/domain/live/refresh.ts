import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import type { OrganizationEvent } from '#api/generated/types.gen.ts';
import { onStreamEvent } from '#src/api/event-stream/organization-stream.ts';
import { streamState } from '#src/api/event-stream/stream-state.ts';
import { requestLog } from '#src/api/log/request-log.ts';
import { currentUser } from '#src/api/session/session.ts';
import type { StreamEvent } from '#src/lib/text/event-stream.ts';
import { isFollowed, isOfNotifications, isOutdatedBy, isWithin } from './outdated-reads.ts';
import { deletedHere, isPending, ownChangeOf } from './own-changes.ts';

/** What comes within this time is read together; at random, so that not everybody reads at the same moment. */
const minGatherMs = 30;
const maxGatherMs = 200;
/** Rounds of reads begin at least so far apart. */
const pauseMs = 500;
/** How long a round waits for a change of this tab: in between, a response could show half of it. */
const maxPendingMs = 3000;
const maxReceived = 1000;
/** How often everything is read again while there is no stream. */
const askMs = 60_000;

/** A change, if it has the shape that the contract says. */
export function readChange({ name, data }: StreamEvent): OrganizationEvent | null {
  if (name !== 'change') return null;
  const value = parseObject(data);
  const target = value && asObject(value['target']);
  if (!value || !target) return null;
  const { id, action, space, changeRequest, user } = value;
  if (typeof id !== 'string' || typeof action !== 'string') return null;
  return {
    id,
    action,
    target: { kind: String(target['kind']), id: String(target['id']) },
    ...(typeof space === 'string' && { space }),
    ...(typeof changeRequest === 'string' && { changeRequest }),
    user: typeof user === 'string' ? user : null,
  };
}

const asObject = (value: unknown): Record<string, unknown> | null =>
  typeof value === 'object' && value !== null ? { ...value } : null;

function parseObject(text: string): Record<string, unknown> | null {
  try {
    return asObject(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Which queries are to be read again: those of any of these. */
type Outdated = readonly ((queryKey: QueryKey) => boolean)[];

const ofChange = (change: OrganizationEvent) => (queryKey: QueryKey) => isOutdatedBy(change, queryKey);

/** Returns a function that says whether an event has come before: one can come twice. */
function rememberEvents(): (event: OrganizationEvent) => boolean {
  const received = new Set<string>();
  return ({ id }) => {
    if (received.has(id)) return true;
    received.add(id);
    const [oldest] = received;
    if (received.size > maxReceived && oldest !== undefined) received.delete(oldest);
    return false;
  };
}

/** Reads again what others have changed, gathered in rounds. */
export function refreshFromStream(queryClient: QueryClient): void {
  let outdated: Outdated = [];
  /** Changes of this person that may be those of a request that is not answered yet. */
  let held: OrganizationEvent[] = [];
  /** The requests of this tab whose event has come. */
  const events = new Set<number>();
  const isRepeated = rememberEvents();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isRunning = false;
  let waitedMs = 0;

  const runSoon = (ms = minGatherMs + Math.random() * (maxGatherMs - minGatherMs)) => {
    if (!isRunning) timer ??= setTimeout(() => void run(), ms);
  };
  const run = async () => {
    timer = undefined;
    if (requestLog.get().some(isPending) && waitedMs < maxPendingMs) {
      waitedMs += maxGatherMs;
      return runSoon(maxGatherMs);
    }
    waitedMs = 0;
    const round = outdated;
    outdated = [];
    isRunning = true;
    const pause = new Promise((resolve) => setTimeout(resolve, pauseMs));
    const isVisible = document.visibilityState === 'visible';
    await Promise.allSettled([readAgain(queryClient, round, isVisible), pause]);
    isRunning = false;
    if (outdated.length > 0) runSoon();
  };
  const add = (isOutdated: Outdated[number]) => {
    outdated = [...outdated, isOutdated];
    runSoon();
  };
  const addChange = (change: OrganizationEvent) => {
    const isOwn = change.user !== null && change.user === currentUser()?.id;
    const own = isOwn ? ownChangeOf(requestLog.get(), change, { now: Date.now(), events }) : undefined;
    if (own === 'pending') held.push(change);
    else if (own) events.add(own.number);
    else add(ofChange(change));
  };

  requestLog.subscribe(() => {
    const waiting = held;
    held = [];
    for (const change of waiting) addChange(change);
  });
  onStreamEvent((event) => {
    const change = readChange(event);
    if (change && !isRepeated(change)) addChange(change);
    else if (event.name === 'notification') add(isOfNotifications);
    else if (event.name === 'access' || event.name === 'resync') add(isFollowed);
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible') return;
    const predicate = ({ queryKey, state }: Query) => state.isInvalidated && isFollowed(queryKey);
    void queryClient.refetchQueries({ predicate, type: 'active' }, { cancelRefetch: false });
  });
  let cancelAsking = () => {};
  streamState.subscribe(() => {
    cancelAsking();
    if (streamState.get() === 'refused') add(isFollowed);
    if (streamState.get() !== 'broken') return;
    const asking = setInterval(() => add(isFollowed), askMs);
    cancelAsking = () => clearInterval(asking);
  });
}

/**
 * Reads again what is outdated.
 *
 * @param isVisible hidden tabs read when they are shown
 */
export async function readAgain(
  queryClient: QueryClient,
  outdated: Outdated,
  isVisible: boolean,
): Promise<void> {
  const deleted = deletedHere(requestLog.get(), Date.now());
  const predicate = ({ queryKey }: Query) =>
    !isWithin(queryKey, deleted) && outdated.some((isOutdated) => isOutdated(queryKey));
  // A first read is not canceled, and may have begun before the change.
  const firstReads = queryClient
    .getQueryCache()
    .findAll({ predicate, fetchStatus: 'fetching' })
    .filter(({ state }) => state.data === undefined);
  const refetchType = isVisible ? 'active' : 'none';
  await queryClient.invalidateQueries({ predicate, refetchType });
  if (firstReads.length > 0)
    await queryClient.invalidateQueries({ predicate: (query) => firstReads.includes(query), refetchType });
}
