import { useQueries, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { History } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import {
  listChangeRequestCommentRepliesOptions,
  listChangeRequestCommentsOptions,
} from '#api/generated/@tanstack/react-query.gen.ts';
import type {
  ChangeRequest,
  Comment,
  CommentReply,
  CommentStatusFilter,
  ContentChange,
  RequestedReviewer,
  Review,
  User,
} from '#api/generated/types.gen.ts';
import { isUnsupported } from '#src/api/errors.ts';
import { FetchFailure } from '#src/components/errors/fetch-failure.tsx';
import { lazyPart } from '#src/components/errors/load-part.ts';
import { Avatar } from '#src/ui/avatar.tsx';
import { Skeleton, SkeletonRows } from '#src/ui/skeleton.tsx';
import { Time } from '#src/ui/time.tsx';
import { type ChangeRequestPath, parseReviewerRequests } from '../labels.ts';
import { changesOf } from '../views/sides.ts';
import { changePreviewLimit } from '../views/viewed.ts';
import { pageEditsOf } from './page-edits.ts';

// Not every change request has comments, and the texts of pages bring what it needs.
const loadComment = () => import('./activity-comment.tsx');
const ActivityComment = lazyPart(async () => ({ default: (await loadComment()).ActivityComment }));
const ActivityReply = lazyPart(async () => ({ default: (await loadComment()).ActivityReply }));

/** The replies to a comment, where they stand among the activity. */
export interface ActivityReplies {
  comment: Comment;
  replies: readonly CommentReply[];
}

export interface ActivityEntry {
  key: string;
  at: string;
  /** Null if the server does not report it. */
  by: User | null;
  text: string;
  /** The text of a review. */
  review?: string | undefined;
  /** A comment, or the one that was replied to. */
  comment?: Comment;
  reply?: CommentReply;
}

interface ActivityInput {
  changeRequest: Pick<ChangeRequest, 'createdAt' | 'createdBy' | 'updatedAt' | 'status'>;
  reviews: readonly Review[];
  requested: readonly RequestedReviewer[];
  comments: readonly Comment[];
  replies: readonly ActivityReplies[];
  changes: readonly ContentChange[];
}

/** Activity of a change request, newest first. */
export function activityOf(input: ActivityInput): ActivityEntry[] {
  const { changeRequest, reviews, requested, comments, replies, changes } = input;
  const { createdAt, createdBy, updatedAt, status } = changeRequest;
  const last = status === 'merged' ? 'Merged' : status === 'archived' ? 'Archived' : 'Updated';
  const edits = pageEditsOf(changes, createdAt);
  const entries: ActivityEntry[] = [
    { key: 'created', at: createdAt, by: createdBy, text: 'created this change request' },
    ...reviews.map(({ id, createdAt: at, reviewer, status: reviewStatus, comment, outdated }) => ({
      key: id,
      at,
      by: reviewer,
      text: `${describeReview(reviewStatus)}${outdated ? ' (outdated)' : ''}`,
      review: comment,
    })),
    ...parseReviewerRequests(requested).map(({ id, displayName, requestedBy, createdAt: at }) => ({
      key: `asked-${id}`,
      at,
      by: requestedBy,
      text: `requested a review from ${displayName}`,
    })),
    ...comments.map((comment) => ({
      key: comment.id,
      at: comment.postedAt,
      by: comment.postedBy,
      text: comment.suggestion ? 'suggested a change' : 'commented',
      comment,
    })),
    ...replies.flatMap(({ comment, replies: given }) =>
      given.map((reply) => ({
        key: reply.id,
        at: reply.postedAt,
        by: reply.postedBy,
        text: 'replied',
        comment,
        reply,
      })),
    ),
    ...edits.map(({ at, text }) => ({ key: `edited-${at}`, at, by: null, text })),
  ];
  // If the last update was of a page, the page is named.
  const isNamed = last === 'Updated' && edits[0] !== undefined && isSameTime(edits[0].at, updatedAt);
  if (updatedAt !== createdAt && !isNamed)
    entries.push({ key: 'updated', at: updatedAt, by: null, text: last });
  return entries.toSorted((a, b) => b.at.localeCompare(a.at));
}

/** Servers note the time of a page and that of its change request one after the other. */
const isSameTime = (one: string, other: string): boolean =>
  Math.abs(Date.parse(one) - Date.parse(other)) < 2000;

/** A review as an activity text: "approved". */
function describeReview(status: string): string {
  if (status === 'approved') return 'approved';
  return status === 'changes-requested' ? 'requested changes' : status;
}

/** Older comments are a link to all. */
const commentLimit = 50;
/** So many of the latest comments have their replies among the activity; others open them. */
const repliedLimit = 10;
const replyLimit = 100;

/** The replies to the latest comments; a comment whose replies don't load, or are too many, is left out. */
function useReplies(
  path: ChangeRequestPath,
  comments: readonly Comment[],
  enabled: boolean,
): ActivityReplies[] {
  const replied = enabled ? comments.filter(({ replies }) => replies > 0).slice(0, repliedLimit) : [];
  const lists = useQueries({
    queries: replied.map(({ id }) =>
      listChangeRequestCommentRepliesOptions({
        path: { ...path, commentId: id },
        query: { limit: replyLimit, format: 'document' },
      }),
    ),
  });
  return replied.flatMap((comment, index) => {
    const list = lists[index]?.data;
    return list && !list.next ? [{ comment, replies: list.items }] : [];
  });
}

interface ActivityListProps {
  organizationId: string;
  path: ChangeRequestPath;
  changeRequest: ChangeRequest;
  reviews: readonly Review[];
  requested: readonly RequestedReviewer[];
  /** Which comments stand among the activity. */
  commentStatus: CommentStatusFilter;
  /** False while the user moves quickly through a list: then nothing is fetched. */
  enabled: boolean;
}

/** The activity of a change request, with its comments. */
export function ActivityList(props: ActivityListProps) {
  const { organizationId, path, changeRequest, reviews, requested, commentStatus, enabled } = props;
  const hasComments = commentStatus !== 'open' || changeRequest.comments > 0;
  const { data, error, refetch } = useQuery({
    ...listChangeRequestCommentsOptions({
      path,
      query: { limit: commentLimit, status: commentStatus, format: 'document' },
    }),
    enabled: enabled && hasComments,
  });
  // The list above fetches them. A second fetch after a failure would begin with each mount.
  const { data: content } = useQuery({ ...changesOf(path, changePreviewLimit), enabled: false });
  const comments = (hasComments && data?.items) || [];
  const changes = content?.changes ?? [];
  const replies = useReplies(path, comments, enabled && commentStatus === 'all');
  const entries = activityOf({ changeRequest, reviews, requested, comments, replies, changes });
  const answered = new Set(replies.map(({ comment }) => comment));
  const oldest = comments.at(-1);
  const place = { organizationId, path };
  return (
    <section aria-label="Activity">
      <h2 className="mb-2 font-medium">Activity</h2>
      {error && hasComments && !isUnsupported(error) && (
        <FetchFailure error={error} title="Couldn’t load the comments" onRetry={refetch} className="mb-3" />
      )}
      {hasComments && !data && !error ? (
        <SkeletonRows rows={2} label="Loading activity" />
      ) : (
        <ol className="space-y-3">
          {entries.map((entry) => (
            <Entry key={entry.key} entry={entry}>
              {entry.comment && (
                <Suspense fallback={<Skeleton className="mt-1 w-1/2" />}>
                  {entry.reply ? (
                    <ActivityReply {...place} comment={entry.comment} reply={entry.reply} />
                  ) : (
                    <ActivityComment
                      {...place}
                      comment={entry.comment}
                      hasReplies={!answered.has(entry.comment)}
                    />
                  )}
                </Suspense>
              )}
              {entry.comment && entry.comment === oldest && !entry.reply && data?.next && (
                <p className="mt-2">
                  <Link
                    to="/o/$organizationId/spaces/$spaceId/changes/$changeRequest/comments"
                    params={{
                      organizationId,
                      spaceId: path.spaceId,
                      changeRequest: path.changeRequestId,
                    }}
                    search={commentStatus === 'open' ? {} : { status: commentStatus }}
                    className="link"
                  >
                    View older comments
                  </Link>
                </p>
              )}
            </Entry>
          ))}
        </ol>
      )}
    </section>
  );
}

function Entry({ entry, children }: { entry: ActivityEntry; children: ReactNode }) {
  const { at, by, text, review } = entry;
  return (
    <li className="flex gap-2.5">
      {by ? (
        <Avatar name={by.displayName} src={by.photoURL} />
      ) : (
        <History aria-hidden="true" className="size-6 shrink-0 p-1 text-ink-soft" />
      )}
      <div className="min-w-0 flex-1">
        <p className="text-pretty wrap-anywhere">
          {by && <bdi className="font-medium">{by.displayName} </bdi>}
          {text}
          <span className="text-ink-soft">
            {' '}
            <Time value={at} />
          </span>
        </p>
        {review && (
          <p dir="auto" className="mt-1 rounded-md bg-sunken px-3 py-2 whitespace-pre-wrap wrap-anywhere">
            {review}
          </p>
        )}
        {children}
      </div>
    </li>
  );
}
