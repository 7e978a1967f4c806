import { Ellipsis, SmilePlus } from 'lucide-react';
import { useState, Suspense } from 'react';
import type { Comment, CommentReply, CommentReplyUpdate, CommentReaction } from '#api/generated/types.gen.ts';
import { useApiMutation } from '#src/api/queries.ts';
import { currentUser } from '#src/api/session/session.ts';
import { confirm } from '#src/components/confirm/confirm.ts';
import { PanelBoundary } from '#src/components/errors/fetch-failure.tsx';
import { lazyPart } from '#src/components/errors/load-part.ts';
import { toastFailure } from '#src/components/toasts/toasts.ts';
import { CommentText } from '#src/domain/comments/comment-text.tsx';
import { reasonUnless, permissionReasons } from '#src/domain/permission/permissions.ts';
import { formatCount, formatNameList, formatNumber } from '#src/lib/text/format.ts';
import { Avatar } from '#src/ui/avatar.tsx';
import { Button, IconButton } from '#src/ui/button.tsx';
import { MenuIconButton } from '#src/ui/menu-button.tsx';
import { Time } from '#src/ui/time.tsx';
import {
  deleteComment,
  deleteReply,
  fetchMarkdown,
  updateComment,
  updateReply,
  useCommentChange,
} from './actions.ts';
import { useReplyDenials } from './capabilities.ts';
import { Composer } from './composer.tsx';
import { deletionInvalidations, commentInvalidations } from './queries.ts';

const loadPicker = () => import('./emoji-picker.tsx');
const EmojiPicker = lazyPart(async () => ({ default: (await loadPicker()).EmojiPicker }));

// Prefetched when idle, so that it also opens offline.
if ('requestIdleCallback' in window) {
  requestIdleCallback(() => void loadPicker().catch(() => undefined), { timeout: 5000 });
}

interface ReactionsProps {
  reactions: readonly CommentReaction[];
  /** Why the user can't react. */
  disabledReason: string | undefined;
  onChange: (change: Pick<CommentReplyUpdate, 'addedReactions' | 'removedReactions'>) => Promise<unknown>;
}

const useReact = (onChange: ReactionsProps['onChange']) =>
  useApiMutation(
    { mutationFn: onChange },
    { invalidates: commentInvalidations, onError: (error) => toastFailure(error) },
  );

/** Reactions to a comment or reply; pressing one adds or removes the user's own. */
function ReactionBar({ reactions, disabledReason, onChange }: ReactionsProps) {
  const react = useReact(onChange);
  const isOwn = ({ users }: CommentReaction) => users.some(({ user }) => user.id === currentUser()?.id);
  return (
    <div className="mt-1 flex flex-wrap items-center gap-1 empty:hidden">
      {reactions.map((reaction) => {
        const { emoji, count, users } = reaction;
        const isMine = isOwn(reaction);
        const names = formatNameList(
          users.map(({ user }) => user.displayName),
          count,
        );
        return (
          <Button
            key={emoji}
            size="small"
            aria-pressed={isMine}
            aria-label={`${emoji} ${formatNumber(count)}: ${names}`}
            data-tip={names}
            className={isMine ? 'border-accent! bg-accent-soft' : undefined}
            disabledReason={disabledReason}
            pending={react.isPending}
            onClick={() => react.mutate(isMine ? { removedReactions: [emoji] } : { addedReactions: [emoji] })}
          >
            {emoji} <span className="tabular-nums">{formatNumber(count)}</span>
          </Button>
        );
      })}
    </div>
  );
}

/** Button that opens the emoji picker. */
function AddReaction({ disabledReason, onChange }: Omit<ReactionsProps, 'reactions'>) {
  const [picking, setPicking] = useState(false);
  const react = useReact(onChange);
  return (
    <>
      <IconButton
        label="Add reaction"
        size="small"
        disabledReason={disabledReason}
        onClick={() => setPicking(true)}
      >
        <SmilePlus />
      </IconButton>
      <Suspense>
        {picking && (
          <EmojiPicker
            onClose={() => setPicking(false)}
            onPick={(emoji) => {
              setPicking(false);
              react.mutate({ addedReactions: [emoji] });
            }}
          />
        )}
      </Suspense>
    </>
  );
}

