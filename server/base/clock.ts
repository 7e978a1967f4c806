/** The source of the current time; tests replace it. */
export interface Clock {
  now(): Date;
}

/**
 * Whether a moment is still ahead that was at most `periodMs` ahead when it was set, all in milliseconds. What seems to be
 * further ahead was set before the clock went back: a wait is never longer than its period.
 */
export function isAhead(at: number, now: number, periodMs: number): boolean {
  return at > now && at - now <= periodMs;
}

export const systemClock: Clock = { now: () => new Date() };
