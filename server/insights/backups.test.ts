// @module-tag embedded-only
import { describe, expect, it } from 'vitest';
import { openTestDatabase } from '#server/test/test-database.ts';
import { saltOf } from './daily-salt.ts';

describe('a backup', () => {
  it('has nothing by which the visitors of the day could be found out', async () => {
    const database = await openTestDatabase();
    try {
      const { db, dump } = database;
      await saltOf(db, '2026-11-28');
      const salt = await saltOf(db, '2026-11-29');
      if (!salt || !dump) throw new Error('There is no salt, or no dump.');
      const backup = Buffer.from(await (await dump('none')).arrayBuffer());
      expect(backup.length).toBeGreaterThan(1_000_000);
      expect(backup.includes(salt)).toBe(false);
      // The day goes on as before.
      expect(await saltOf(db, '2026-11-29')).toEqual(salt);
      expect(await saltOf(db, '2026-11-28')).toBeUndefined();
    } finally {
      await database.close();
    }
  });
});
