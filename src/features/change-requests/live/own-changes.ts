import type { LoggedRequest } from '#src/api/log/request-log.ts';

/** How much later than the response the event of a change may come: the server gathers them for a second. */
const eventDelayMs = 2500;

/**
 * Whether this tab changes something of a space: then what it shows is read again by the change itself.
 *
 * @returns `pending` while the response is awaited: only a change that succeeded has anything read again
 */
export function ownChangeOf(
  requests: readonly LoggedRequest[],
  spaceId: string,
  now: number,
): 'none' | 'pending' | 'done' {
  const changes = requests.filter(
    ({ method, path }) => method !== 'GET' && path.startsWith(`/v1/spaces/${spaceId}/`),
  );
  if (changes.some(({ status }) => status === null)) return 'pending';
  const isDone = ({ status, at, durationMs }: LoggedRequest) =>
    status !== null && status >= 200 && status < 300 && now - at - (durationMs ?? 0) < eventDelayMs;
  return changes.some((change) => isDone(change)) ? 'done' : 'none';
}
