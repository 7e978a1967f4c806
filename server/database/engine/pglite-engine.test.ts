// @module-tag embedded-only
import { sql } from 'kysely';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { connect } from './connect.ts';

const MEBIBYTE = 1024 * 1024;

it('writes checkpoints, so that the log of a server that runs for long stays small', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bindery-log-'));
  const { db, close } = await connect({ dataDirectory: folder });
  try {
    await sql`create table texts (text text)`.execute(db);
    const logged = async () => {
      const { rows } = await sql<{ bytes: number }>`
        select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn)::float8 as bytes
        from pg_control_checkpoint()`.execute(db);
      return rows[0]?.bytes ?? 0;
    };
    const lengths: number[] = [];
    for (let round = 0; round < 12; round += 1) {
      await sql`insert into texts
        select string_agg(md5(random()::text), '') from generate_series(1, 80000) line group by line / 2000`.execute(
        db,
      );
      await sql`delete from texts`.execute(db);
      for (let count = 0; count < 500; count += 1) await sql`select 1`.execute(db);
      lengths.push(await logged());
    }
    expect(Math.max(...lengths)).toBeGreaterThan(2 * MEBIBYTE);
    expect(Math.max(...lengths)).toBeLessThan(40 * MEBIBYTE);
    // Without any, each round would add to it.
    expect(lengths.at(-1)).toBeLessThan(Math.max(...lengths));
    expect(readdirSync(join(folder, 'pg_wal')).length).toBeLessThan(12);
  } finally {
    await close();
    rmSync(folder, { recursive: true });
  }
}, 120_000);
