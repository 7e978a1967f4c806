// @module-tag both-engines
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, openTestDatabase } from '#server/test/test-database.ts';
import { parseTimestamp } from './stored-time.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const storable = fc.date({
  min: new Date('0001-01-02T00:00:00Z'),
  max: new Date('9999-12-30T00:00:00Z'),
  noInvalidDate: true,
});

describe('a time of the database', () => {
  it('is the date that was stored, as text too', async () => {
    await fc.assert(
      fc.asyncProperty(storable, async (date) => {
        const { rows } = await sql<{ at: Date }>`select ${date}::timestamptz(3) as at`.execute(database.db);
        const [row] = rows;
        expect(row?.at).toBeInstanceOf(Date);
        expect(row?.at.getTime()).toBe(date.getTime());
        expect(row?.at.toISOString()).toBe(date.toISOString());
        expect(JSON.stringify(row)).toBe(JSON.stringify({ at: date }));
      }),
      { numRuns: 60 },
    );
  });

  it('can be stored again', async () => {
    const at = parseTimestamp('2026-01-31 12:00:00.12+00');
    const { rows } = await sql<{ at: Date }>`select ${at}::timestamptz(3) as at`.execute(database.db);
    expect(rows[0]?.at.toISOString()).toBe('2026-01-31T12:00:00.120Z');
  });

  it.each([
    ['2026-01-31 12:00:00+00', '2026-01-31T12:00:00.000Z'],
    ['2026-01-31 12:00:00.1+00', '2026-01-31T12:00:00.100Z'],
    ['2026-01-31 12:00:00.123+00', '2026-01-31T12:00:00.123Z'],
  ])('reads %s as %s', (text, iso) => {
    const at = parseTimestamp(text);
    expect(at.toISOString()).toBe(iso);
    expect(at.getTime()).toBe(new Date(iso).getTime());
  });
});
