// @module-tag both-engines
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { generateSecretKey } from '#server/base/secret-keys.ts';
import { countReadableSecrets } from '#server/database/stored-secrets.ts';
import { storeReadableSecret } from '#server/test/readable-secret.ts';
import { openTestDatabase, type TestDatabase } from '#server/test/test-database.ts';
import { executeCommand } from './execute-command.ts';
import { ServerSecrets } from './secrets.ts';
import { loadSettings } from './settings.ts';

const embedded = process.env.TEST_ENGINE !== 'postgres';

let folder: string;
let database: TestDatabase;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bindery-secrets-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const keyFile = () => join(folder, 'secrets.key');
const openSecrets = (environment: NodeJS.ProcessEnv) =>
  new ServerSecrets(loadSettings({}, { DATA_DIR: folder, ...environment }));
const onPostgres = (...keys: string[]) =>
  openSecrets({ DATABASE_URL: 'postgres://unused', SECRETS_KEY: keys.join(',') });

const run = (secrets: ServerSecrets, ...args: string[]) =>
  executeCommand(args, {
    database,
    secrets: () => secrets,
    storage: undefined,
    publicUrl: 'http://localhost:4400',
    now: () => new Date(),
    onChange: () => {},
  });

async function readClientSecret({ keys }: ServerSecrets): Promise<string> {
  const row = await database.db.selectFrom('oidc_providers').selectAll().executeTakeFirstOrThrow();
  return keys.decrypt(row.client_secret, { table: 'oidc_providers', column: 'client_secret', id: 'p' });
}

const missingKey =
  /secrets that were encrypted with a key which this server does not have \([\w-]{8}\):\n- the client secret of the identity provider “Okta” of Harbor\n.*"bindery secrets discard"/;

describe('the keys of stored secrets', () => {
  beforeEach(async () => {
    database = await openTestDatabase();
    await storeReadableSecret(database);
    return () => database.close();
  });

  it('are made for the embedded database, in a private file, and kept', async () => {
    const secrets = openSecrets({});
    await secrets.prepare(database.db);
    expect(statSync(keyFile()).mode & 0o777).toBe(0o600);
    expect(readFileSync(keyFile(), 'utf8')).toMatch(/^[\w+/]{43}=\n$/);
    const again = openSecrets({});
    expect(again.keys.currentId).toBe(secrets.keys.currentId);
    writeFileSync(keyFile(), 'nonsense\n');
    expect(() => openSecrets({})).toThrow(`${keyFile()} is damaged: line 1 is not a key.`);
  });

  it('encrypt at a start with the embedded database, and later with PostgreSQL', async () => {
    const secrets = embedded ? openSecrets({}) : onPostgres(generateSecretKey());
    await secrets.prepare(database.db);
    await secrets.encryptReadable(database);
    expect(await countReadableSecrets(database.db)).toBe(embedded ? 0 : 1);
    expect(await readClientSecret(secrets)).toBe('client secret');
  });

  it.runIf(!embedded)('are asked for at a start with PostgreSQL, which goes on', async () => {
    const said = vi.spyOn(console, 'error').mockReturnValue();
    const secrets = onPostgres();
    await secrets.prepare(database.db);
    await secrets.encryptReadable(database);
    expect(said).toHaveBeenCalledExactlyOnceWith(
      expect.stringMatching(/^SECRETS_KEY is not set: .* 1 are stored readable\. .*openssl rand -base64 32$/),
    );
    said.mockRestore();
    expect(await readClientSecret(secrets)).toBe('client secret');
    expect(await run(secrets, 'secrets', 'rotate')).toEqual({
      error: 'SECRETS_KEY is missing. Set it to the output of: openssl rand -base64 32',
    });
  });

  it('are replaced in the data folder, and the former one is kept for backups', async () => {
    const secrets = openSecrets({});
    await secrets.prepare(database.db);
    const former = readFileSync(keyFile(), 'utf8');
    const formerId = secrets.keys.currentId;
    expect(await run(secrets, 'secrets', 'rotate')).toEqual({
      output: expect.stringMatching(
        /^Encrypted 1 secrets with a new key \([\w-]{8}\), which is in .*secrets\.key\. /,
      ),
    });
    expect(secrets.keys.ids).toHaveLength(1);
    expect(secrets.keys.currentId).not.toBe(formerId);
    expect(await readClientSecret(openSecrets({}))).toBe('client secret');
    const [kept = ''] = readdirSync(folder).filter((name) => name.startsWith('secrets.key.before-'));
    expect(readFileSync(join(folder, kept), 'utf8')).toBe(former);
    expect(statSync(join(folder, kept)).mode & 0o777).toBe(0o600);
  });

  it('are replaced in SECRETS_KEY while servers have both', async () => {
    const [former, next] = [generateSecretKey(), generateSecretKey()];
    const before = onPostgres(former, next);
    expect(await run(before, 'secrets', 'rotate')).toMatchObject({
      output: expect.stringContaining('Encrypted 1'),
    });
    const after = onPostgres(next, former);
    expect(await readClientSecret(after)).toBe('client secret');
    expect(await run(after, 'secrets', 'rotate')).toMatchObject({
      output: expect.stringContaining('Encrypted 1'),
    });
    expect(await readClientSecret(before)).toBe('client secret');
    await onPostgres(next).prepare(database.db);
    await expect(onPostgres(former).prepare(database.db)).rejects.toThrow(missingKey);
  });

  it('are named where they are missing; what they encrypted is discarded, which the audit log says', async () => {
    await run(onPostgres(generateSecretKey()), 'secrets', 'rotate');
    const lost = openSecrets({});
    await expect(lost.prepare(database.db)).rejects.toThrow(missingKey);
    // No new key hides that the former one is missing.
    expect(readdirSync(folder)).toEqual([]);
    expect(await run(lost, 'secrets', 'rotate')).toEqual({ error: expect.stringMatching(missingKey) });
    expect(await run(lost, 'secrets', 'discard')).toEqual({
      output:
        'Removed what no key decrypts. Enter again:\n- the client secret of the identity provider “Okta” of Harbor',
    });
    const { client_secret: left, status } = await database.db
      .selectFrom('oidc_providers')
      .selectAll()
      .executeTakeFirstOrThrow();
    expect({ left, status }).toEqual({ left: '', status: 'pending' });
    const entry = await database.db.selectFrom('audit_log').selectAll().executeTakeFirstOrThrow();
    expect(entry).toMatchObject({
      organization_id: 'o',
      action: 'updateOidcProvider',
      target_id: 'p',
      summary: expect.stringContaining('because its key is lost'),
    });
    await lost.prepare(database.db);
    expect(await run(lost, 'secrets', 'discard')).toEqual({
      output: 'All stored secrets can be decrypted. Nothing was removed.',
    });
  });
});
