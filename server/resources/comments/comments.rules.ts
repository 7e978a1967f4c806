import type {
  Comment,
  CommentBody,
  CommentPermissions,
  CommentQuote,
  CommentReaction,
  CommentReply,
  CommentTarget,
  CommentText,
  ContentFormat,
  DocumentNode,
  OrganizationComment,
  User,
} from '#api/generated/types.gen.ts';
import type { QuotedWords } from '#api/quoted-words.ts';
import { LEVEL } from '#server/access/roles.ts';
import { toAuthorView } from '#server/access/users.view.ts';
import { forbidden } from '#server/base/errors.ts';
import { apiUrl, type ServiceSettings } from '#server/base/service-settings.ts';
import { parseBody, textOfDocument } from '#server/content/documents/comment-text.ts';
import { toDocument } from '#server/content/documents/document-nodes.ts';
import { toPublicDocument } from '#server/content/documents/read-input.ts';
import { getDocuments } from '#server/content/stored/rendered-page.ts';
import type { CommentRow, ReplyRow } from './comments.queries.ts';
import { type TargetPage, type FollowedTarget, isBlockFollowed } from './follow-targets.ts';
import { toSuggestionView } from './suggestions.ts';

/** A user with their level on the space. */
export interface Caller {
  userId: string;
  level: number;
}

interface AuthoredRow {
  posted_by: string | null;
}

/** Throws 403. Covers comments, replies, reactions, resolving and reopening. */
export function requireCommentPermission({ level }: Caller): void {
  if (level < LEVEL.comment) throw forbidden('You need the permission "comment" on this space.');
}

/** Throws 403 unless the caller is the author. */
export function requireAuthor(reader: Caller, posted: AuthoredRow): void {
  if (!isAuthor(reader, posted)) throw forbidden('Only the author can edit this text.');
}

/** Throws 403 unless the caller is the author or manages the space. */
export function requireDeletePermission(reader: Caller, posted: AuthoredRow): void {
  if (commentPermissions(reader, posted).delete) return;
  throw forbidden('You need the permission "admin" on this space to delete comments by others.');
}

function commentPermissions(caller: Caller, posted: AuthoredRow): CommentPermissions {
  const author = isAuthor(caller, posted);
  return {
    view: true,
    edit: author,
    reply: caller.level >= LEVEL.comment,
    delete: author || caller.level >= LEVEL.create,
  };
}

function isAuthor({ userId }: Caller, { posted_by }: AuthoredRow): boolean {
  return posted_by === userId;
}

const MAX_EXCERPT_LENGTH = 120;

/** The replacement text; undefined for none or an empty body. Throws 400 like `parseBody`. */
export function parseBodyUpdate(body: string | CommentText | undefined): CommentBody | undefined {
  const isEmpty = typeof body === 'object' && Object.keys(body).length === 0;
  return body === undefined || isEmpty ? undefined : parseBody(body);
}

/**
 * Converts all texts of a page together, in a task process where that may take long. Returns a function that gives a
 * text in the requested format, or as written.
 */
export async function createBodyView(
  bodies: readonly CommentBody[],
  format: ContentFormat | undefined,
  organizationId: string,
): Promise<(body: CommentBody) => CommentBody> {
  const texts = format === 'document' ? bodies.flatMap(({ markdown }) => markdown ?? []) : [];
  const documents = await getDocuments(texts, organizationId);
  return (body) => {
    const writtenDocument = documents.get(body.markdown ?? '');
    if (writtenDocument) return { document: writtenDocument };
    if (format === 'markdown' && body.document) return { markdown: textOfDocument(body.document) };
    return body.document ? { document: toPublicDocument(body.document) } : body;
  };
}

/** The start of a text, for the audit log. */
export function excerptOf({ markdown, document }: CommentBody): string {
  return truncate(markdown ?? (document ? textOfDocument(document) : ''));
}

/** The start of a block's text. */
export function previewOf(node: DocumentNode): string {
  return truncate(textOfDocument(node).replaceAll(/\s+/g, ' '));
}

