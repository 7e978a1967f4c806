import type { Transaction } from 'kysely';
import { flattenPages } from '#server/content/page-tree.ts';
import { requireRevision } from '#server/content/revisions.ts';
import type { StoredContent } from '#server/content/storage.ts';
import { lockChangeRequest, lockSpaceContent, writeRevision } from '#server/content/write-revision.ts';
import type { Database } from '#server/database/schema.ts';
import { conflict } from '#server/errors.ts';
import type { ContentEdits, ContentEditsResult } from '#api/generated/types.gen.ts';
import {
  type ChangeBy,
  type ChangeRequestIds,
  nameOf,
  requireCurrent,
  setAncestor,
} from './change-request-changes.ts';
import { requireUnfinished } from './change-requests.policy.ts';
import { mergeVersions, type PreparedMerge, type VersionIds } from './merge-versions.ts';
import { applyPageEdits } from './page-edits.ts';

/**
 * Carries out edits of the pages of a change request in one new revision. With `resolves` the space's present content is
 * taken over first, and the edits settle what is in conflict.
 */
export async function editContent(
  trx: Transaction<Database>,
  { spaceId, changeRequestId }: ChangeRequestIds,
  { changes, revision, resolves }: ContentEdits,
  { actor, now }: ChangeBy,
  prepared?: PreparedMerge,
): Promise<ContentEditsResult> {
  const space = await lockSpaceContent(trx, spaceId);
  const changeRequest = await lockChangeRequest(trx, changeRequestId);
  requireUnfinished(changeRequest);
  requireCurrent(revision, changeRequest.revision_id, 'The change request');
  requireCurrent(resolves, space.revision_id, 'The space');
  const start: Start =
    resolves === undefined
      ? { content: await requireRevision(trx, spaceId, changeRequest.revision_id), texts: [] }
      : await takeOver(trx, { changeRequest, resolves, prepared }, new Set(changes.map(({ page }) => page)));
  const edited = applyPageEdits(start.content.pages, changes, now);
  const written = await writeRevision(trx, {
    target: { changeRequest },
    type: resolves === undefined ? 'edits' : 'update',
    content: { ...start.content, pages: edited.pages },
    texts: [...start.texts, ...edited.texts],
    otherParents: resolves === undefined ? [] : [resolves],
    actor,
    now,
    audit: {
      action: 'editChangeRequestContent',
      summary: `Edited the content of the change request ${nameOf(changeRequest)}.`,
    },
  });
  if (resolves !== undefined) await setAncestor(trx, changeRequestId, resolves);
  return { revision: written, pages: edited.inserted };
}

interface Start {
  content: StoredContent;
  texts: string[];
}

/** The change request merged with its space; 409 where a page is in conflict that no edit is about. */
async function takeOver(
  trx: Transaction<Database>,
  merge: { changeRequest: VersionIds; resolves: string; prepared?: PreparedMerge | undefined },
  settled: ReadonlySet<string | undefined>,
): Promise<Start> {
  const { content, texts, conflicts } = await mergeVersions(
    trx,
    merge.changeRequest,
    merge.resolves,
    merge.prepared,
  );
  const titles = new Map(flattenPages(content.pages).map(({ id, title }) => [id, title]));
  const left = conflicts.filter(({ pageId }) => titles.has(pageId) && !settled.has(pageId));
  if (left.length > 0) {
    const list = left.map(({ pageId }) => `"${titles.get(pageId)}"`).join(', ');
    throw conflict(`These pages still have conflicts: ${list}.`);
  }
  return { content, texts };
}
