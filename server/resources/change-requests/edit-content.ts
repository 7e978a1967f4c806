import type { Transaction } from 'kysely';
import type { ContentEdits, ContentEditsResult } from '#api/generated/types.gen.ts';
import { flattenPages } from '#server/content/page-tree.ts';
import { getRevision } from '#server/content/revisions.ts';
import type { StoredContent } from '#server/content/storage.ts';
import { lockChangeRequest, lockSpaceContent, writeRevision } from '#server/content/write-revision.ts';
import type { Database } from '#server/database/schema.ts';
import { conflict } from '#server/errors.ts';
import {
  type ChangeContext,
  type ChangeRequestIds,
  changeRequestLabel,
  requireCurrentRevision,
  setMergedAncestor,
} from './change-request-changes.ts';
import { requireNotClosed } from './change-requests.rules.ts';
import { applyContentEdits } from './content-edits.ts';
import { mergeVersions, type PreparedMerge, type MergeRevisions } from './merge-versions.ts';

/**
 * Applies edits in one new revision. With `resolves` the space's content is merged first and the edits resolve the
 * conflicts.
 */
export async function editContent(
  trx: Transaction<Database>,
  { spaceId, changeRequestId }: ChangeRequestIds,
  { changes, revision, resolves }: ContentEdits,
  { actor, now }: ChangeContext,
  prepared?: PreparedMerge,
): Promise<ContentEditsResult> {
  const space = await lockSpaceContent(trx, spaceId);
  const changeRequest = await lockChangeRequest(trx, changeRequestId);
  requireNotClosed(changeRequest);
  requireCurrentRevision(revision, changeRequest.revision_id, 'The change request');
  requireCurrentRevision(resolves, space.revision_id, 'The space');
  const base: EditBase =
    resolves === undefined
      ? { content: await getRevision(trx, spaceId, changeRequest.revision_id), texts: [] }
      : await mergeSpaceChanges(
          trx,
          { changeRequest, resolves, prepared },
          new Set(changes.map(({ page }) => page)),
        );
  const edited = applyContentEdits(base.content, changes, now);
  const written = await writeRevision(trx, {
    target: { changeRequest },
    type: resolves === undefined ? 'edits' : 'update',
    content: edited.content,
    texts: [...base.texts, ...edited.texts],
    otherParents: resolves === undefined ? [] : [resolves],
    actor,
    now,
    audit: {
      action: 'editChangeRequestContent',
      summary: `Edited the content of the change request ${changeRequestLabel(changeRequest)}.`,
    },
  });
  if (resolves !== undefined) await setMergedAncestor(trx, changeRequestId, resolves);
  return { revision: written, pages: edited.inserted };
}

interface EditBase {
  content: StoredContent;
  texts: string[];
}

/** Merges the space into the change request; 409 where a conflicting page is not edited. */
async function mergeSpaceChanges(
  trx: Transaction<Database>,
  merge: { changeRequest: MergeRevisions; resolves: string; prepared?: PreparedMerge | undefined },
  resolvedIds: ReadonlySet<string | undefined>,
): Promise<EditBase> {
  const { content, texts, conflicts } = await mergeVersions(
    trx,
    merge.changeRequest,
    merge.resolves,
    merge.prepared,
  );
  const titles = new Map(flattenPages(content.pages).map(({ id, title }) => [id, title]));
  const unresolved = conflicts.filter(({ pageId }) => titles.has(pageId) && !resolvedIds.has(pageId));
  if (unresolved.length > 0) {
    const list = unresolved.map(({ pageId }) => `"${titles.get(pageId)}"`).join(', ');
    throw conflict(`These pages still have conflicts: ${list}.`);
  }
  return { content, texts };
}
