import type { Kysely } from 'kysely';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { findWords, type QuotedWords, quoteWords } from '#api/quoted-words.ts';
import { WeightedCache } from '#server/base/weighted-cache.ts';
import { isShort } from '#server/content/markdown/markdown-tokens.ts';
import { followBlocks } from '#server/content/merge/follow-blocks.ts';
import type { StoredPage } from '#server/content/pages/storage.ts';
import { loadTexts } from '#server/content/stored/revisions.ts';
import { runTask, TaskLimitError } from '#server/content/tasks/run-task.ts';
import type { Database } from '#server/database/tables/schema.ts';
import type { CommentRow } from './comments.queries.ts';
import { followLines, type LineRange, type StoredQuote } from './follow-lines.ts';

/** A text as words of it are quoted. */
export const withPlainLineEnds = (text: string): string => text.replaceAll('\r\n', '\n');

/** The current page, or its last version where it was deleted. */
export interface TargetPage {
  page: StoredPage | undefined;
  isDeleted: boolean;
  /** The text has changed since the comment, or the page was deleted. */
  outdated: boolean;
}

/** Where the target of a comment is in the current text of its page. */
export interface FollowedTarget {
  /** The block; undefined if it was removed, or if the comment is resolved or on no block. */
  nodeId: string | undefined;
  /** The lines of a suggestion; undefined if they were removed, or if there are none. */
  lines: LineRange | undefined;
  /** The quoted words with what stands around them; undefined if they were changed or removed, or if there are none. */
  quote: QuotedWords | undefined;
}

/** The columns that the target of a comment is followed by. */
export type TargetRow = Pick<
  CommentRow,
  'status' | 'node_id' | 'page_document_id' | 'suggestion' | 'applied_at' | 'quote' | 'organization_id'
>;

/**
 * Follows the blocks, lines and words of open comments through the edits of their pages: with one query for all of them, and none
 * where no text has changed.
 */
export async function followTargets<SomeRow extends TargetRow>(
  db: Kysely<Database>,
  rows: readonly SomeRow[],
  pageOf: (row: SomeRow) => TargetPage | undefined,
): Promise<(row: SomeRow) => FollowedTarget> {
  const changed = rows.flatMap((row) => {
    const target = pageOf(row);
    const isFollowed =
      isBlockFollowed(row) || isQuoteFollowed(row) || (row.suggestion !== null && row.applied_at === null);
    if (!isFollowed || target?.outdated !== true || target.isDeleted) return [];
    return [{ row, before: row.page_document_id ?? '', after: target.page?.documentId ?? '' }];
  });
  const texts = await loadTexts(db, [...new Set(changed.flatMap(({ before, after }) => [before, after]))]);
  const followed = new Map<SomeRow, FollowedTarget>();
  for (const { row, before, after } of changed) {
    const [old, current] = [texts.get(before) ?? '', texts.get(after) ?? ''];
    const versions = { key: `${before} ${after}`, before: old, after: current };
    const nodeId = isBlockFollowed(row) ? await followBlock(versions, row) : undefined;
    const lines = row.suggestion ? await followSuggestion(versions, row.suggestion) : undefined;
    const quote = isQuoteFollowed(row) ? await followQuote(current, row.quote) : undefined;
    followed.set(row, { nodeId, lines, quote });
  }
  return (row) => {
    const newTarget = followed.get(row);
    if (newTarget) return newTarget;
    const target = pageOf(row);
    const isGone = target === undefined || target.isDeleted;
    const isQuoteGone = isGone || target.outdated;
    return {
      nodeId: isGone ? undefined : (row.node_id ?? undefined),
      lines: isGone ? undefined : (row.suggestion ?? undefined),
      quote: isQuoteGone ? undefined : (row.quote ?? undefined),
    };
  };
}

/** Of resolved comments it is not asked where they would be. */
export function isBlockFollowed({ node_id, status }: Pick<TargetRow, 'node_id' | 'status'>): boolean {
  return node_id !== null && status === 'open';
}

function isQuoteFollowed<SomeRow extends Pick<TargetRow, 'quote' | 'status'>>(
  row: SomeRow,
): row is SomeRow & { quote: StoredQuote } {
  return row.quote !== null && row.status === 'open';
}

/** The words in the current text; others' requests come before each long one. */
async function followQuote(current: string, quote: StoredQuote): Promise<QuotedWords | undefined> {
  if (!isShort(current)) await nextTurn();
  const text = withPlainLineEnds(current);
  const range = findWords(text, quote, quote.isOnly);
  return range && quoteWords(text, range);
}

/** Blocks by their texts and ids; null if they were removed. */
const blocks = new WeightedCache<{ id: string | null }>(20_000);

/** Two versions of a text; `key` is unique to them. */
interface TextVersions {
  key: string;
  before: string;
  after: string;
}

/** Lines by their texts and numbers; null if they were removed. */
const ranges = new WeightedCache<{ range: LineRange | null }>(20_000);

/** The lines of a suggestion in a later version of the text, as `followLines`; others' requests come before each long text. */
export async function followSuggestion(
  { key, before, after }: TextVersions,
  { startLine, endLine }: LineRange,
): Promise<LineRange | undefined> {
  const name = `${key} ${startLine} ${endLine}`;
  const knownRanges = ranges.get(name);
  if (knownRanges) return knownRanges.range ?? undefined;
  if (!isShort(before) || !isShort(after)) await nextTurn();
  const range = followLines(before, after, { startLine, endLine });
  ranges.set(name, { range: range ?? null }, 1);
  return range;
}

/** A block in a text; in a task process where that may take long. One that takes too long stays where it was. */
async function followBlock(
  { key, before, after }: TextVersions,
  { node_id: nodeId, organization_id: organizationId }: TargetRow,
): Promise<string | undefined> {
  if (nodeId === null) return undefined;
  const knownBlock = blocks.get(`${key} ${nodeId}`);
  if (knownBlock) return knownBlock.id ?? undefined;
  const input = { before, after, nodeIds: [nodeId] };
  try {
    const isInline = isShort(before) && isShort(after);
    const [id = null] = isInline
      ? followBlocks(input)
      : await runTask('followBlocks', input, { organizationId });
    blocks.set(`${key} ${nodeId}`, { id }, 1);
    return id ?? undefined;
  } catch (error) {
    if (!(error instanceof TaskLimitError)) throw error;
    return nodeId;
  }
}
