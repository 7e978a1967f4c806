import type { Kysely } from 'kysely';
import { findPage } from '#server/content/page-tree.ts';
import { readText, requireRevision } from '#server/content/revisions.ts';
import { getDocument } from '#server/content/written-page.ts';
import type { Database, Row } from '#server/database/schema.ts';
import { badValue } from '#server/errors.ts';
import type { CommentCreate } from '#api/generated/types.gen.ts';
import type { ContentBase } from '../change-requests/content-base.ts';
import { previewOf } from './comment-body.ts';

/** What a comment is about, as its row keeps it. */
export type TargetColumns = Pick<
  Row<'comments'>,
  'page_id' | 'node_id' | 'node_preview' | 'page_document_id' | 'revision_id'
>;

/** Finds the page and the block that a comment names in the newest revision; throws 400 where they are not there. */
export async function readTarget(
  db: Kysely<Database>,
  { space, revisionId }: ContentBase,
  { page: pageId, node: nodeId }: Pick<CommentCreate, 'page' | 'node'>,
): Promise<TargetColumns> {
  const nothing = { page_id: null, node_id: null, node_preview: null, page_document_id: null };
  if (pageId === undefined) {
    if (nodeId !== undefined)
      throw badValue('body.page', 'is required with a node, which is a part of a page');
    return { ...nothing, revision_id: revisionId };
  }
  const { pages } = await requireRevision(db, space.id, revisionId);
  const page = findPage(pages, pageId);
  if (!page) throw badValue('body.page', 'names no page of this content');
  const onPage = { page_id: page.id, page_document_id: page.documentId ?? null, revision_id: revisionId };
  if (nodeId === undefined) return { ...nothing, ...onPage };
  const { nodes: blocks = [] } = await getDocument(await readText(db, page), space.organization_id);
  const block = blocks.find(({ id }) => id === nodeId);
  if (!block) throw badValue('body.node', 'names no block of the page');
  return { ...onPage, node_id: nodeId, node_preview: previewOf(block) };
}
