import { useQuery } from '@tanstack/react-query';
import { Check, MessageSquareQuote, Reply, RotateCcw } from 'lucide-react';
import { Suspense, useState } from 'react';
import { getRevisionPageOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import type { Comment, CommentTarget } from '#api/generated/types.gen.ts';
import { ApiError, errorMessage } from '#src/api/errors.ts';
import { lazyPart } from '#src/components/errors/load-part.ts';
import { permissionReasons, reasonUnless } from '#src/domain/permission/permissions.ts';
import { classNames } from '#src/lib/class-names.ts';
import { formatCount } from '#src/lib/text/format.ts';
import { Badge } from '#src/ui/badge.tsx';
import { Button } from '#src/ui/button.tsx';
import { Callout } from '#src/ui/callout.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { hasDraft, replyDraftName, createReply, useCommentChange, useResolve } from './actions.ts';
import { useHasOriginals } from './capabilities.ts';
import { Composer } from './composer.tsx';
import { Message } from './message.tsx';
import { repliesOf } from './queries.ts';

// Few comments suggest something, and comparing lines is the larger part of it.
const Suggestion = lazyPart(async () => ({
  default: (await import('./suggestions/suggestion.tsx')).Suggestion,
}));

/** Shows the page as it was when an outdated comment was written, if the server has that revision. */
function OriginalPage({ target: { space, page, revision } }: { target: CommentTarget }) {
  const [isOpen, setOpen] = useState(false);
  const hasOriginals = useHasOriginals();
  if (!hasOriginals || !page || revision === undefined) return null;
  return (
    <>
      <Button size="small" tone="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        View original page
      </Button>
      {isOpen && <OriginalText spaceId={space} revisionId={revision} pageId={page.id} />}
    </>
  );
}

function OriginalText(path: { spaceId: string; revisionId: string; pageId: string }) {
  const { data, error } = useQuery({
    ...getRevisionPageOptions({ path, query: { format: 'markdown', metadata: false } }),
    staleTime: Infinity,
  });
  if (error) return <p className="w-full text-ink-soft">{errorMessage(error)}</p>;
  if (!data) return <Skeleton className="w-1/2" />;
  return (
    <pre
      dir="auto"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and the keyboard has to reach it
      tabIndex={0}
      aria-label={`${data.title}, original version`}
      data-ring=""
      className="max-h-64 w-full overflow-auto rounded-md bg-sunken p-2 font-mono text-xs whitespace-pre-wrap"
    >
      {data.markdown}
    </pre>
  );
}

interface ThreadProps {
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
// oxlint-disable-next-line max-lines-per-function -- a comment from its quotation down to its buttons
export function Thread(props: ThreadProps) {
  const { comment, isOpen, onOpen, isReplying, onReplying, isBelowBlock, onResolved } = props;
  const { target, replies, permissions, suggestion, quote } = comment;
  // Below a block it says which of its words.
  const quoted = isBelowBlock && !quote ? undefined : (target.node?.preview ?? quote?.text);
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
      <ThreadState comment={comment} />
      {quoted !== undefined && (
        <blockquote dir="auto" className="mb-2 flex gap-2 rounded-md bg-sunken px-2 py-1 text-ink-soft">
          <MessageSquareQuote aria-label="Quoted text" className="mt-0.5 size-4 shrink-0" />
          <span className="min-w-0 wrap-anywhere">{quoted}</span>
        </blockquote>
      )}
      <Message comment={comment} />
      {suggestion && (
        <Suspense fallback={<Skeleton className="mt-2 ml-8 h-16" />}>
          <div className="pl-8">
            <Suggestion comment={comment} suggestion={suggestion} />
          </div>
        </Suspense>
      )}
      {isOpen && replies > 0 && <Replies comment={comment} />}
      {isWriting && (
        <ReplyComposer
          comment={comment}
          autoFocus={isReplying}
          disabledReason={denialReason}
          onSent={onOpen}
          onClose={stopWriting}
        />
      )}
      {/* Quiet buttons begin with their padding: their words are in line with the text. */}
      <div className="mt-2 flex flex-wrap gap-1 pl-5.5">
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

/** Whether a comment is resolved, and whether its page has changed since. */
function ThreadState({ comment: { status, target, suggestion, quote } }: { comment: Comment }) {
  return (
    <div className="mb-2 flex flex-wrap items-center gap-2 empty:hidden">
      {status === 'resolved' && <Badge tone="success">Resolved</Badge>}
      {/* A suggestion says itself whether its lines have changed. */}
      {(quote ?? target.page)?.outdated && !suggestion && (
        <>
          {quote && status === 'open' ? (
            <Badge tone="warning" tip="The words have changed since this comment.">
              Words changed
            </Badge>
          ) : (
            <Badge tone="warning" tip="The page has changed since this comment.">
              Outdated
            </Badge>
          )}
          <OriginalPage target={target} />
        </>
      )}
    </div>
  );
}

interface ReplyComposerProps {
  comment: Comment;
  autoFocus: boolean;
  disabledReason: string | undefined;
  onSent: () => void;
  /** Called when nothing is written anymore. */
  onClose: () => void;
}

function ReplyComposer(props: ReplyComposerProps) {
  const { comment, autoFocus, disabledReason, onSent, onClose } = props;
  const change = useCommentChange();
  return (
    <div className="mt-3 pl-8">
      <Composer
        spaceId={comment.target.space}
        draft={replyDraftName(comment.id)}
        label="Write a reply"
        submitLabel="Reply"
        autoFocus={autoFocus}
        disabledReason={disabledReason}
        onSend={async (markdown) => {
          await change
            .mutateAsync(() => createReply(comment, markdown))
            .catch((error: unknown) => {
              // Deleted: the field, which keeps it on the screen, says so.
              if (error instanceof ApiError && error.status === 404) onClose();
              throw error;
            });
          onSent();
          onClose();
        }}
        onCancel={onClose}
      />
    </div>
  );
}

function Replies({ comment }: { comment: Comment }) {
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
            <Message comment={comment} reply={reply} />
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

interface ThreadCardProps {
  comment: Comment;
  /** Shown directly below the block it refers to. */
  isBelowBlock?: boolean;
  className?: string;
}

/** A thread shown next to its subject. */
export function ThreadCard({ comment, isBelowBlock = false, className }: ThreadCardProps) {
  const [isOpen, setOpen] = useState(true);
  const [isReplying, setReplying] = useState(false);
  return (
    <article
      aria-label={`Comment by ${comment.postedBy.displayName}`}
      // Where its suggestion was applied, the focus stays here.
      data-thread=""
      data-comment={comment.id}
      tabIndex={-1}
      className={classNames('rounded-lg border border-line bg-surface p-3', className)}
    >
      <Thread
        comment={comment}
        isOpen={isOpen}
        onOpen={() => setOpen(true)}
        isReplying={isReplying}
        onReplying={setReplying}
        isBelowBlock={isBelowBlock}
      />
    </article>
  );
}
