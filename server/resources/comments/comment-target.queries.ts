import { type Kysely, sql } from 'kysely';
import type { CommentCreate, DocumentNode } from '#api/generated/types.gen.ts';
import { badValue } from '#server/base/errors.ts';
import { findPage } from '#server/content/pages/page-tree.ts';
import type { StoredPage } from '#server/content/pages/storage.ts';
import { getDocument } from '#server/content/stored/rendered-page.ts';
import {
  findRevision,
  getRevision,
  loadText,
  type StoredRevision,
} from '#server/content/stored/revisions.ts';
import type { Database, Row } from '#server/database/tables/schema.ts';
import type { ContentBase } from '../change-requests/content-base.ts';
import { previewOf } from './comments.rules.ts';
import type { StoredSuggestion } from './follow-lines.ts';
import type { TargetPage } from './follow-targets.ts';
import { parseSuggestion } from './suggestions.ts';

/** Columns of a comment's target. */
export type TargetColumns = Pick<
  Row<'comments'>,
  'page_id' | 'node_id' | 'node_preview' | 'page_document_id' | 'revision_id'
> & { suggestion: StoredSuggestion | null };

/**
 * Finds the page, block and lines in the latest revision, or in the one that a suggestion names; throws 400 where they do
 * not exist.
 */
export async function findTarget(
  db: Kysely<Database>,
  base: ContentBase,
  { page: pageId, node: nodeId, suggestion }: Pick<CommentCreate, 'page' | 'node' | 'suggestion'>,
): Promise<TargetColumns> {
  const { space, changeRequest } = base;
  const noTarget = {
    page_id: null,
    node_id: null,
    node_preview: null,
    page_document_id: null,
    suggestion: null,
  };
  if (suggestion && !changeRequest) throw badValue('body.suggestion', 'is only for change requests');
  if (pageId === undefined) {
    const field = nodeId === undefined ? 'suggestion' : 'node';
    if (nodeId !== undefined || suggestion)
      throw badValue('body.page', `is required when body.${field} is set`);
    return { ...noTarget, revision_id: base.revisionId };
  }
  const { id: revisionId, pages } = await getTargetRevision(db, base, suggestion?.revision);
  const page = findPage(pages, pageId);
  if (!page) throw badValue('body.page', 'is not a page of this content');
  const onPage = { page_id: page.id, page_document_id: page.documentId ?? null, revision_id: revisionId };
  if (nodeId === undefined && !suggestion) return { ...noTarget, ...onPage };
  const text = await loadText(db, page);
  const suggested = suggestion ? parseSuggestion(suggestion, page, text) : null;
  if (nodeId === undefined) return { ...noTarget, ...onPage, suggestion: suggested };
  const block = findBlock(await getDocument(text, space.organization_id), nodeId);
  if (!block) throw badValue('body.node', 'is not a block of this page');
  return { ...onPage, node_id: nodeId, node_preview: previewOf(block), suggestion: suggested };
}

/** The block with a key, which may be between the tags of others. */
function findBlock(node: DocumentNode, key: string): DocumentNode | undefined {
  if (node.key === key) return node;
  for (const inner of [...(node.nodes ?? []), ...(node.fragments ?? [])]) {
    const block = inner.object === 'text' ? undefined : findBlock(inner, key);
    if (block) return block;
  }
  return undefined;
}

/** The latest revision, or one that the change request or its space had. */
async function getTargetRevision(
  db: Kysely<Database>,
  { space, changeRequest, revisionId }: ContentBase,
  named = revisionId,
): Promise<StoredRevision> {
  if (named === revisionId) return getRevision(db, space.id, revisionId);
  const revision = await findRevision(db, space.id, named);
  const isKnown = revision && [null, changeRequest?.id].includes(revision.changeRequestId);
  if (!isKnown) throw badValue('body.suggestion.revision', 'is not a revision of this change request');
  return revision;
}

/** The columns that a comment's page is found by. */
export interface PageReference {
  page_id: string | null;
  page_document_id: string | null;
  /** Revision when the comment was written. */
  revision_id: string | null;
  /** Latest revision of the commented base. */
  current_revision_id: string;
}

/** At most two queries for all comments; the second one for pages missing in the latest revisions. */
export async function getTargetPages(
  db: Kysely<Database>,
  references: readonly PageReference[],
): Promise<(reference: PageReference) => TargetPage | undefined> {
  const onPages = references.filter(({ page_id }) => page_id !== null);
  const current = await getPageTrees(
    db,
    onPages.map((reference) => reference.current_revision_id),
  );
  const pageIn = (trees: PageTrees, revisionId: string | null, pageId: string) =>
    findPage(trees.get(revisionId ?? '') ?? [], pageId);
  const removedRows = onPages.filter(
    ({ page_id, current_revision_id }) => !pageIn(current, current_revision_id, page_id ?? ''),
  );
  const previous = await getPageTrees(
    db,
    removedRows.flatMap(({ revision_id }) => revision_id ?? []),
  );
  return ({ page_id, page_document_id, current_revision_id, revision_id }) => {
    if (page_id === null) return undefined;
    const page = pageIn(current, current_revision_id, page_id);
    if (page) return { page, isDeleted: false, outdated: (page.documentId ?? null) !== page_document_id };
    return { page: pageIn(previous, revision_id, page_id), isDeleted: true, outdated: true };
  };
}

type PageTrees = ReadonlyMap<string, StoredPage[]>;

async function getPageTrees(db: Kysely<Database>, revisionIds: readonly string[]): Promise<PageTrees> {
  if (revisionIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('revisions')
    .select((column) => ['id', column.ref('pages').$castTo<StoredPage[]>().as('pages')])
    .where(sql<boolean>`id = any(${[...new Set(revisionIds)]}::text[])`)
    .execute();
  return new Map(rows.map(({ id, pages }) => [id, pages]));
}
