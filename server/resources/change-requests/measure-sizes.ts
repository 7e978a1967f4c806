import { type Kysely, sql, type Transaction } from 'kysely';
import type { ChangeRequestSize, ContentChange } from '#api/generated/types.gen.ts';
import type { EventReader } from '#server/audit/event-cursors.ts';
import type { LoggedEvent } from '#server/audit/event-log.ts';
import { listChanges } from '#server/content/merge/compare-content.ts';
import { matchLines } from '#server/content/merge/match-lines.ts';
import { differsMuch, pagePositions } from '#server/content/pages/page-tree.ts';
import { findRevisions, loadTexts, type StoredRevision } from '#server/content/stored/revisions.ts';
import { runTask } from '#server/content/tasks/run-task.ts';
import type { StoredSize } from '#server/database/tables/content-tables.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { enqueue, type JobHandlers, MEASURE_JOB } from '#server/queue/job-queue.ts';
import { baseRevisionOf } from './merge-versions.ts';

/** Of more changed texts, no lines are counted. */
const MAX_TEXTS = 1000;
/** Texts in memory at a time, of both sides. */
const TEXTS_AT_ONCE = 50;

/** Actions that change what a change request changes, beside those that write a revision of it. */
const CHANGING: ReadonlySet<string> = new Set([
  'editChangeRequestContent',
  'importChangeRequestContent',
  'importOrganizationContent',
  'applySuggestions',
  'updateChangeRequestFromMain',
  'undoMerge',
]);

/** Queues the counting of change requests whose content changed: requests and lists don't wait for it. */
export const sizeReader: EventReader = { name: 'change-request-sizes', handle: enqueueMeasures };

async function enqueueMeasures(trx: Transaction<Database>, events: readonly LoggedEvent[]): Promise<void> {
  const ids = new Set(
    events.flatMap(({ action, changeRequestId }) => (CHANGING.has(action) ? (changeRequestId ?? []) : [])),
  );
  if (ids.size === 0) return;
  const waiting = await trx
    .selectFrom('jobs')
    .select(sql<string>`payload ->> 'changeRequestId'`.as('id'))
    .where('kind', '=', MEASURE_JOB)
    .where('finished_at', 'is', null)
    .where('locked_until', 'is', null)
    .execute();
  for (const { id } of waiting) ids.delete(id);
  const runAt = new Date();
  const jobs = [...ids].map((changeRequestId) => ({
    kind: MEASURE_JOB,
    payload: { changeRequestId },
    runAt,
  }));
  if (jobs.length > 0) await enqueue(trx, ...jobs);
}

export const sizeJobs: JobHandlers = {
  [MEASURE_JOB]: (db, payload) => measure(db, String(Reflect.get(Object(payload), 'changeRequestId'))),
};

async function measure(db: Kysely<Database>, changeRequestId: string): Promise<void> {
  const row = await db
    .selectFrom('change_requests')
    .selectAll()
    .where('id', '=', changeRequestId)
    .executeTakeFirst();
  if (!row) return;
  const [baseId, revisionId] = [baseRevisionOf(row), row.revision_id];
  const key = `${baseId} ${revisionId}`;
  if (row.size?.of === key) return;
  const revisions = await findRevisions(db, row.space_id, [baseId, revisionId]);
  const [base, now] = [revisions.get(baseId), revisions.get(revisionId)];
  // A revision may have been deleted with the space.
  if (!base || !now) return;
  const changes = await compareRevisions(base, now, row.organization_id);
  const size: StoredSize = {
    of: key,
    ...(await countLines(db, { base, now }, changes)),
    ...countOf(changes),
  };
  // Changed again in the meantime, it is counted by the job of that change.
  await db
    .updateTable('change_requests')
    .set({ size: JSON.stringify(size) })
    .where('id', '=', changeRequestId)
    .where('revision_id', '=', revisionId)
    .execute();
}

const countOf = (changes: readonly ContentChange[]) => {
  const pages = changes.filter(({ page }) => page !== undefined).length;
  return { pages, others: changes.length - pages };
};

async function compareRevisions(
  base: StoredRevision,
  now: StoredRevision,
  organizationId: string,
): Promise<ContentChange[]> {
  const input = { base: contentOf(base), now: contentOf(now), limit: Number.MAX_SAFE_INTEGER };
  const { changes } = differsMuch(base.pages, now.pages)
    ? await runTask('listChanges', input, { organizationId })
    : listChanges(input);
  return changes;
}

const contentOf = ({ pages, files, reusableContents, book }: StoredRevision) => ({
  pages,
  files,
  reusableContents,
  ...(book && { book }),
});

/** Lines that differ in the texts of changed pages and reusable contents. */
async function countLines(
  db: Kysely<Database>,
  { base, now }: { base: StoredRevision; now: StoredRevision },
  changes: readonly ContentChange[],
): Promise<Pick<ChangeRequestSize, 'addedLines' | 'removedLines'>> {
  const [before, after] = [documentsOf(base), documentsOf(now)];
  const ids = changes.flatMap(({ page, reusableContent }) => page?.id ?? reusableContent?.id ?? []);
  const pairs = ids.map((id) => [before(id), after(id)] as const).filter(([a, b]) => a !== b);
  if (pairs.length > MAX_TEXTS) return {};
  let [addedLines, removedLines] = [0, 0];
  for (let start = 0; start < pairs.length; start += TEXTS_AT_ONCE) {
    const some = pairs.slice(start, start + TEXTS_AT_ONCE);
    const texts = await loadTexts(
      db,
      some.flat().flatMap((id) => id ?? []),
    );
    for (const [a, b] of some) {
      const [linesBefore, linesAfter] = [linesOf(texts.get(a ?? '')), linesOf(texts.get(b ?? ''))];
      const same = matchLines(linesBefore, linesAfter).filter((position) => position >= 0).length;
      removedLines += linesBefore.length - same;
      addedLines += linesAfter.length - same;
    }
  }
  return { addedLines, removedLines };
}

function documentsOf({ pages, reusableContents }: StoredRevision): (id: string) => string | undefined {
  const positions = pagePositions(pages);
  const contents = new Map(reusableContents.map(({ id, documentId }) => [id, documentId]));
  return (id) => positions.get(id)?.page.documentId ?? contents.get(id);
}

const linesOf = (text: string | undefined): string[] =>
  text === undefined || text === '' ? [] : text.replace(/\n$/, '').split('\n');