interface MessageProps {
  comment: Comment;
  /** Omitted for the comment itself. */
  reply?: CommentReply;
}

/** A comment or reply with author, time, text, reactions and actions. */
// oxlint-disable-next-line max-lines-per-function -- a comment from its author down to its reactions, and what its menu does
export function Message({ comment, reply }: MessageProps) {
  const message = reply ?? comment;
  const { postedBy, postedAt, editedAt, permissions } = message;
  const [editing, setEditing] = useState<string | null>(null);
  const change = useCommentChange();
  const removal = useCommentChange(reply ? undefined : deletionInvalidations);
  const noun = reply ? 'reply' : 'comment';

  const remove = () =>
    confirm({
      title: reply ? 'Delete reply?' : 'Delete comment?',
      body:
        reply === undefined && comment.replies > 0
          ? `This also deletes ${formatCount(comment.replies, 'reply', 'replies')} and all reactions. To keep them, resolve the comment instead.`
          : 'This also deletes its reactions.',
      confirmLabel: `Delete ${noun}`,
      tone: 'danger',
      action: () => removal.mutateAsync(() => (reply ? deleteReply(comment, reply) : deleteComment(comment))),
    });
  const { editDenial, deleteDenial } = useReplyDenials(comment, reply);
  const reactionProps = {
    disabledReason: reasonUnless(comment.permissions.reply, permissionReasons.commenter) ?? editDenial,
    onChange: (body: CommentReplyUpdate) =>
      reply ? updateReply(comment, reply, body) : updateComment(comment, body),
  };
  const edit = () => void fetchMarkdown(comment, reply).then(setEditing, toastFailure);

  return (
    <div className="min-w-0">
      <div className="flex items-center gap-2">
        <Avatar name={postedBy.displayName} src={postedBy.photoURL} />
        <bdi className="min-w-0 truncate font-medium">{postedBy.displayName}</bdi>
        <span className="shrink-0 text-xs text-ink-soft">
          <Time value={postedAt} />
          {editedAt && ', edited'}
        </span>
        <span className="-mr-1 ml-auto flex shrink-0">
          <AddReaction {...reactionProps} />
          <MenuIconButton
            label={`More actions for the ${noun} by ${postedBy.displayName}`}
            size="small"
            align="end"
            entries={() => [
              {
                label: 'Edit',
                disabledReason:
                  reasonUnless(permissions.edit, 'Only the author can edit this.') ?? editDenial,
                onSelect: edit,
              },
              {
                label: 'Delete…',
                tone: 'danger',
                disabledReason:
                  reasonUnless(
                    permissions.delete,
                    'Only the author and space administrators can delete this.',
                  ) ?? deleteDenial,
                onSelect: () => void remove(),
              },
            ]}
          >
            <Ellipsis />
          </MenuIconButton>
        </span>
      </div>
      <div className="mt-1 pl-8">
        {editing === null ? (
          <PanelBoundary resetKey={message.id}>
            <CommentText body={message.body} />
          </PanelBoundary>
        ) : (
          <Composer
            spaceId={comment.target.space}
            draft={`edit.${message.id}`}
            label={`Edit ${noun}`}
            submitLabel="Save"
            initial={editing}
            autoFocus
            fetchCurrent={() => fetchMarkdown(comment, reply)}
            onSend={async (markdown) => {
              const body = { body: { markdown } };
              await change.mutateAsync(() =>
                reply ? updateReply(comment, reply, body) : updateComment(comment, body),
              );
              setEditing(null);
            }}
            onCancel={() => setEditing(null)}
          />
        )}
        <ReactionBar reactions={message.reactions} {...reactionProps} />
      </div>
    </div>
  );
}
