// @module-tag embedded-only
// @module-tag long
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { connect } from '#server/database/engine/connect.ts';
import { findPort, runCommand, startProcess } from '#server/test/processes/child-process.ts';
import { storeReadableSecret } from '#server/test/readable-secret.ts';
import { fillDataFolder } from '#server/test/test-database.ts';
import { databaseFolderOf } from './open-database.ts';

describe.runIf(process.env.TEST_ENGINE !== 'postgres')('a server', () => {
  it('says which key is missing, and starts once its secrets are discarded', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'bindery-keys-'));
    const keyFile = join(folder, 'secrets.key');
    await fillDataFolder(folder);
    const environment = { DATA_DIR: folder, PORT: String(await findPort()), EMPTY: 'true' };
    const serve = async () => {
      const server = await startProcess('main', ['serve'], environment);
      await server.waitForOutput('Set up the server');
      return server;
    };
    const stop = async ({ child, ended }: Awaited<ReturnType<typeof serve>>) => {
      child.kill('SIGTERM');
      expect(await ended).toBe(0);
    };
    const first = await serve();
    const rotated = await runCommand(['secrets', 'rotate'], environment);
    expect(rotated).toMatchObject({ code: 0, stdout: expect.stringContaining('Encrypted 1 secrets') });
    const backup = join(folder, 'backup.tar.gz');
    expect((await runCommand(['backup', '--to', backup], environment)).stdout).toContain(`in ${keyFile}.`);
    await stop(first);

    rmSync(keyFile);
    // What signs addresses is made anew: nobody has to enter it.
    await stop(await serve());
    const embeddedDatabase = await connect({ dataDirectory: databaseFolderOf({ dataDirectory: folder }) });
    await storeReadableSecret(embeddedDatabase);
    await embeddedDatabase.close();
    await stop(await serve());

    rmSync(keyFile);
    const refused = await runCommand(['serve'], environment);
    expect(refused.code).toBe(2);
    expect(refused.output).toMatch(/^The database has secrets that were encrypted with a key which/);
    expect(refused.output).toContain(`Put it into ${keyFile}`);
    expect(refused.output).not.toContain('    at ');
    expect((await runCommand(['secrets', 'discard'], environment)).stdout).toContain('Enter again');
    await stop(await serve());
    const restored = await runCommand(['restore', '--from', backup, '--replace'], environment);
    expect(restored).toMatchObject({ code: 0, stdout: expect.not.stringContaining('what signs addresses') });
    await stop(await serve());
    rmSync(folder, { recursive: true, force: true });
  }, 240_000);
});
