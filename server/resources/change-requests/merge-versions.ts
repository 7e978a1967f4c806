import type { Kysely } from 'kysely';
import { type MergedContent, textIdsForMerge, type Versions } from '#server/content/merge/merge-content.ts';
import type { StoredContent } from '#server/content/pages/storage.ts';
import { prepareTexts } from '#server/content/stored/parsed-texts.ts';
import {
  findRevisions,
  getRevision,
  loadTexts,
  type StoredRevision,
} from '#server/content/stored/revisions.ts';
import { mergeQuickly } from '#server/content/tasks/merge-quickly.ts';
import type { Database, Row } from '#server/database/tables/schema.ts';

/** The revisions that a merge needs. */
export type MergeRevisions = Pick<
  Row<'change_requests'>,
  'space_id' | 'revision_id' | 'revision_initial' | 'revision_merged_ancestor'
>;

/** The space revision that a change request is based on. */
export function baseRevisionOf(changeRequest: MergeRevisions): string {
  return changeRequest.revision_merged_ancestor ?? changeRequest.revision_initial;
}

/** The three versions and the texts that the merge needs. */
export async function loadVersions(
  db: Kysely<Database>,
  changeRequest: MergeRevisions,
  spaceRevisionId: string,
): Promise<{ versions: Versions; texts: Map<string, string> }> {
  const ids = [baseRevisionOf(changeRequest), spaceRevisionId, changeRequest.revision_id];
  const revisions = await findRevisions(db, changeRequest.space_id, ids);
  const [base, space, request] = ids.map((id) => revisions.get(id));
  if (!base || !space || !request) throw new Error(`A revision of ${ids.join(', ')} is missing.`);
  const versions = { base, space, request };
  return { versions, texts: await loadTexts(db, textIdsForMerge(versions)) };
}

/** A merge computed before the transaction that may use it. */
export interface PreparedMerge {
  /** Identifies the revisions; equal keys give equal results. */
  key: string;
  merged: MergedContent;
  /** The links that the merge would break, if they were counted. */
  brokenLinks?: number;
}

/** Whether a merge was prepared of the same revisions. */
export function isPreparedFor(
  prepared: PreparedMerge,
  changeRequest: MergeRevisions,
  spaceRevisionId: string,
): boolean {
  return prepared.key === mergeKey(changeRequest, spaceRevisionId);
}

/**
 * Merges a change request with a space revision. Reuses `prepared` where the revisions still match, so that no
 * transaction waits for long texts. Throws `TaskLimitError`.
 */
export async function mergeVersions(
  db: Kysely<Database>,
  changeRequest: MergeRevisions,
  spaceRevisionId: string,
  prepared?: PreparedMerge,
): Promise<MergedContent> {
  if (prepared && isPreparedFor(prepared, changeRequest, spaceRevisionId)) return prepared.merged;
  const onlyChange = findOnlyChange(changeRequest, spaceRevisionId);
  if (onlyChange !== undefined) {
    const content = contentOf(await getRevision(db, changeRequest.space_id, onlyChange));
    return {
      content,
      texts: [],
      conflicts: [],
      fileConflicts: [],
      reusableConflicts: [],
      paragraphs: [],
      reusableParagraphs: [],
    };
  }
  const { versions, texts } = await loadVersions(db, changeRequest, spaceRevisionId);
  return mergeQuickly({ versions, texts, bySentences: true });
}

/** The revision that is the merge because the other side changed nothing; undefined if both did. */
function findOnlyChange(changeRequest: MergeRevisions, spaceRevisionId: string): string | undefined {
  const base = baseRevisionOf(changeRequest);
  if (base === spaceRevisionId) return changeRequest.revision_id;
  return base === changeRequest.revision_id ? spaceRevisionId : undefined;
}

function contentOf({ pages, files, reusableContents, book }: StoredRevision): StoredContent {
  return { pages, files, reusableContents, ...(book && { book }) };
}

/** Computes the merge with the current space and parses the merged texts. Throws `TaskLimitError`. */
export async function prepareMerge(
  db: Kysely<Database>,
  changeRequest: MergeRevisions & { organization_id: string },
  spaceRevisionId: string,
): Promise<PreparedMerge> {
  const merged = await mergeVersions(db, changeRequest, spaceRevisionId);
  await prepareTexts(db, merged.texts, changeRequest.organization_id);
  return { key: mergeKey(changeRequest, spaceRevisionId), merged };
}

function mergeKey(changeRequest: MergeRevisions, spaceRevisionId: string): string {
  return [baseRevisionOf(changeRequest), spaceRevisionId, changeRequest.revision_id].join(' ');
}
