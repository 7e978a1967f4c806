import { parseBlocks } from '#server/content/markdown/markdown-tokens.ts';
import { nodeIdOf } from '#server/content/pages/storage.ts';
import type { Row } from '#server/database/tables/schema.ts';
import type { Calendar } from './calendar.ts';
import type { CommentSeed, ReplySeed } from './content-schemas.ts';
import { type DocumentMap, pageAt } from './page-tree.ts';
import { seedId } from './seed-ids.ts';
import type { SpaceHistory } from './space-history.ts';

export interface CommentRows {
  comments: Row<'comments'>[];
  replies: Row<'comment_replies'>[];
  reactions: Row<'comment_reactions'>[];
}

/** The context of comments. */
export interface CommentContext {
  histories: ReadonlyMap<string, SpaceHistory>;
  documents: DocumentMap;
  calendar: Calendar;
}

/** Builds the rows of comments; a target is the page as it was at the time of the comment. */
export function buildCommentRows(seeds: readonly CommentSeed[], context: CommentContext): CommentRows {
  const rows: CommentRows = { comments: [], replies: [], reactions: [] };
  seeds.forEach((seed, index) => {
    const comment = commentRow(seed, seedId('comment', seed.space, String(index)), context);
    rows.comments.push(comment);
    rows.reactions.push(...reactionRows(seed, { comment_id: comment.id, reply_id: null }, context.calendar));
    seed.replies?.forEach((reply, position) => {
      const row = replyRow(reply, comment.id, position, context.calendar);
      rows.replies.push(row);
      rows.reactions.push(...reactionRows(reply, { comment_id: null, reply_id: row.id }, context.calendar));
    });
  });
  return rows;
}

function commentRow(seed: CommentSeed, id: string, context: CommentContext): Row<'comments'> {
  const { calendar } = context;
  const history = context.histories.get(seed.space);
  if (!history) throw new Error(`A comment names the space ${seed.space}, which does not exist`);
  return {
    id,
    space_id: seedId('space', seed.space),
    change_request_id: seed.change ? (history.requests.get(seed.change)?.row.id ?? throwMissing(seed)) : null,
    posted_by: seedId('person', seed.by),
    body: { markdown: seed.text },
    status: seed.resolved ? 'resolved' : 'open',
    ...commentTarget(seed, history, context.documents),
    replies: seed.replies?.length ?? 0,
    posted_at: calendar.ago(seed.ago),
    edited_at: seed.edited === undefined ? null : calendar.ago(seed.edited),
    resolved_at: seed.resolved ? calendar.ago(seed.resolved.ago) : null,
    resolved_by: seed.resolved ? seedId('person', seed.resolved.by) : null,
    review_id: null,
    applied_at: null,
    applied_by: null,
    applied_revision: null,
  };
}

function throwMissing(seed: CommentSeed): never {
  throw new Error(
    `A comment in ${seed.space} names ${seed.change ?? seed.block ?? seed.page}, which does not exist`,
  );
}

/** The page and block of a comment, as they were at that time. */
function commentTarget(seed: CommentSeed, history: SpaceHistory, documents: DocumentMap) {
  const revision = history.revisionAt(seed.ago, seed.change);
  const target = {
    page_id: null,
    node_id: null,
    node_preview: null,
    page_document_id: null,
    suggestion: null,
    quote: null,
  };
  if (!seed.page) return { ...target, revision_id: revision.id };
  const page = pageAt(revision.pages, seed.page);
  const onPage = {
    ...target,
    revision_id: revision.id,
    page_id: page.id,
    page_document_id: page.documentId ?? null,
  };
  const { markdown = '' } = documents.get(page.documentId ?? '') ?? {};
  if (seed.suggestion) {
    const { line: original, text } = seed.suggestion;
    const line = markdown.split('\n').indexOf(original) + 1;
    if (line === 0) throwMissing(seed);
    return { ...onPage, suggestion: { startLine: line, endLine: line, original, text } };
  }
  if (!seed.block) return onPage;
  const blocks = parseBlocks(markdown).map(({ raw }) => raw.trim());
  const start = seed.block;
  const block = blocks.find((source) => source.startsWith(start)) ?? throwMissing(seed);
  return { ...onPage, node_id: nodeIdOf(block), node_preview: previewOf(block) };
}

function replyRow(
  seed: ReplySeed,
  commentId: string,
  position: number,
  calendar: Calendar,
): Row<'comment_replies'> {
  return {
    id: seedId('reply', commentId, String(position)),
    comment_id: commentId,
    posted_by: seedId('person', seed.by),
    body: { markdown: seed.text },
    posted_at: calendar.ago(seed.ago),
    edited_at: seed.edited === undefined ? null : calendar.ago(seed.edited),
  };
}

function reactionRows(
  seed: Pick<CommentSeed, 'reactions' | 'ago'>,
  target: Pick<Row<'comment_reactions'>, 'comment_id' | 'reply_id'>,
  calendar: Calendar,
): Row<'comment_reactions'>[] {
  return Object.entries(seed.reactions ?? {}).flatMap(([emoji, people]) =>
    people.map((person, index) => ({
      ...target,
      emoji,
      user_id: seedId('person', person),
      reacted_at: calendar.ago(seed.ago * (0.9 - index * 0.05)),
    })),
  );
}

/** The plain text of a block: without Markdown syntax, URLs and table rules. */
function previewOf(block: string): string {
  const text = block
    .replaceAll(/^\|[\s:|-]+\|$/gm, '')
    .replaceAll('|', ' ')
    .replaceAll(/\]\([^)\s]*\)/g, ']')
    .replaceAll(/[*`_[\]]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return text.length > 120 ? `${text.slice(0, 119)}…` : text;
}
