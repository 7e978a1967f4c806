import { type Kysely, sql, type Transaction } from 'kysely';
import type { SuggestionsApplied, SuggestionsApply } from '#api/generated/types.gen.ts';
import { badValue } from '#server/base/errors.ts';
import { findPage } from '#server/content/pages/page-tree.ts';
import type { StoredContent, StoredPage } from '#server/content/pages/storage.ts';
import { getRevision, loadTexts } from '#server/content/stored/revisions.ts';
import { lockChangeRequest, lockSpaceContent, writeRevision } from '#server/content/stored/write-revision.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { countOf } from '#server/lists/lists.ts';
import {
  type ChangeContext,
  type ChangeRequestIds,
  changeRequestLabel,
  requireCurrentRevision,
} from '../change-requests/change-request-changes.ts';
import { requireNotClosed } from '../change-requests/change-requests.rules.ts';
import { applyContentEdits, type PreparedEdit } from '../change-requests/writing/content-edits.ts';
import { adjustOpenCount } from './comment-changes.ts';
import { type LineRange, replaceLines, type StoredSuggestion } from './follow-lines.ts';
import { followSuggestion } from './follow-targets.ts';

/** Characters of a page, as in the contract. */
const MAX_TEXT_LENGTH = 2_000_000;

/** Applies suggestions in one new revision, and resolves their comments. 400 names the first that cannot be applied. */
export async function applySuggestions(
  trx: Transaction<Database>,
  { spaceId, changeRequestId }: ChangeRequestIds,
  { comments: ids, revision }: SuggestionsApply,
  { actor, now }: ChangeContext,
): Promise<SuggestionsApplied> {
  const space = await lockSpaceContent(trx, spaceId);
  const changeRequest = await lockChangeRequest(trx, changeRequestId);
  requireNotClosed(changeRequest);
  requireCurrentRevision(revision, changeRequest.revision_id, 'The change request');
  const content = await getRevision(trx, spaceId, changeRequest.revision_id);
  const suggestions = await loadSuggestions(trx, changeRequestId, ids);
  const edits = await toEdits(trx, content, suggestions);
  const edited = applyContentEdits(content, edits, { now, uploads: new Map(), spaceFiles: undefined });
  const result = await writeRevision(trx, {
    target: { changeRequest },
    type: 'edits',
    content: edited.content,
    texts: edited.texts,
    contributors: suggestions.flatMap(({ postedBy }) => postedBy ?? []),
    actor,
    now,
    audit: {
      action: 'applySuggestions',
      summary: `Applied ${countOf(ids.length, 'suggestion')} in the change request ${changeRequestLabel(changeRequest)}.`,
    },
  });
  await trx
    .updateTable('comments')
    .set({ applied_at: now, applied_by: actor.user.id, applied_revision: result })
    .where('id', '=', sql<string>`any(${ids}::text[])`)
    .execute();
  const resolved = await trx
    .updateTable('comments')
    .set({ status: 'resolved', resolved_at: now, resolved_by: actor.user.id })
    .where('id', '=', sql<string>`any(${ids}::text[])`)
    .where('status', '=', 'open')
    .executeTakeFirst();
  await adjustOpenCount(trx, { space, changeRequest }, -Number(resolved.numUpdatedRows));
  return { revision: result };
}

/** A suggestion that is to be applied. */
interface AppliedSuggestion {
  /** Where the request names it: `body.comments[2]`. */
  path: string;
  pageId: string;
  /** The text that it was written on. */
  documentId: string;
  suggestion: StoredSuggestion;
  postedBy: string | null;
}

/** Locks the comments; 400 where one is no suggestion of this change request, or is applied already. */
async function loadSuggestions(
  trx: Transaction<Database>,
  changeRequestId: string,
  ids: readonly string[],
): Promise<AppliedSuggestion[]> {
  const rows = await trx
    .selectFrom('comments')
    .select(['id', 'page_id', 'page_document_id', 'posted_by', 'applied_at'])
    .select((column) => column.ref('suggestion').$castTo<StoredSuggestion | null>().as('suggestion'))
    .where('change_request_id', '=', changeRequestId)
    .where('id', '=', sql<string>`any(${ids}::text[])`)
    .orderBy('id')
    .forUpdate()
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id, index) => {
    const path = `body.comments[${index}]`;
    const row = byId.get(id);
    if (!row?.suggestion) throw badValue(path, 'is not a comment on this change request with a suggestion');
    if (row.applied_at) throw badValue(path, 'is applied already');
    if (ids.indexOf(id) !== index) throw badValue(path, `is the same as body.comments[${ids.indexOf(id)}]`);
    return {
      path,
      pageId: row.page_id ?? '',
      documentId: row.page_document_id ?? '',
      suggestion: row.suggestion,
      postedBy: row.posted_by,
    };
  });
}

/** A suggestion with where its lines are now. */
interface Placed extends AppliedSuggestion {
  page: StoredPage;
  range: LineRange;
}

/** One edit for each page; 400 if lines were removed, or two suggestions replace the same. */
async function toEdits(
  db: Kysely<Database>,
  { pages }: StoredContent,
  suggestions: readonly AppliedSuggestion[],
): Promise<PreparedEdit[]> {
  const targets = suggestions.map((suggestion) => {
    const page = findPage(pages, suggestion.pageId);
    if (!page) throw badValue(suggestion.path, 'is outdated: its page was deleted');
    return { ...suggestion, page };
  });
  const ids = targets.flatMap(({ documentId, page }) => [documentId, page.documentId ?? '']);
  const texts = await loadTexts(db, [...new Set(ids)]);
  const textOf = (id: string | undefined) => texts.get(id ?? '') ?? '';
  const placed: Placed[] = [];
  for (const single of targets) {
    const { documentId, page, suggestion, path } = single;
    const versions = {
      key: `${documentId} ${page.documentId ?? ''}`,
      before: textOf(documentId),
      after: textOf(page.documentId),
    };
    const range = await followSuggestion(versions, suggestion);
    if (!range) throw badValue(path, `is outdated: its lines of “${page.title}” have changed`);
    placed.push({ ...single, range });
  }
  return [...new Set(placed.map(({ page }) => page))].map((page) => {
    const ofPage = placed.filter((one) => one.page === page);
    requireApart(ofPage);
    const markdown = replaceLines(
      textOf(page.documentId),
      ofPage.map(({ range, suggestion }) => ({ range, replacement: suggestion.text })),
    );
    if (markdown.length > MAX_TEXT_LENGTH) {
      throw badValue(
        'body.comments',
        `make “${page.title}” longer than ${MAX_TEXT_LENGTH.toLocaleString('en')} characters`,
      );
    }
    return { operation: 'update_page', page: page.id, document: { markdown } };
  });
}

function requireApart(placed: readonly Placed[]): void {
  const ordered = placed.toSorted((a, b) => a.range.startLine - b.range.startLine);
  for (const [index, next] of ordered.entries()) {
    const previous = ordered[index - 1];
    if (!previous || next.range.startLine > previous.range.endLine) continue;
    const line = next.range.startLine;
    throw badValue(
      next.path,
      `overlaps with ${previous.path}: both replace line ${line} of “${next.page.title}”`,
    );
  }
}
