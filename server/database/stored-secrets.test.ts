// @module-tag both-engines
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generateSecretKey, parseSecretKey, SecretKeys } from '#server/base/secret-keys.ts';
import { enqueueEncryption, secretJobs } from '#server/jobs/encrypt-secrets.ts';
import { runDueJobs } from '#server/queue/job-queue.ts';
import { openTestDatabase, type TestDatabase } from '#server/test/test-database.ts';
import { inTransaction } from './engine/transaction.ts';
import { signingSecret } from './server-settings.ts';
import {
  countReadableSecrets,
  discardSecret,
  encryptStoredSecrets,
  listUnreadableSecrets,
} from './stored-secrets.ts';
import type { Database } from './tables/schema.ts';

/** Columns whose names sound like secrets, and why they are not encrypted. */
const NOT_ENCRYPTED: Record<string, string> = {
  'files.storage_key': 'the name of an object in the storage, which opens nothing',
  'email_domains.token': 'stands in a public DNS record',
  'link_invites.secret': 'a part of an address that is shown again, and by which the row is found',
  'oidc_requests.code_verifier': 'works once, within ten minutes, together with what is only in a browser',
  'organizations.token_days': 'a number of days',
  'passkeys.credential_id': 'is public',
  'passkeys.public_key': 'is public',
  'sessions.started_by_token_id': 'an id',
  'site_searches.words_key': 'a keyed hash, whose key is overwritten at midnight',
  'site_searches_rest.words_key': 'the same, of months without a partition',
  'site_visitor_marks.words_key': 'the same, deleted at midnight',
  'sites.hostname_token': 'stands in a public DNS record',
  'sites.share_key': 'a part of an address that is shown again',
  'spaces.share_key': 'a part of an address that is shown again',
};

const ENCRYPTED = [
  'git_connections.token',
  'git_connections.webhook_secret',
  'oidc_providers.client_secret',
  'site_visitor_keys.secret',
  'webhooks.previous_secret',
  'webhooks.secret',
];

const newKeys = () => new SecretKeys([parseSecretKey(generateSecretKey()) ?? Buffer.alloc(0)]);

let database: TestDatabase;
let db: Kysely<Database>;
beforeAll(async () => {
  database = await openTestDatabase();
  ({ db } = database);
  await db.insertInto('organizations').values({ id: 'o', title: 'Harbor' }).execute();
  await db
    .insertInto('sites')
    .values({ id: 's', organization_id: 'o', type: 'ultimate', title: 'Charts', share_key: 'k' })
    .execute();
});
afterAll(() => database.close());

/** What releases before the key wrote, more rows than are encrypted at once. */
async function storeReadable(): Promise<void> {
  await db.deleteFrom('server_settings').execute();
  await db.deleteFrom('oidc_providers').execute();
  await db.deleteFrom('site_visitor_keys').execute();
  await db.insertInto('server_settings').values({ key: 'signing_secret', value: 'signs' }).execute();
  await db
    .insertInto('oidc_providers')
    .values({
      id: 'p',
      organization_id: 'o',
      label: 'Okta',
      issuer: 'https://id.example',
      client_id: 'c',
      client_secret: 'client secret',
      status: 'active',
    })
    .execute();
  await sql`insert into site_visitor_keys (id, site_id, secret)
    select 'key-' || lpad(i::text, 4, '0'), 's', 'secret ' || i from generate_series(1, 450) i`.execute(db);
}

async function listStored(): Promise<string[]> {
  const { rows } = await sql<{ stored: string }>`
    select value as stored from server_settings union all select client_secret from oidc_providers
    union all select secret from site_visitor_keys`.execute(db);
  return rows.map(({ stored }) => stored);
}

const clientSecret = async (keys: SecretKeys) => {
  const { client_secret: stored } = await db
    .selectFrom('oidc_providers')
    .select('client_secret')
    .executeTakeFirstOrThrow();
  return keys.decrypt(stored, { table: 'oidc_providers', column: 'client_secret', id: 'p' });
};

