import { badValue } from '#server/base/errors.ts';

/** Of those who have chosen none. */
export const DEFAULT_TIME_ZONE = 'UTC';

/** The usual spelling of an IANA time zone, `Europe/Berlin`; undefined if this server knows none of that name. */
function findTimeZone(name: string): string | undefined {
  // Offsets such as `+01:00` name no zone, but newer engines accept them.
  if (!/^[a-z]/i.test(name)) return undefined;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

/** Throws 400, naming the place, where there is no such zone. Null and undefined stay. */
export function parseTimeZone<Missing extends null | undefined>(
  place: string,
  name: string | Missing,
): string | Missing {
  if (typeof name !== 'string') return name;
  const zone = findTimeZone(name);
  if (zone === undefined) throw badValue(place, 'is not the name of a time zone, such as Europe/Berlin');
  return zone;
}
