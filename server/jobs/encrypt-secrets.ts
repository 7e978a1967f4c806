import type { Kysely } from 'kysely';
import type { SecretKeys } from '#server/base/secret-keys.ts';
import { countReadableSecrets, encryptStoredSecrets } from '#server/database/stored-secrets.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { enqueue, type JobHandlers } from '#server/queue/job-queue.ts';

const KIND = 'encrypt-secrets';

/**
 * How long readable secrets stay readable once a server with a key has seen them: until then all servers have started with
 * this release and the key. One of the release before, or without the key, could not sign anybody in with an encrypted one.
 */
const DELAY_MS = 60 * 60_000;

/** Only servers with a key do it. */
export function secretJobs(keys: SecretKeys): JobHandlers {
  if (keys.currentId === undefined) return {};
  return {
    [KIND]: async (db) => {
      await encryptStoredSecrets(db, keys);
    },
  };
}

/** Enqueues the encryption of what is stored readable, if there is any and a key. */
export async function enqueueEncryption(db: Kysely<Database>, keys: SecretKeys, now: Date): Promise<void> {
  if (keys.currentId === undefined || (await countReadableSecrets(db)) === 0) return;
  const waiting = await db
    .selectFrom('jobs')
    .select('id')
    .where('kind', '=', KIND)
    .where('finished_at', 'is', null)
    .executeTakeFirst();
  if (!waiting) await enqueue(db, { kind: KIND, runAt: new Date(now.getTime() + DELAY_MS) });
}
