/** Keys of requests whose outcome is unknown, by request. */
const uncertainKeys = new Map<string, string>();

const maxKeys = 200;

/**
 * The idempotency key of a request. A retry after an unknown outcome reuses the key, so that the server runs it once.
 */
export function idempotencyKeyFor(change: string): string {
  return uncertainKeys.get(change) ?? crypto.randomUUID();
}

export function recordOutcome(change: string, key: string, status: number): void {
  // Rejected before processing (401, 429): the earlier attempt is still uncertain.
  if ((status === 401 || status === 429) && uncertainKeys.get(change) === key) return;
  uncertainKeys.delete(change);
  // Client errors changed nothing and successes are final; anything else is uncertain.
  if (status === 0 || status >= 500) uncertainKeys.set(change, key);
  const [oldest] = uncertainKeys.keys();
  if (uncertainKeys.size > maxKeys && oldest !== undefined) uncertainKeys.delete(oldest);
}
