import type {
  Comment,
  CommentBody,
  CommentReaction,
  CommentReply,
  CommentTarget,
  OrganizationComment,
  User,
} from '#api/generated/types.gen.ts';
import { apiUrl, type ServiceSettings } from '#server/service-settings.ts';
import { toAuthorView } from '#server/access/users.view.ts';
import { commentPermissions, type Reader } from './comments.policy.ts';
import type { CommentRow } from './comments.queries.ts';
import type { ReplyRow } from './replies.queries.ts';
import type { TargetPage } from './target-pages.queries.ts';

/** What a view needs beside the row. */
export interface ViewContext {
  reader: Reader;
  reactions: CommentReaction[];
  /** A text in the form that is asked for. */
  viewBody: (body: CommentBody) => CommentBody;
  service: ServiceSettings;
}

/** A comment as a reader gets to see it. */
export function toCommentView(
  row: CommentRow,
  { reader, reactions, viewBody, service, page }: ViewContext & { page: TargetPage | undefined },
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
    target: toTarget(row, page),
    urls: { location: apiUrl(service, commentPath(row)) },
    permissions: commentPermissions(reader, row),
    status: row.status,
    ...(row.resolved_at && { resolvedAt: row.resolved_at.toISOString(), resolvedBy: resolverOf(row) }),
  };
}

/** What the places of a comment are called, for a list of many. */
export function toPlaceNames(row: {
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

/** A reply to `comment` as a reader gets to see it. */
export function toReplyView(
  row: ReplyRow,
  comment: Pick<CommentRow, 'id' | 'space_id' | 'change_request_id'>,
  { reader, reactions, viewBody, service }: ViewContext,
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
    permissions: commentPermissions(reader, row),
  };
}

function commentPath(row: Pick<CommentRow, 'id' | 'space_id' | 'change_request_id'>): string {
  const request = row.change_request_id === null ? '' : `/change-requests/${row.change_request_id}`;
  return `/spaces/${row.space_id}${request}/comments/${row.id}`;
}

function toTarget(row: CommentRow, page: TargetPage | undefined): CommentTarget {
  return {
    ...(row.node_id !== null && {
      node: { id: row.node_id, ...(row.node_preview !== null && { preview: row.node_preview }) },
    }),
    ...(row.change_request_id !== null && { changeRequest: row.change_request_id }),
    ...(row.page_id !== null && { page: toTargetPage(row.page_id, page) }),
    space: row.space_id,
    ...(row.revision_id !== null && { revision: row.revision_id }),
  };
}

function toTargetPage(id: string, target: TargetPage | undefined): NonNullable<CommentTarget['page']> {
  const outdated = target?.outdated ?? true;
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
