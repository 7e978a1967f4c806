import type { OrganizationEvent } from '#api/generated/types.gen.ts';
import type { LoggedRequest } from '#src/api/log/request-log.ts';

/** How much later than the response the event of a change may come. */
const eventDelayMs = 10_000;

const isChange = ({ method, path }: LoggedRequest) => method !== 'GET' && !path.endsWith('/ping');

/** Whether a change of this tab is not answered yet. */
export const isPending = (request: LoggedRequest): boolean => isChange(request) && request.status === null;

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
  const isDone = ({ number, status, at, durationMs }: LoggedRequest) =>
    !events.has(number) &&
    status !== null &&
    status >= 200 &&
    status < 300 &&
    now - at - (durationMs ?? 0) < eventDelayMs;
  return changes.find((change) => isDone(change)) ?? (changes.some(isPending) ? 'pending' : undefined);
}