describe('stored secrets', () => {
  it('are encrypted, each column of which the name sounds like one, or there is a reason', async () => {
    const { rows } = await sql<{ name: string }>`
      select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = current_schema() and column_name !~ '_hash$'
        and column_name ~ 'secret|token|verifier|password|credential|_key$'
        and data_type in ('text', 'bytea', 'integer', 'smallint') order by 1`.execute(db);
    const names = rows.map(({ name }) => name).filter((name) => !/(search|sort|rank|source)_key$/.test(name));
    expect(names).toEqual([...Object.keys(NOT_ENCRYPTED), ...ENCRYPTED].toSorted());
  });

  it('are encrypted where an earlier release stored them readable, and again with the next key', async () => {
    await storeReadable();
    expect(await countReadableSecrets(db)).toBe(452);
    const keys = newKeys();
    expect(await encryptStoredSecrets(db, keys)).toBe(452);
    expect(await countReadableSecrets(db)).toBe(0);
    for (const stored of await listStored()) expect(stored).toContain(`enc:v1:${keys.currentId}:`);
    expect(await clientSecret(keys)).toBe('client secret');
    expect(await signingSecret(db, keys)).toBe('signs');
    expect(await encryptStoredSecrets(db, keys)).toBe(0);

    const next = parseSecretKey(generateSecretKey()) ?? Buffer.alloc(0);
    const former = parseSecretKey(generateSecretKey()) ?? Buffer.alloc(0);
    expect(await encryptStoredSecrets(db, keys)).toBe(0);
    await storeReadable();
    await encryptStoredSecrets(db, new SecretKeys([former]));
    expect(await encryptStoredSecrets(db, new SecretKeys([next, former]))).toBe(452);
    expect(await clientSecret(new SecretKeys([next]))).toBe('client secret');
    expect(await listUnreadableSecrets(db, new SecretKeys([next]))).toEqual([]);
  });

  it('are named where no key decrypts them, and discarded', async () => {
    await storeReadable();
    await sql`delete from site_visitor_keys where id <> 'key-0001'`.execute(db);
    await encryptStoredSecrets(db, newKeys());
    const keys = newKeys();
    const unreadable = await listUnreadableSecrets(db, keys);
    expect(unreadable.map(({ description }) => description)).toEqual([
      'what signs addresses of files and visits to sites (made anew by itself)',
      'the client secret of the identity provider “Okta” of Harbor',
      'a visitor key of the site “Charts” of Harbor',
    ]);
    await expect(encryptStoredSecrets(db, keys)).rejects.toThrow("can't be decrypted");
    for (const secret of unreadable)
      expect(await inTransaction(db, (trx) => discardSecret(trx, secret))).toBe(true);
    for (const secret of unreadable)
      expect(await inTransaction(db, (trx) => discardSecret(trx, secret))).toBe(false);
    expect(await listUnreadableSecrets(db, keys)).toEqual([]);
    expect(await listStored()).toEqual(['']);
    expect(await clientSecret(keys)).toBe('');
    expect(await signingSecret(db, keys)).toHaveLength(43);
  });

  it('are encrypted an hour after a server with a key has seen them, and by such a server only', async () => {
    await storeReadable();
    const keys = newKeys();
    const begin = new Date();
    const after = (minutes: number) => ({ now: () => new Date(begin.getTime() + minutes * 60_000) });
    await enqueueEncryption(db, new SecretKeys(), begin);
    expect(await runDueJobs(db, secretJobs(keys), after(120))).toBe(0);
    await enqueueEncryption(db, keys, begin);
    await enqueueEncryption(db, keys, begin);
    expect(await runDueJobs(db, secretJobs(keys), after(59))).toBe(0);
    expect(secretJobs(new SecretKeys())).toEqual({});
    expect(await clientSecret(new SecretKeys())).toBe('client secret');
    expect(await runDueJobs(db, secretJobs(keys), after(61))).toBe(1);
    expect(await countReadableSecrets(db)).toBe(0);
    await enqueueEncryption(db, keys, begin);
    expect(await runDueJobs(db, secretJobs(keys), after(120))).toBe(0);
  });

  it('are the same for two servers that start at once', async () => {
    await db.deleteFrom('server_settings').execute();
    const keys = newKeys();
    const [one, two] = await Promise.all([signingSecret(db, keys), signingSecret(db, keys)]);
    expect(one).toBe(two);
    expect(await countReadableSecrets(db)).toBe(0);
  });
});
