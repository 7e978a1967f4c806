import { type Kysely, sql } from 'kysely';
import type { CommentCreate } from '#api/generated/types.gen.ts';
import { findPage } from '#server/content/page-tree.ts';
import { getDocument } from '#server/content/rendered-page.ts';
import { loadText, getRevision } from '#server/content/revisions.ts';
import type { StoredPage } from '#server/content/storage.ts';
import type { Database, Row } from '#server/database/schema.ts';
import { badValue } from '#server/errors.ts';
import type { ContentBase } from '../change-requests/content-base.ts';
import { previewOf } from './comments.rules.ts';

/** Columns of a comment's target. */
export type TargetColumns = Pick<
  Row<'comments'>,
  'page_id' | 'node_id' | 'node_preview' | 'page_document_id' | 'revision_id'
>;

/** Finds the page and block in the latest revision; throws 400 where they do not exist. */
export async function findTarget(
  db: Kysely<Database>,
  { space, revisionId }: ContentBase,
  { page: pageId, node: nodeId }: Pick<CommentCreate, 'page' | 'node'>,
): Promise<TargetColumns> {
  const noTarget = { page_id: null, node_id: null, node_preview: null, page_document_id: null };
  if (pageId === undefined) {
    if (nodeId !== undefined) throw badValue('body.page', 'is required when body.node is set');
    return { ...noTarget, revision_id: revisionId };
  }
  const { pages } = await getRevision(db, space.id, revisionId);
  const page = findPage(pages, pageId);
  if (!page) throw badValue('body.page', 'is not a page of this content');
  const onPage = { page_id: page.id, page_document_id: page.documentId ?? null, revision_id: revisionId };
  if (nodeId === undefined) return { ...noTarget, ...onPage };
  const { nodes: blocks = [] } = await getDocument(await loadText(db, page), space.organization_id);
  const block = blocks.find(({ id }) => id === nodeId);
  if (!block) throw badValue('body.node', 'is not a block of this page');
  return { ...onPage, node_id: nodeId, node_preview: previewOf(block) };
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

/** The current page, or its last version where it was deleted. */
export interface TargetPage {
  page: StoredPage | undefined;
  /** The text has changed since the comment, or the page was deleted. */
  outdated: boolean;
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
  const gone = onPages.filter(
    ({ page_id, current_revision_id }) => !pageIn(current, current_revision_id, page_id ?? ''),
  );
  const previous = await getPageTrees(
    db,
    gone.flatMap(({ revision_id }) => revision_id ?? []),
  );
  return ({ page_id, page_document_id, current_revision_id, revision_id }) => {
    if (page_id === null) return undefined;
    const page = pageIn(current, current_revision_id, page_id);
    if (page) return { page, outdated: (page.documentId ?? null) !== page_document_id };
    return { page: pageIn(previous, revision_id, page_id), outdated: true };
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
