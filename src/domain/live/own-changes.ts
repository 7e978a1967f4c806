import type { OrganizationEvent } from '#api/generated/types.gen.ts';
import type { LoggedRequest } from '#src/api/log/request-log.ts';

/** How much later than the response the event of a change may come. */
const eventDelayMs = 10_000;

const isChange = ({ method, path }: LoggedRequest) => method !== 'GET' && !path.endsWith('/ping');

/** Whether a change of this tab is not answered yet. */
export const isPending = (request: LoggedRequest): boolean => isChange(request) && request.status === null;

/** Whether a change of this tab succeeded so recently that its event may still come. */
const isRecent = ({ status, at, durationMs }: LoggedRequest, now: number): boolean =>
  status !== null && status >= 200 && status < 300 && now - at - (durationMs ?? 0) < eventDelayMs;

/** The parts of a path below the version: `orgs`, an id, `teams`, an id. */
const segmentsOf = (path: string): string[] => (path.split('?')[0] ?? '').split('/').slice(2);

/** The ids and names in a path, decoded. */
const idsIn = (path: string): string[] =>
  segmentsOf(path)
    .filter((_, index) => index % 2 === 1)
    .map((id) => {
      try {
        return decodeURIComponent(id);
      } catch {
        return id;
      }
    });

/**
 * What this tab has just deleted, as the ids of its URL. Its screen may still be open for a moment, and must not ask for it
 * again. What was restored since is there again. A URL without an id at its end ends the sessions of what it names.
 */
export function deletedHere(requests: readonly LoggedRequest[], now: number): readonly (readonly string[])[] {
  const deleted = new Map<string, readonly string[]>();
  for (const request of requests) {
    if (!isChange(request) || !isRecent(request, now)) continue;
    const ids = idsIn(request.path);
    const last = ids.at(-1);
    const endsWithId = segmentsOf(request.path).length === ids.length * 2;
    if (request.method !== 'DELETE') for (const id of ids) deleted.delete(id);
    else if (last !== undefined && endsWithId) deleted.set(last, ids);
  }
  return [...deleted.values()];
}

/** Whether a request may be the change that an event is about: its URL names the target, or it creates something. */
function isAbout({ method, path }: LoggedRequest, event: OrganizationEvent): boolean {
  const names = path.split(/[/?]/);
  const { action, target, space, changeRequest } = event;
  if ([target.id, space, changeRequest].some((id) => id !== undefined && names.includes(id))) return true;
  // What is created has no id in the URL yet.
  const isCreated = space === undefined || /^(create|duplicate)/.test(action);
  return isCreated && (method === 'POST' || method === 'PUT') && path.startsWith('/v1/orgs/');
}

/**
 * The change of this tab that an event of this person is about: then what it shows is read again by the change itself.
 * Each change has one event; a further one is of another tab.
 *
 * @param events the numbers of the requests whose event has come
 * @returns `pending` while the response is awaited: only a change that succeeded has anything read again
 */
export function ownChangeOf(
  requests: readonly LoggedRequest[],
  event: OrganizationEvent,
  { now, events }: { now: number; events: ReadonlySet<number> },
): LoggedRequest | 'pending' | undefined {
  const changes = requests.filter((request) => isChange(request) && isAbout(request, event));
  const isDone = (request: LoggedRequest) => !events.has(request.number) && isRecent(request, now);
  return changes.find((change) => isDone(change)) ?? (changes.some(isPending) ? 'pending' : undefined);
}
