import type { Kysely, Transaction } from 'kysely';
import { recordAudit } from '#server/audit/audit.ts';
import { badValue, conflict, notFound } from '#server/base/errors.ts';
import { newId } from '#server/base/ids.ts';
import type { Database } from '#server/database/tables/schema.ts';
import type { BranchPreviewRow } from './branch-previews.rules.ts';
import { type GitChange, lockConnection, requestedNow } from './git-connections.queries.ts';

/** More would be read again with each push to their branches. */
const MAX_PREVIEWS = 20;

/** The previews of a space, each with who asked for it. */
export function selectBranchPreviews(db: Kysely<Database>, spaceId: string) {
  return db
    .selectFrom('git_branch_previews')
    .innerJoin('git_connections', 'git_connections.id', 'git_branch_previews.connection_id')
    .leftJoin('users', 'users.id', 'git_branch_previews.created_by')
    .selectAll('git_branch_previews')
    .select(['git_connections.space_id', 'git_connections.url'])
    .select(['users.display_name', 'users.email', 'users.photo_url'])
    .where('git_connections.space_id', '=', spaceId);
}

/** Throws 404 where there is none. */
export async function getBranchPreview(
  db: Kysely<Database>,
  { spaceId, branchPreviewId }: { spaceId: string; branchPreviewId: string },
): Promise<BranchPreviewRow> {
  const row = await selectBranchPreviews(db, spaceId)
    .where('git_branch_previews.id', '=', branchPreviewId)
    .executeTakeFirst();
  if (!row) throw notFound('preview of a branch');
  return row;
}

/** Asks for a preview, or for the present one of the branch to be read again; returns its id. */
export async function requestBranchPreview(
  trx: Transaction<Database>,
  { spaceId, branch }: { spaceId: string; branch: string },
  change: GitChange,
): Promise<string> {
  const { actor, now } = change;
  const connection = await lockConnection(trx, { kind: 'space', id: spaceId });
  if (branch === connection.branch)
    throw badValue('body.branch', 'is the branch that the space is synchronized with: its sites show it');
  if (connection.paused_at)
    throw conflict('The connection with the repository is paused. Branches can be viewed once it goes on.');
  const previews = await trx
    .selectFrom('git_branch_previews')
    .select(['id', 'branch'])
    .where('connection_id', '=', connection.id)
    .execute();
  const present = previews.find((preview) => preview.branch === branch);
  if (!present && previews.length >= MAX_PREVIEWS)
    throw conflict(`The space has ${MAX_PREVIEWS} previews of branches. Remove one first.`);
  const id = present?.id ?? newId();
  await trx
    .insertInto('git_branch_previews')
    .values({
      id,
      connection_id: connection.id,
      branch,
      requested_at: now,
      created_by: actor.user.id,
      created_at: now,
      updated_at: now,
    })
    .onConflict((other) => other.column('id').doUpdateSet({ requested_at: now }))
    .execute();
  await trx
    .updateTable('git_connections')
    .set(requestedNow('request', change))
    .where('id', '=', connection.id)
    .execute();
  await auditPreview(trx, spaceId, change, {
    action: 'previewSpaceGitBranch',
    describe: (title) =>
      `Asked for a preview of the branch “${branch}” of the repository of the space “${title}”.`,
  });
  return id;
}

/** Its revision is deleted by the next cleanup after a day. */
export async function deleteBranchPreview(
  trx: Transaction<Database>,
  { id, branch, space_id: spaceId }: BranchPreviewRow,
  change: GitChange,
): Promise<void> {
  await trx.deleteFrom('git_branch_previews').where('id', '=', id).execute();
  await auditPreview(trx, spaceId ?? '', change, {
    action: 'deleteSpaceGitBranchPreview',
    describe: (title) => `Removed the preview of the branch “${branch}” of the space “${title}”.`,
  });
}

async function auditPreview(
  trx: Transaction<Database>,
  spaceId: string,
  { actor }: GitChange,
  { action, describe }: { action: string; describe: (title: string) => string },
): Promise<void> {
  const { organization_id: organizationId, title } = await trx
    .selectFrom('spaces')
    .select(['organization_id', 'title'])
    .where('id', '=', spaceId)
    .executeTakeFirstOrThrow();
  const target = { targetKind: 'space', targetId: spaceId } as const;
  await recordAudit(trx, { organizationId, actor, action, summary: describe(title), ...target });
}
