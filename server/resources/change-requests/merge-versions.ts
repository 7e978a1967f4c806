import type { Kysely } from 'kysely';
import {
  mergeContent,
  type MergedContent,
  textIdsForMerge,
  type Versions,
} from '#server/content/merge/merge-content.ts';
import { readRevisions, readTexts } from '#server/content/revisions.ts';
import type { Database, Row } from '#server/database/schema.ts';

/** Which revisions a merge works on. */
export type VersionIds = Pick<
  Row<'change_requests'>,
  'space_id' | 'revision_id' | 'revision_initial' | 'revision_merged_ancestor'
>;

/** The revision of the space that a change request was last based on. */
export function baseRevisionOf(changeRequest: VersionIds): string {
  return changeRequest.revision_merged_ancestor ?? changeRequest.revision_initial;
}

/** The versions of a merge of a change request with a revision of its space, with the texts that it reads. */
export async function readVersions(
  db: Kysely<Database>,
  changeRequest: VersionIds,
  spaceRevisionId: string,
): Promise<{ versions: Versions; texts: ReadonlyMap<string, string> }> {
  const ids = [baseRevisionOf(changeRequest), spaceRevisionId, changeRequest.revision_id];
  const revisions = await readRevisions(db, changeRequest.space_id, ids);
  const [base, space, request] = ids.map((id) => revisions.get(id));
  if (!base || !space || !request) throw new Error(`A revision of ${ids.join(', ')} is missing.`);
  const versions = { base, space, request };
  return { versions, texts: await readTexts(db, textIdsForMerge(versions)) };
}

/** A change request merged with a revision of its space. */
export async function mergeVersions(
  db: Kysely<Database>,
  changeRequest: VersionIds,
  spaceRevisionId: string,
): Promise<MergedContent> {
  const { versions, texts } = await readVersions(db, changeRequest, spaceRevisionId);
  return mergeContent(versions, texts);
}
