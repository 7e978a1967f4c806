import type { OrganizationEvent } from '#api/generated/types.gen.ts';
import type { LoggedRequest } from '#src/api/log/request-log.ts';

/** How much later than the response the event of a change may come. */
const eventDelayMs = 2500;

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
 * Whether a change of this person is one of this tab: then what it shows is read again by the change itself.
 *
 * @returns `pending` while the response is awaited: only a change that succeeded has anything read again
 */
export function ownChangeOf(
  requests: readonly LoggedRequest[],
  event: OrganizationEvent,
  now: number,
): 'none' | 'pending' | 'done' {
  const changes = requests.filter((request) => isChange(request) && isAbout(request, event));
  if (changes.some(isPending)) return 'pending';
  const isDone = ({ status, at, durationMs }: LoggedRequest) =>
    status !== null && status >= 200 && status < 300 && now - at - (durationMs ?? 0) < eventDelayMs;
  return changes.some((change) => isDone(change)) ? 'done' : 'none';
}
