/**
 * Totals of lists, remembered for a moment: counting a large organization costs more than reading a page of it. A change
 * made by this process forgets the organization's totals at once (`recordAudit` does it); one made by another process
 * shows within `LIFETIME_MS`.
 */
const LIFETIME_MS = 2000;
const MOST_ORGANIZATIONS = 1000;
const MOST_COUNTS = 200;

interface Remembered {
  total: Promise<number>;
  until: number;
}

const countsByOrganization = new Map<string, Map<string, Remembered>>();

/** The total for `key` (operation and filters) below an organization; `count` runs where it is not remembered. */
export function rememberCount(
  organizationId: string,
  key: string,
  count: () => Promise<number>,
): Promise<number> {
  const now = performance.now();
  const counts = countsOf(organizationId);
  const known = counts.get(key);
  if (known && known.until > now) return known.total;
  // The promise is kept, not the number: whoever asks meanwhile waits for the same statement. A change drops the whole
  // map, so a total that was read before the change cannot be remembered after it.
  const total = count();
  if (counts.size >= MOST_COUNTS) counts.clear();
  counts.set(key, { total, until: now + LIFETIME_MS });
  total.catch(() => counts.delete(key));
  return total;
}

/** Forgets all totals below an organization. */
export function forgetCounts(organizationId: string): void {
  countsByOrganization.delete(organizationId);
}

function countsOf(organizationId: string): Map<string, Remembered> {
  const known = countsByOrganization.get(organizationId);
  if (known) return known;
  if (countsByOrganization.size >= MOST_ORGANIZATIONS) countsByOrganization.clear();
  const counts = new Map<string, Remembered>();
  countsByOrganization.set(organizationId, counts);
  return counts;
}
