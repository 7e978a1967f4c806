import { sql, type Transaction } from 'kysely';
import type { ContentEdits, ContentEditsResult, SpaceContentEdits } from '#api/generated/types.gen.ts';
import { badValue, conflict } from '#server/base/errors.ts';
import { flattenPages } from '#server/content/pages/page-tree.ts';
import { findBrokenChain, MAX_INCLUDE_DEPTH } from '#server/content/pages/reusable-contents.ts';
import { documentIdOf, type StoredContent, type StoredFileRef } from '#server/content/pages/storage.ts';
import { followSources } from '#server/content/stored/follow-sources.ts';
import { includedAddresses, loadTextLinks } from '#server/content/stored/parsed-texts.ts';
import { findRevisions, getRevision } from '#server/content/stored/revisions.ts';
import { findUploads, consumeUploads } from '#server/content/stored/uploads.ts';
import {
  type LockedChangeRequest,
  lockChangeRequest,
  lockSpaceContent,
  type SupersededRevision,
  writeRevision,
} from '#server/content/stored/write-revision.ts';
import { findIncludes } from '#server/content/visitor-text/include-tags.ts';
import type { Database } from '#server/database/tables/schema.ts';
import {
  type ChangeContext,
  type ChangeRequestIds,
  changeRequestLabel,
  requireCurrentRevision,
  setMergedAncestor,
} from '../change-request-changes.ts';
import { requireNotClosed, requireUnlocked } from '../change-requests.rules.ts';
import { requireDirectChanges } from '../check-merge-rules.ts';
import { mergeVersions, type PreparedMerge, type MergeRevisions } from '../merge-versions.ts';
import { applyContentEdits, type EditedContent, type PreparedEdit } from './content-edits.ts';
import { describeEdits } from './describe-edits.ts';

/** The results of edits. */
export interface WrittenEdits extends ContentEditsResult {
  content: StoredContent;
}

type Prepared<Edits> = Omit<Edits, 'changes'> & { changes: readonly PreparedEdit[] };

/**
 * Applies edits in one new revision. With `resolves` the space's content is merged first and the edits resolve the
 * conflicts.
 */
export async function editContent(
  trx: Transaction<Database>,
  { spaceId, changeRequestId }: ChangeRequestIds,
  { changes, revision, resolves }: Prepared<ContentEdits>,
  { actor, now }: ChangeContext,
  prepared?: PreparedMerge,
): Promise<WrittenEdits> {
  const space = await lockSpaceContent(trx, spaceId);
  const changeRequest = await lockChangeRequest(trx, changeRequestId);
  requireNotClosed(changeRequest);
  requireCurrentRevision(revision, changeRequest.revision_id, 'The change request');
  requireCurrentRevision(resolves, space.revision_id, 'The space');
  const supersedes =
    resolves === undefined ? await findSquashable(trx, changeRequest, { actor, now }) : undefined;
  const base: EditBase =
    resolves === undefined
      ? { content: await getRevision(trx, spaceId, changeRequest.revision_id), texts: [] }
      : await mergeSpaceChanges(
          trx,
          { changeRequest, resolves, prepared },
          new Set(changes.flatMap(({ page, file, reusableContent }) => [page, file, reusableContent])),
        );
  const revertTo = changeRequest.revision_merged_ancestor ?? changeRequest.revision_initial;
  const edited = await applyEdits(trx, { ...base, changes, spaceId, revertTo }, { actor, now });
  const result = await writeRevision(trx, {
    target: { changeRequest },
    type: resolves === undefined ? 'edits' : 'update',
    content: edited.content,
    texts: [...base.texts, ...edited.texts],
    otherParents: resolves === undefined ? [] : [resolves],
    supersedes,
    actor,
    now,
    audit: {
      action: 'editChangeRequestContent',
      summary: `Edited the content of the change request ${changeRequestLabel(changeRequest)}.`,
    },
  });
  if (resolves !== undefined) await setMergedAncestor(trx, changeRequestId, resolves);
  return { revision: result, ...toResult(edited) };
}

/** Applies edits to a space that is not locked, in one new revision. */
export async function editSpace(
  trx: Transaction<Database>,
  spaceId: string,
  { changes, revision }: Prepared<SpaceContentEdits>,
  { actor, now }: ChangeContext,
): Promise<WrittenEdits> {
  const space = await lockSpaceContent(trx, spaceId);
  requireUnlocked(space);
  await requireDirectChanges(trx, space);
  requireCurrentRevision(revision, space.revision_id, 'The space');
  const content = await getRevision(trx, spaceId, space.revision_id);
  const edited = await applyEdits(trx, { content, texts: [], changes, spaceId }, { actor, now });
  const result = await writeRevision(trx, {
    target: { space },
    type: 'edits',
    content: edited.content,
    texts: edited.texts,
    message: describeEdits(content, changes, edited),
    actor,
    now,
    audit: { action: 'editSpaceContent', summary: `Edited the content of the space “${space.title}”.` },
  });
  return { revision: result, ...toResult(edited) };
}

function toResult({
  pages,
  files,
  reusableContents,
  content,
}: EditedContent): Omit<WrittenEdits, 'revision'> {
  return { pages, files, content, ...(reusableContents.length > 0 && { reusableContents }) };
}

