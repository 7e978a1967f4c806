import type { Transaction } from 'kysely';
import type { Database } from '#server/database/tables/schema.ts';
import { writeNotices } from './write-notifications.ts';

/** People wait for shorter imports, whose screen they look at. */
const MIN_DURATION_MS = 10_000;

/** Tells who started an import that it has ended, if it took long or failed. In the transaction that ends it. */
export async function tellOfImport(trx: Transaction<Database>, importId: string): Promise<void> {
  const run = await trx
    .selectFrom('content_imports')
    .select(['organization_id', 'created_by', 'created_at', 'finished_at', 'problem', 'origin', 'space_ids'])
    .where('id', '=', importId)
    .executeTakeFirst();
  if (!run || run.created_by === null || run.finished_at === null) return;
  const durationMs = run.finished_at.getTime() - run.created_at.getTime();
  if (run.problem === null && durationMs < MIN_DURATION_MS) return;
  const spaces = run.space_ids.length === 1 ? '1 space' : `${run.space_ids.length} spaces`;
  await writeNotices(trx, [
    {
      userId: run.created_by,
      organizationId: run.organization_id,
      eventId: `import:${importId}`,
      at: run.finished_at,
      reason: 'job',
      action: run.problem === null ? 'import-done' : 'import-failed',
      subject: { kind: 'import', id: importId },
      readers: 'everyone',
      contentId: null,
      actorId: null,
      commentId: null,
      detail: run.problem ?? `The import has written ${spaces}.`,
    },
  ]);
}
