import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { listChangeRequestCommentRepliesOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import type { Comment, CommentReply } from '#api/generated/types.gen.ts';
import { FetchFailure } from '#src/components/errors/fetch-failure.tsx';
import { CommentText } from '#src/domain/comments/comment-text.tsx';
import { formatCount, formatNumber } from '#src/lib/text/format.ts';
import { Badge } from '#src/ui/badge.tsx';
import { Button } from '#src/ui/button.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { Time } from '#src/ui/time.tsx';
import type { ChangeRequestPath } from '../labels.ts';

interface ActivityCommentProps {
  organizationId: string;
  path: ChangeRequestPath;
  comment: Comment;
  /** Whether its replies open below it, as they don't stand among the activity. */
  hasReplies: boolean;
}

/** A comment among the activity: its subject, its text, and its replies on request. */
export function ActivityComment({ organizationId, path, comment, hasReplies }: ActivityCommentProps) {
  const [isOpen, setOpen] = useState(false);
  const { id, target, status, suggestion, body, replies } = comment;
  const params = { organizationId, spaceId: path.spaceId, changeRequest: path.changeRequestId };
  const isResolved = status === 'resolved';
  return (
    <div className="mt-1 rounded-md bg-sunken px-3 py-2">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-ink-soft">
        {target.page && (
          <Link
            to="/o/$organizationId/spaces/$spaceId/changes/$changeRequest/diff/$pageId"
            params={{ ...params, pageId: target.page.id }}
            className="link"
          >
            {target.page.emoji} <bdi>{target.page.title ?? 'Deleted page'}</bdi>
          </Link>
        )}
        {suggestion && <span>{linesOf(suggestion)}</span>}
        {target.node?.preview && (
          <q dir="auto" className="max-w-full truncate">
            {target.node.preview}
          </q>
        )}
        {isResolved && <Badge tone="success">Resolved</Badge>}
        {!isResolved && (target.page?.outdated || suggestion?.outdated) && (
          <Badge tone="warning">Outdated</Badge>
        )}
      </p>
      <CommentText body={body} />
      {isOpen && <Replies path={path} commentId={id} />}
      <p className="mt-1 -ml-2.5 flex flex-wrap items-center gap-1">
        {hasReplies && replies > 0 && (
          <Button size="small" tone="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {formatCount(replies, 'reply', 'replies')}
          </Button>
        )}
        <OpenComment params={params} comment={comment} />
      </p>
    </div>
  );
}

interface ActivityReplyProps {
  organizationId: string;
  path: ChangeRequestPath;
  /** The comment that is answered. */
  comment: Comment;
  reply: CommentReply;
}

/** A reply among the activity. */
export function ActivityReply({ organizationId, path, comment, reply }: ActivityReplyProps) {
  const params = { organizationId, spaceId: path.spaceId, changeRequest: path.changeRequestId };
  return (
    <div className="mt-1 rounded-md bg-sunken px-3 py-2">
      <p className="text-xs text-ink-soft">
        To the comment of <bdi>{comment.postedBy.displayName}</bdi>
      </p>
      <CommentText body={reply.body} />
      <p className="mt-1 -ml-2.5">
        <OpenComment params={params} comment={comment} />
      </p>
    </div>
  );
}

interface OpenCommentProps {
  params: { organizationId: string; spaceId: string; changeRequest: string };
  comment: Comment;
}

function OpenComment({ params, comment: { id, status } }: OpenCommentProps) {
  return (
    <Link
      to="/o/$organizationId/spaces/$spaceId/changes/$changeRequest/comments"
      params={params}
      search={{ comment: id, ...(status === 'resolved' && { status }) }}
      className="link ml-2.5 text-xs"
    >
      Open comment
    </Link>
  );
}

const linesOf = ({ startLine, endLine }: { startLine: number; endLine: number }): string =>
  startLine === endLine
    ? `line ${formatNumber(startLine)}`
    : `lines ${formatNumber(startLine)}–${formatNumber(endLine)}`;

/** The first hundred, oldest first. */
function Replies({ path, commentId }: { path: ChangeRequestPath; commentId: string }) {
  const { data, error, refetch } = useQuery(
    listChangeRequestCommentRepliesOptions({
      path: { ...path, commentId },
      query: { limit: 100, format: 'document' },
    }),
  );
  if (error) return <FetchFailure error={error} title="Couldn’t load replies" onRetry={refetch} />;
  return (
    <ul aria-label="Replies" className="mt-2 flex flex-col gap-2 border-l border-line pl-3">
      {data ? (
        data.items.map(({ id, postedBy, postedAt, body }) => (
          <li key={id}>
            <p>
              <bdi className="font-medium">{postedBy.displayName}</bdi>{' '}
              <span className="text-ink-soft">
                <Time value={postedAt} />
              </span>
            </p>
            <CommentText body={body} />
          </li>
        ))
      ) : (
        <li>
          <Skeleton className="w-1/2" />
        </li>
      )}
      {data?.next && <li className="text-ink-soft">Later replies are listed with the comment.</li>}
    </ul>
  );
}