/** Applies edits to some content, and makes the uploads that they use files of the space. */
async function applyEdits(
  trx: Transaction<Database>,
  edits: EditBase & {
    spaceId: string;
    changes: readonly PreparedEdit[];
    /** The revision that pages are reverted to where an edit names none. */
    revertTo?: string;
  },
  { actor, now }: ChangeContext,
): Promise<EditedContent> {
  const { spaceId, content, texts, changes, spaceFiles, revertTo } = edits;
  const uploadIds = changes.flatMap(({ operation, upload }) =>
    operation === 'insert_file' || operation === 'update_file' ? (upload ?? []) : [],
  );
  const uploads = await findUploads(trx, { spaceId, userId: actor.user.id }, uploadIds);
  const reverted = changes.flatMap(({ operation, revision = revertTo }) =>
    operation === 'revert_page' ? (revision ?? []) : [],
  );
  const revisions = reverted.length === 0 ? new Map() : await findRevisions(trx, spaceId, reverted);
  const edited = applyContentEdits(content, changes, { now, uploads, spaceFiles, revisions, revertTo });
  await requireShownIncludes(trx, edited, changes);
  await consumeUploads(trx, [...uploads.keys()]);
  const followed = await followSources(trx, spaceId, [content, edited.content], [...texts, ...edited.texts]);
  return { ...edited, content: followed.content, texts: [...edited.texts, ...followed.texts] };
}

/** 400 where a reusable content would be shown in itself, or in too many others. */
async function requireShownIncludes(
  trx: Transaction<Database>,
  { content: { reusableContents }, texts }: EditedContent,
  changes: readonly PreparedEdit[],
): Promise<void> {
  const index = changes.findLastIndex(
    ({ operation, document }) => operation.endsWith('_reusable_content') && document !== undefined,
  );
  if (index < 0) return;
  const includes = new Map(
    texts.map((text) => [documentIdOf(text), findIncludes(text).map(({ address }) => address)]),
  );
  const stored = reusableContents.map(({ documentId }) => documentId).filter((id) => !includes.has(id));
  for (const [id, { links }] of await loadTextLinks(trx, stored)) includes.set(id, includedAddresses(links));
  const chain = findBrokenChain(reusableContents, (id) => includes.get(id) ?? []);
  if (!chain) return;
  const path = `${changes[index]?.path ?? `body.changes[${index}]`}.document`;
  const names = chain.titles.map((title) => `“${title}”`).join(' → ');
  throw badValue(
    path,
    chain.kind === 'cycle'
      ? `shows a reusable content in itself: ${names}`
      : `puts more than ${MAX_INCLUDE_DEPTH} reusable contents in one another: ${names}`,
  );
}

/** How long after the first of several saves another one of the same person belongs to the same revision. */
const SQUASH_MS = 10 * 60_000;

/**
 * The latest revision of a change request, if an edit of this person may stand for it too: it is a recent edit of
 * theirs, and no review, comment or other revision refers to it.
 */
async function findSquashable(
  trx: Transaction<Database>,
  { id, space_id: spaceId, revision_id: revisionId }: LockedChangeRequest,
  { actor, now }: ChangeContext,
): Promise<SupersededRevision | undefined> {
  return trx
    .selectFrom('revisions')
    .select(['parents', sql<Date>`coalesce(first_saved_at, created_at)`.as('firstSavedAt')])
    .where('id', '=', revisionId)
    .where('change_request_id', '=', id)
    .where('created_by', '=', actor.user.id)
    .where('type', '=', 'edits')
    .where('message', 'is', null)
    .where(sql<boolean>`coalesce(first_saved_at, created_at) > ${new Date(now.getTime() - SQUASH_MS)}`)
    .where(
      sql<boolean>`not exists (select from comments where change_request_id = ${id} and revision_id = ${revisionId})`,
    )
    .where(
      sql<boolean>`not exists (select from reviews where change_request_id = ${id} and revision_id = ${revisionId})`,
    )
    .where(
      sql<boolean>`not exists (select from revisions newer where newer.space_id = ${spaceId}
        and newer.created_at >= revisions.created_at and newer.parents @> array[${revisionId}]::text[])`,
    )
    .executeTakeFirst();
}

interface EditBase {
  content: StoredContent;
  texts: string[];
  /** The files of the space, where it was merged. */
  spaceFiles?: readonly StoredFileRef[] | undefined;
}

/** Merges the space into the change request; 409 where a conflicting page is not edited. */
async function mergeSpaceChanges(
  trx: Transaction<Database>,
  merge: { changeRequest: MergeRevisions; resolves: string; prepared?: PreparedMerge | undefined },
  resolvedIds: ReadonlySet<string | undefined>,
): Promise<EditBase> {
  const { content, texts, conflicts, fileConflicts, reusableConflicts } = await mergeVersions(
    trx,
    merge.changeRequest,
    merge.resolves,
    merge.prepared,
  );
  const titles = new Map(flattenPages(content.pages).map(({ id, title }) => [id, title]));
  for (const { id, name } of content.files) titles.set(id, name);
  for (const { id, title } of content.reusableContents) titles.set(id, title);
  const ids = [
    ...conflicts.map(({ pageId }) => pageId),
    ...fileConflicts.map(({ fileId }) => fileId),
    ...reusableConflicts,
  ];
  const unresolved = ids.filter((id) => titles.has(id) && !resolvedIds.has(id));
  if (unresolved.length > 0) {
    const list = unresolved.map((id) => `"${titles.get(id)}"`).join(', ');
    throw conflict(`These pages, files and reusable contents still have conflicts: ${list}.`);
  }
  if (fileConflicts.length === 0) return { content, texts };
  const { files } = await getRevision(trx, merge.changeRequest.space_id, merge.resolves);
  return { content, texts, spaceFiles: files };
}
