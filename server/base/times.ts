import { badValue } from './errors.ts';

/** The range that both the database and four-digit ISO strings support. */
const EARLIEST = Date.parse('0001-01-01T00:00:00Z');
const LATEST = Date.parse('9999-12-31T23:59:59.999Z');

/** Parses a time of a request; throws 400 for leap seconds and years outside 1 to 9999. */
export function parseTime(path: string, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const time = new Date(text);
  if (time.getTime() >= EARLIEST && time.getTime() <= LATEST) return time;
  throw badValue(path, 'must be a time between the years 1 and 9999');
}
