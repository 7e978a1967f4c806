// @module-tag embedded-only
import { sql } from 'kysely';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect } from '#server/database/engine/connect.ts';
import { fillDataFolder } from '#server/test/test-database.ts';
import { databaseFolderOf, withDatabase } from './open-database.ts';
import { loadSettings, UsageError } from './settings.ts';

describe.runIf(process.env.TEST_ENGINE !== 'postgres')('opening the database', () => {
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'bindery-open-'));
    await fillDataFolder(folder);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('is refused to an older version, in one sentence that says what to do', async () => {
    const settings = loadSettings({ 'data-dir': folder }, {});
    const connection = await connect({ dataDirectory: databaseFolderOf(settings) });
    await sql`insert into kysely_migration values ('999-later', '2030-01-01T00:00:00.000Z')`.execute(
      connection.db,
    );
    await connection.close();
    const error: unknown = await withDatabase(settings, async () => {}).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(UsageError);
    expect(String(error)).toBe(
      `Error: Can't open the database in ${folder}/database: it was migrated by a newer version of Bindery (999-later); ` +
        'start that version or a later one, or restore a backup from before the update.',
    );
  });
});
