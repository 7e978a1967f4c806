import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Check, MessageSquareQuote, Reply, RotateCcw } from 'lucide-react';
import type { Comment } from '#api/generated/types.gen.ts';
import { permissionReasons, reasonUnless } from '#src/components/permission/permission-reasons.ts';
import { formatCount } from '#src/lib/counts.ts';
import { Badge } from '#src/ui/badge.tsx';
import { Button } from '#src/ui/button.tsx';
import { Callout } from '#src/ui/callout.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { hasDraft, replyDraftName } from './comment-drafts.ts';
import { repliesOf } from './comment-query.ts';
import { createReply } from './comment-requests.ts';
import { Composer } from './composer.tsx';
import { Message } from './message.tsx';
import { useCommentChange, useResolve } from './use-comment-changes.ts';
import { OriginalPage } from './original-page.tsx';

interface ThreadProps {
  organizationId: string;
  comment: Comment;
  /** Shows the replies; otherwise only their count. */
  isOpen: boolean;
  onOpen: () => void;
  isReplying: boolean;
  onReplying: (isReplying: boolean) => void;
  /** Directly below its block, so the block is not quoted. */
  isBelowBlock?: boolean;
  /** Called after resolving, to open the next one. */
  onResolved?: () => void;
}

/** A comment with quoted text, replies and actions. */
export function Thread(props: ThreadProps) {
  const { organizationId, comment, isOpen, onOpen, isReplying, onReplying, isBelowBlock, onResolved } = props;
  const { target, replies, permissions } = comment;
  const change = useCommentChange();
  const { resolve, isPending } = useResolve();
  const [isRestored, setRestored] = useState(() => hasDraft(replyDraftName(comment.id)));
  const isWriting = isReplying || isRestored;
  const stopWriting = () => {
    setRestored(false);
    onReplying(false);
  };
  const isResolved = comment.status === 'resolved';
  const denialReason = reasonUnless(permissions.reply, permissionReasons.commenter);
  return (
    <>
      <div className="mb-2 flex flex-wrap items-center gap-2 empty:hidden">
        {isResolved && <Badge tone="success">Resolved</Badge>}
        {target.page?.outdated && (
          <>
            <Badge tone="warning" tip="The page has changed since this comment.">
              Outdated
            </Badge>
            <OriginalPage target={target} />
          </>
        )}
      </div>
      {!isBelowBlock && target.node?.preview && (
        <blockquote dir="auto" className="mb-2 flex gap-2 rounded-md bg-sunken px-2 py-1 text-ink-soft">
          <MessageSquareQuote aria-label="Quoted text" className="mt-0.5 size-4 shrink-0" />
          <span className="min-w-0 wrap-anywhere">{target.node.preview}</span>
        </blockquote>
      )}
      <Message organizationId={organizationId} comment={comment} />
      {isOpen && replies > 0 && <Replies organizationId={organizationId} comment={comment} />}
      {isWriting && (
        <div className="mt-3 pl-8">
          <Composer
            organizationId={organizationId}
            draft={replyDraftName(comment.id)}
            label="Write a reply"
            submitLabel="Reply"
            autoFocus={isReplying}
            disabledReason={denialReason}
            onSend={async (markdown) => {
              await change.mutateAsync(() => createReply(comment, markdown));
              onOpen();
              stopWriting();
            }}
            onCancel={stopWriting}
          />
        </div>
      )}
      <div className="mt-2 flex flex-wrap gap-1 pl-8">
        {!isOpen && replies > 0 && (
          <Button size="small" tone="quiet" onClick={onOpen}>
            {formatCount(replies, 'reply', 'replies')}
          </Button>
        )}
        {!isWriting && (
          <Button
            size="small"
            tone="quiet"
            icon={<Reply />}
            disabledReason={denialReason}
            onClick={() => onReplying(true)}
          >
            Reply
          </Button>
        )}
        <Button
          size="small"
          tone="quiet"
          icon={isResolved ? <RotateCcw /> : <Check />}
          disabledReason={denialReason}
          pending={isPending}
          onClick={() => {
            resolve([comment], !isResolved);
            if (!isResolved) onResolved?.();
          }}
        >
          {isResolved ? 'Reopen' : 'Resolve'}
        </Button>
      </div>
    </>
  );
}

function Replies({ organizationId, comment }: { organizationId: string; comment: Comment }) {
  const { data, isError, refetch } = useQuery(repliesOf(comment));
  if (isError) {
    return (
      <Callout
        tone="danger"
        className="mt-3 ml-8"
        action={
          <Button size="small" onClick={() => void refetch()}>
            Try again
          </Button>
        }
      >
        Couldn’t load replies.
      </Callout>
    );
  }
  return (
    <ul aria-label="Replies" className="mt-3 ml-8 flex flex-col gap-3 border-l border-line pl-3">
      {data ? (
        data.map((reply) => (
          <li key={reply.id}>
            <Message organizationId={organizationId} comment={comment} reply={reply} />
          </li>
        ))
      ) : (
        <li>
          <Skeleton className="w-1/2" />
        </li>
      )}
    </ul>
  );
}
