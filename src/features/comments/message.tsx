import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import type { Comment, CommentReply, CommentReplyUpdate } from '#api/generated/types.gen.ts';
import { confirm } from '#src/components/confirm/confirm.ts';
import { PanelBoundary } from '#src/components/errors/panel-boundary.tsx';
import { reasonUnless } from '#src/components/permission/permission-reasons.ts';
import { toastFailure } from '#src/components/toasts/toasts.ts';
import { formatCount } from '#src/lib/counts.ts';
import { Avatar } from '#src/ui/avatar.tsx';
import { MenuIconButton } from '#src/ui/menu-button.tsx';
import { Time } from '#src/ui/time.tsx';
import { deleteComment, deleteReply, fetchMarkdown, updateComment, updateReply } from './comment-requests.ts';
import { deletionInvalidations } from './comment-query.ts';
import { CommentText } from './comment-text.tsx';
import { Composer } from './composer.tsx';
import { AddReaction, ReactionBar } from './reaction-bar.tsx';
import { useCommentChange } from './use-comment-changes.ts';

interface MessageProps {
  organizationId: string;
  comment: Comment;
  /** Omitted for the comment itself. */
  reply?: CommentReply;
}

/** A comment or reply with author, time, text, reactions and actions. */
export function Message({ organizationId, comment, reply }: MessageProps) {
  const message = reply ?? comment;
  const { postedBy, postedAt, editedAt, permissions } = message;
  const [editing, setEditing] = useState<string | null>(null);
  const change = useCommentChange();
  const removal = useCommentChange(reply ? undefined : deletionInvalidations);
  const noun = reply ? 'reply' : 'discussion';

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
  const reactionProps = {
    canReact: comment.permissions.reply,
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
                disabledReason: reasonUnless(permissions.edit, 'Only the author can edit this.'),
                onSelect: edit,
              },
              {
                label: 'Delete…',
                tone: 'danger',
                disabledReason: reasonUnless(
                  permissions.delete,
                  'Only the author and space administrators can delete this.',
                ),
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
            organizationId={organizationId}
            draft={`edit.${message.id}`}
            label={`Edit ${noun}`}
            submitLabel="Save"
            initial={editing}
            autoFocus
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