/** Words of a text as they are read. Marks that they begin or end within are left over. */
export function previewOfWords(markdown: string): string {
  return previewOf(toDocument(markdown.replace(CUT_MARK, ' '))).replaceAll(/\*\*|~~|`/g, '');
}

/** The mark of a list item, heading or quotation at the start of words. */
const CUT_MARK = /^(?:#{1,6}|[-*+>]|\d{1,9}[.)])\s/;

function truncate(text: string): string {
  const characters = [...text.trim()];
  if (characters.length <= MAX_EXCERPT_LENGTH) return characters.join('');
  return `${characters.slice(0, MAX_EXCERPT_LENGTH - 1).join('')}…`;
}

/** Input of a view besides the row. */
export interface ViewContext {
  caller: Caller;
  reactions: CommentReaction[];
  /** Converts a text to the requested format. */
  viewBody: (body: CommentBody) => CommentBody;
  service: ServiceSettings;
}

/** The current page of a comment, and the place of its block and lines. */
interface CommentContext extends ViewContext {
  page: TargetPage | undefined;
  followed: FollowedTarget;
}

export function toCommentView(
  row: CommentRow,
  { caller, reactions, viewBody, service, page, followed }: CommentContext,
): Comment {
  return {
    object: 'comment',
    id: row.id,
    postedBy: toAuthorView(row.posted_by, row),
    postedAt: row.posted_at.toISOString(),
    ...(row.edited_at && { editedAt: row.edited_at.toISOString() }),
    reactions,
    replies: row.replies,
    body: viewBody(row.body),
    target: toTarget(row, page, followed),
    ...(row.quote && { quote: toQuoteView(row.quote, followed.quote) }),
    ...(row.suggestion && { suggestion: toSuggestionView(row, row.suggestion, followed.lines) }),
    urls: { location: apiUrl(service, commentPath(row)) },
    permissions: commentPermissions(caller, row),
    status: row.status,
    ...(row.resolved_at && { resolvedAt: row.resolved_at.toISOString(), resolvedBy: resolverOf(row) }),
  };
}

/** @param current the words where they are now; undefined if they were changed or removed */
function toQuoteView(stored: QuotedWords, current: QuotedWords | undefined): CommentQuote {
  const { text, before, after } = current ?? stored;
  return { text, before, after, outdated: !current };
}

/** Titles of the space and change request, for lists across spaces. */
export function toLocationFields(row: {
  space_title: string;
  change_request_number: number | null;
  change_request_subject: string | null;
}): Pick<OrganizationComment, 'spaceTitle' | 'changeRequestNumber' | 'changeRequestSubject'> {
  return {
    spaceTitle: row.space_title,
    ...(row.change_request_number !== null && { changeRequestNumber: row.change_request_number }),
    ...(row.change_request_subject !== null && { changeRequestSubject: row.change_request_subject }),
  };
}

export function toReplyView(
  row: ReplyRow,
  comment: Pick<CommentRow, 'id' | 'space_id' | 'change_request_id'>,
  { caller, reactions, viewBody, service }: ViewContext,
): CommentReply {
  return {
    object: 'comment-reply',
    id: row.id,
    postedBy: toAuthorView(row.posted_by, row),
    postedAt: row.posted_at.toISOString(),
    ...(row.edited_at && { editedAt: row.edited_at.toISOString() }),
    reactions,
    body: viewBody(row.body),
    urls: { location: apiUrl(service, `${commentPath(comment)}/replies/${row.id}`) },
    permissions: commentPermissions(caller, row),
  };
}

function commentPath(row: Pick<CommentRow, 'id' | 'space_id' | 'change_request_id'>): string {
  const request = row.change_request_id === null ? '' : `/change-requests/${row.change_request_id}`;
  return `/spaces/${row.space_id}${request}/comments/${row.id}`;
}

function toTarget(
  row: CommentRow,
  page: TargetPage | undefined,
  { nodeId, quote }: FollowedTarget,
): CommentTarget {
  // In a text without blocks, words are what it is about.
  const isGone = isBlockFollowed(row) ? nodeId === undefined : row.quote !== null && quote === undefined;
  const isFollowed = row.status === 'open' && (row.node_id !== null || row.quote !== null);
  const outdated = isFollowed ? isGone : (page?.outdated ?? true);
  return {
    ...(row.node_id !== null && {
      node: { id: nodeId ?? row.node_id, ...(row.node_preview !== null && { preview: row.node_preview }) },
    }),
    ...(row.change_request_id !== null && { changeRequest: row.change_request_id }),
    ...(row.review_id !== null && { review: row.review_id }),
    ...(row.page_id !== null && { page: toTargetPage(row.page_id, page, outdated) }),
    space: row.space_id,
    ...(row.revision_id !== null && { revision: row.revision_id }),
  };
}

function toTargetPage(
  id: string,
  target: TargetPage | undefined,
  outdated: boolean,
): NonNullable<CommentTarget['page']> {
  if (!target?.page) return { id, outdated };
  const { title, emoji, icon, createdAt, updatedAt, path } = target.page;
  return {
    id,
    title,
    ...(emoji !== undefined && { emoji }),
    ...(icon !== undefined && { icon }),
    createdAt,
    updatedAt,
    path,
    outdated,
  };
}

function resolverOf({ resolved_by, resolver_name, resolver_email, resolver_photo_url }: CommentRow): User {
  const person = { display_name: resolver_name, email: resolver_email, photo_url: resolver_photo_url };
  return toAuthorView(resolved_by, person);
}
