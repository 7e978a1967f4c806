import type { Kysely } from 'kysely';
import type { ContentChanges } from '#api/generated/types.gen.ts';
import { listChanges } from '#server/content/merge/compare-content.ts';
import { differsMuch } from '#server/content/pages/page-tree.ts';
import { findRevisions, type StoredRevision } from '#server/content/stored/revisions.ts';
import { runTask } from '#server/content/tasks/run-task.ts';
import type { Database } from '#server/database/tables/schema.ts';

const MAX_CHANGES = 1000;

interface ComparedRevisions {
  spaceId: string;
  /** Revisions of the space or of its change requests. */
  baseId: string;
  revisionId: string;
  /** How many changes are listed; 1,000 by default. */
  limit?: number | undefined;
}

interface ComparisonCaller {
  organizationId: string;
  /** Aborts when nobody waits for the answer any more. */
  signal: AbortSignal;
}

const contentOf = ({ pages, files, reusableContents, book }: StoredRevision) => ({
  pages,
  files,
  reusableContents,
  ...(book && { book }),
});

/** What changed from one revision to another. Undefined where one of them does not exist. */
export async function compareRevisions(
  db: Kysely<Database>,
  { spaceId, baseId, revisionId, limit = MAX_CHANGES }: ComparedRevisions,
  { organizationId, signal }: ComparisonCaller,
): Promise<ContentChanges | undefined> {
  const revisions = await findRevisions(db, spaceId, [baseId, revisionId]);
  const [base, revision] = [revisions.get(baseId), revisions.get(revisionId)];
  if (!base || !revision) return undefined;
  const input = { base: contentOf(base), now: contentOf(revision), limit };
  const changes = differsMuch(base.pages, revision.pages)
    ? await runTask('listChanges', input, { organizationId, signal })
    : listChanges(input);
  return { base: baseId, revision: revisionId, ...changes };
}
