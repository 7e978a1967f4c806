const DAY = 24 * 60 * 60_000;
const RETENTION_DAYS = 7;

/**
 * How long a deleted space can still be restored.
 *
 * @param deletedAt ISO time
 */
export function timeLeft(deletedAt: string, now: Date): { words: string; isShort: boolean } {
  const left = Date.parse(deletedAt) + RETENTION_DAYS * DAY - now.getTime();
  if (left <= 0) return { words: 'Under a minute', isShort: true };
  const days = Math.floor(left / DAY);
  if (days === 0) return { words: 'Less than a day', isShort: true };
  return { words: days === 1 ? '1 day' : `${days} days`, isShort: days < 2 };
}
