import { type Kysely, sql } from 'kysely';
import type { CommentCreate, CommentQuoteCreate, DocumentNode } from '#api/generated/types.gen.ts';
import { countWords, findWords, quoteWords } from '#api/quoted-words.ts';
import { badValue } from '#server/base/errors.ts';
import { toPageDocument } from '#server/content/documents/document-nodes.ts';
import { findPage } from '#server/content/pages/page-tree.ts';
import type { StoredPage } from '#server/content/pages/storage.ts';
import { getDocument } from '#server/content/stored/rendered-page.ts';
import { findRevisions, loadTexts, type StoredRevision } from '#server/content/stored/revisions.ts';
import type { Database, Row } from '#server/database/tables/schema.ts';
import type { ContentBase } from '../change-requests/content-base.ts';
import { previewOf, previewOfWords } from './comments.rules.ts';
import type { StoredQuote, StoredSuggestion } from './follow-lines.ts';
import { type TargetPage, withPlainLineEnds } from './follow-targets.ts';
import { parseSuggestion } from './suggestions.ts';

/** Columns of a comment's target. */
export type TargetColumns = Pick<
  Row<'comments'>,
  'page_id' | 'node_id' | 'node_preview' | 'page_document_id' | 'revision_id'
> & { suggestion: StoredSuggestion | null; quote: StoredQuote | null };

/** The place of a new comment. */
type CommentPlace = Pick<CommentCreate, 'page' | 'node' | 'revision' | 'suggestion' | 'quote'>;

const NO_TARGET = {
  page_id: null,
  node_id: null,
  node_preview: null,
  page_document_id: null,
  suggestion: null,
  quote: null,
};

/** Finds the place of one comment. Throws 400 where it does not exist. */
export async function findTarget(
  db: Kysely<Database>,
  base: ContentBase,
  comment: CommentPlace,
): Promise<TargetColumns> {
  const [target] = await findTargets(db, base, [{ ...comment, path: 'body' }]);
  return target ?? { ...NO_TARGET, revision_id: base.revisionId };
}

/**
 * Finds the pages, blocks and lines of comments in the latest revision, or in those that they name, with three queries for
 * all. Throws 400 where one does not exist, naming its `path` in the request.
 */
export async function findTargets(
  db: Kysely<Database>,
  base: ContentBase,
  comments: readonly (CommentPlace & { path: string })[],
): Promise<TargetColumns[]> {
  const revisions = await findTargetRevisions(db, base, comments);
  const pages = comments.map((comment) => requirePage(base, comment, revisions));
  const documentIds = pages.flatMap((page, index) => {
    const { node, suggestion, quote } = comments[index] ?? {};
    return node === undefined && !suggestion && !quote ? [] : (page?.documentId ?? []);
  });
  const texts = await loadTexts(db, [...new Set(documentIds)]);
  const documents = new Map<string, DocumentNode>();
  const targets: TargetColumns[] = [];
  for (const [index, comment] of comments.entries()) {
    const page = pages[index];
    const revision_id = revisionNamedBy(comment) ?? base.revisionId;
    if (!page) {
      targets.push({ ...NO_TARGET, revision_id });
      continue;
    }
    const text = texts.get(page.documentId ?? '') ?? '';
    const { path, node, suggestion, quote } = comment;
    const onPage = { ...NO_TARGET, page_id: page.id, page_document_id: page.documentId ?? null, revision_id };
    const suggested = suggestion ? parseSuggestion(suggestion, page, text, path) : null;
    const quoted = quote ? parseQuote(quote, text, path) : null;
    const onText = { ...onPage, suggestion: suggested, quote: quoted?.stored ?? null };
    if (node === undefined && !quoted) {
      targets.push(onText);
      continue;
    }
    const document =
      documents.get(text) ?? (await getDocument(text, base.space.organization_id, toPageDocument));
    documents.set(text, document);
    const block = node === undefined ? findBlockAt(document, quoted?.line) : findBlock(document, node);
    if (!block && node !== undefined) throw badValue(`${path}.node`, 'is not a block of this page');
    if (!block) {
      targets.push(onText);
      continue;
    }
    const preview = quoted ? previewOfWords(quoted.stored.text) : previewOf(block);
    targets.push({ ...onText, node_id: block.key ?? null, node_preview: preview });
  }
  return targets;
}

