/** Changes whose outcome is not known, by what they ask for, each with the key it was sent under. */
const uncertainKeys = new Map<string, string>();

const maxKeys = 200;

/**
 * The key under which a change is sent. The very same change, sent again after an attempt whose outcome is not known,
 * has the very same key, so that the server does it once and repeats its answer.
 *
 * @param change method, address and body
 */
export function idempotencyKeyFor(change: string): string {
  return uncertainKeys.get(change) ?? crypto.randomUUID();
}

/**
 * Notes how an attempt has ended.
 *
 * @param status of the answer; 0 when none came
 */
export function recordOutcome(change: string, key: string, status: number): void {
  // Turned away at the door (401, 429): nobody has looked whether an attempt before has been done.
  if ((status === 401 || status === 429) && uncertainKeys.get(change) === key) return;
  uncertainKeys.delete(change);
  // A refusal has changed nothing and a success is over; all else may or may not have been done.
  if (status === 0 || status >= 500) uncertainKeys.set(change, key);
  const [oldest] = uncertainKeys.keys();
  if (uncertainKeys.size > maxKeys && oldest !== undefined) uncertainKeys.delete(oldest);
}
