import type { Kysely } from 'kysely';
import type { Database } from '#server/database/tables/schema.ts';

const DAY_MS = 24 * 60 * 60_000;
/** How long a preview of a branch stays that nobody asks for, and whose branch gets no commits. */
const BRANCH_PREVIEW_TTL_MS = 30 * DAY_MS;

/** What a preview of a branch shows, while there is one. */
export async function findBranchPreview(
  db: Kysely<Database>,
  id: string,
): Promise<{ spaceId: string; revisionId: string; branch: string; commit: string } | undefined> {
  const row = await db
    .selectFrom('git_branch_previews')
    .innerJoin('git_connections', 'git_connections.id', 'git_branch_previews.connection_id')
    .select(['space_id', 'git_branch_previews.branch', 'revision_id', 'commit'])
    .where('git_branch_previews.id', '=', id)
    .executeTakeFirst();
  if (!row || row.space_id === null || row.revision_id === null || row.commit === null) return undefined;
  return { spaceId: row.space_id, revisionId: row.revision_id, branch: row.branch, commit: row.commit };
}

/** Their revisions are deleted with those that nothing refers to. */
export async function deleteOldBranchPreviews(db: Kysely<Database>, now: Date): Promise<void> {
  await db
    .deleteFrom('git_branch_previews')
    .where('updated_at', '<', new Date(now.getTime() - BRANCH_PREVIEW_TTL_MS))
    .execute();
}