const revisionNamedBy = ({ suggestion, revision }: CommentPlace) => suggestion?.revision ?? revision;

/** The page of a comment; undefined if it is about the whole. */
function requirePage(
  { changeRequest, revisionId }: ContentBase,
  comment: CommentPlace & { path: string },
  revisions: ReadonlyMap<string, StoredRevision>,
): StoredPage | undefined {
  const { path, page: pageId, node, suggestion, quote } = comment;
  if (suggestion && !changeRequest) throw badValue(`${path}.suggestion`, 'is only for change requests');
  if (pageId === undefined) {
    const field = node !== undefined ? 'node' : suggestion ? 'suggestion' : quote && 'quote';
    if (field === undefined) return undefined;
    throw badValue(`${path}.page`, `is required when ${path}.${field} is set`);
  }
  const { pages } = revisions.get(revisionNamedBy(comment) ?? revisionId) ?? { pages: [] };
  const page = findPage(pages, pageId);
  if (!page) throw badValue(`${path}.page`, 'is not a page of this content');
  return page;
}

/** The latest revision, and those that comments on pages name: the change request or its space must have had them. */
async function findTargetRevisions(
  db: Kysely<Database>,
  { space, changeRequest, revisionId }: ContentBase,
  comments: readonly (CommentPlace & { path: string })[],
): Promise<Map<string, StoredRevision>> {
  const ids = comments.flatMap((comment) =>
    comment.page === undefined ? [] : [revisionNamedBy(comment) ?? revisionId],
  );
  const revisions = ids.length === 0 ? new Map() : await findRevisions(db, space.id, [...new Set(ids)]);
  for (const comment of comments) {
    const named = revisionNamedBy(comment);
    if (comment.page === undefined || named === undefined || named === revisionId) continue;
    const revision = revisions.get(named);
    if (revision && [null, changeRequest?.id].includes(revision.changeRequestId)) continue;
    const field = comment.suggestion?.revision === undefined ? 'revision' : 'suggestion.revision';
    const owner = changeRequest ? 'change request' : 'space';
    throw badValue(`${comment.path}.${field}`, `is not a revision of this ${owner}`);
  }
  return revisions;
}

/** Throws 400 where the page doesn't have the words. `line`: the one that they begin in, from 1. */
function parseQuote(
  { text, before = '', after = '' }: CommentQuoteCreate,
  markdown: string,
  path: string,
): { stored: StoredQuote; line: number } {
  const page = withPlainLineEnds(markdown);
  const words = {
    text: withPlainLineEnds(text),
    before: withPlainLineEnds(before),
    after: withPlainLineEnds(after),
  };
  const isOnly = countWords(page, words.text) === 1;
  const range = findWords(page, words, isOnly);
  const quote = range && quoteWords(page, range);
  if (!quote) throw badValue(`${path}.quote.text`, 'is not in the text of this page');
  const blanks = words.text.length - words.text.trimStart().length;
  const line = page.slice(0, range.from + blanks).split('\n').length;
  return { stored: { ...quote, isOnly: countWords(page, quote.text) === 1 }, line };
}

/** The innermost block with a key that has a line. */
function findBlockAt(node: DocumentNode, line: number | undefined): DocumentNode | undefined {
  if (line === undefined) return undefined;
  for (const inner of [...(node.nodes ?? []), ...(node.fragments ?? [])]) {
    const block = inner.object === 'text' ? undefined : findBlockAt(inner, line);
    if (block) return block;
  }
  const [first = 0, last = 0] = node.lines ?? [];
  return node.key !== undefined && first <= line && line <= last ? node : undefined;
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
