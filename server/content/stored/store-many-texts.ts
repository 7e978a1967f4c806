import type { Kysely } from 'kysely';
import { batchesOf } from '#server/base/batches.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { runTask, TaskLimitError } from '../tasks/run-task.ts';
import { storeParsedTexts } from './parsed-texts.ts';
import { storeTexts } from './revisions.ts';

/** What is parsed and stored at once; sizes are characters. */
const TEXT_BATCH = { count: 100, size: 500_000, sizeOf: (text: string) => text.length };

interface StoreOptions {
  organizationId: string;
  signal?: AbortSignal | undefined;
  /** Gets the number of texts that are stored so far. */
  progress?: (done: number) => Promise<void>;
}

/** Stores the texts of a background job, parsed in task processes, batch by batch. No revision names them yet. */
export async function storeManyTexts(
  db: Kysely<Database>,
  texts: Iterable<string>,
  options: StoreOptions,
): Promise<void> {
  let done = 0;
  for (const batch of batchesOf(texts, TEXT_BATCH)) {
    await storeBatch(db, batch, options);
    done += batch.length;
    await options.progress?.(done);
  }
}

/** A text that cannot be parsed within the limits is stored as it is: it has no links, and is found by its title only. */
async function storeBatch(
  db: Kysely<Database>,
  batch: readonly string[],
  { organizationId, signal, ...rest }: StoreOptions,
): Promise<void> {
  try {
    const options = { organizationId, ...(signal && { signal }) };
    await storeParsedTexts(db, await runTask('parseTexts', { texts: [...batch] }, options));
  } catch (error) {
    if (!(error instanceof TaskLimitError)) throw error;
    if (batch.length === 1) await inTransaction(db, (trx) => storeTexts(trx, batch));
    else for (const text of batch) await storeBatch(db, [text], { organizationId, signal, ...rest });
  }
}
