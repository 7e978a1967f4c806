import type { Kysely, Transaction } from 'kysely';
import { conflict } from '#server/base/errors.ts';
import { hasConflicts } from '#server/content/merge/merge-content.ts';
import { getRevision } from '#server/content/stored/revisions.ts';
import { lockChangeRequest, lockSpaceContent, writeRevision } from '#server/content/stored/write-revision.ts';
import type { Database } from '#server/database/tables/schema.ts';
import {
  addChangeRequest,
  type ChangeContext,
  changeRequestLabel,
  setMergedAncestor,
} from '../change-request-changes.ts';
import { mergeVersions, type MergeRevisions, type PreparedMerge } from '../merge-versions.ts';
import { shortenSubject } from './drafts.ts';

/** A merged change request. */
export interface MergedChangeRequest {
  id: string;
  space_id: string;
  number: number;
  subject: string;
  /** The revision of the space that the merge made. */
  revision_merged: string | null;
}

/**
 * The inverse of a merge as the versions of a merge: what the merge made is the base, what the space had before is the
 * change request. 409 where the change request is not merged.
 */
export async function inverseOf(
  db: Kysely<Database>,
  { space_id: spaceId, revision_merged: merged }: MergedChangeRequest,
): Promise<MergeRevisions> {
  if (merged === null) throw conflict('The change request is not merged.');
  const { parents } = await getRevision(db, spaceId, merged);
  const [before] = parents;
  if (before === undefined) throw new Error(`The merge ${merged} has no parent.`);
  return {
    space_id: spaceId,
    revision_id: before,
    revision_initial: merged,
    revision_merged_ancestor: null,
  };
}

/**
 * Creates a draft with the inverse of a merge; returns its id. It begins with the merge's result, so that its
 * changes are those of the merge, backwards. Later changes of the space are merged into it; if that has
 * conflicts, the draft is as outdated as any other, and they are resolved as others are. A repeated request
 * returns the same draft.
 */
export async function addInverse(
  trx: Transaction<Database>,
  merged: MergedChangeRequest,
  inverse: MergeRevisions,
  context: ChangeContext,
  prepared: PreparedMerge | undefined,
): Promise<string> {
  const { space_id: spaceId, revision_id: before, revision_initial: base } = inverse;
  const space = await lockSpaceContent(trx, spaceId);
  const name = changeRequestLabel(merged);
  const subject = shortenSubject(merged.subject === '' ? `Undo ${name}` : `Undo “${merged.subject}”`);
  const existing = await findUnfinishedInverse(trx, {
    spaceId,
    base,
    subject,
    userId: context.actor.user.id,
  });
  if (existing !== undefined) return existing;
  const id = await addChangeRequest(trx, spaceId, { subject, base, action: 'undoMerge' }, context);
  await writeRevision(trx, {
    target: { changeRequest: await lockChangeRequest(trx, id) },
    type: 'edits',
    content: await getRevision(trx, spaceId, before),
    texts: [],
    ...context,
    audit: {
      action: 'editChangeRequestContent',
      summary: `Undid the changes of the change request ${name} in a new one.`,
    },
  });
  if (space.revision_id === base) return id;
  const merge = await mergeVersions(trx, inverse, space.revision_id, prepared);
  if (hasConflicts(merge)) return id;
  await writeRevision(trx, {
    target: { changeRequest: await lockChangeRequest(trx, id) },
    type: 'update',
    content: merge.content,
    texts: merge.texts,
    otherParents: [space.revision_id],
    isContribution: false,
    ...context,
    audit: { action: 'updateChangeRequestFromMain', summary: `Updated it from the space “${space.title}”.` },
  });
  await setMergedAncestor(trx, id, space.revision_id);
  return id;
}

/**
 * The unfinished inverse of the same merge by the same person. Call it with the content of the space locked.
 */
async function findUnfinishedInverse(
  trx: Transaction<Database>,
  { spaceId, base, subject, userId }: { spaceId: string; base: string; subject: string; userId: string },
): Promise<string | undefined> {
  const row = await trx
    .selectFrom('change_requests')
    .select('id')
    .where('space_id', '=', spaceId)
    .where('revision_initial', '=', base)
    .where('subject', '=', subject)
    .where('created_by', '=', userId)
    .where('status', 'in', ['draft', 'open'])
    .executeTakeFirst();
  return row?.id;
}
