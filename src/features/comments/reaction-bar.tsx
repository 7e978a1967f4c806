import { SmilePlus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { CommentReaction, CommentReplyUpdate } from '#api/generated/types.gen.ts';
import { useApiMutation } from '#src/api/mutations.ts';
import { currentUser } from '#src/api/session.ts';
import { permissionReasons, reasonUnless } from '#src/components/permission/permission-reasons.ts';
import { toastFailure } from '#src/components/toasts/toasts.ts';
import { formatNameList } from '#src/lib/format-name-list.ts';
import { Button, IconButton } from '#src/ui/button.tsx';
import { commentInvalidations } from './comment-query.ts';

const loadPicker = () => import('./emoji-picker.tsx');
const EmojiPicker = lazy(async () => ({ default: (await loadPicker()).EmojiPicker }));

// Prefetched when idle, so that it also opens offline.
if ('requestIdleCallback' in window) {
  requestIdleCallback(() => void loadPicker().catch(() => undefined), { timeout: 5000 });
}

interface ReactionsProps {
  reactions: readonly CommentReaction[];
  canReact: boolean;
  onChange: (change: Pick<CommentReplyUpdate, 'addedReactions' | 'removedReactions'>) => Promise<unknown>;
}

const useReact = (onChange: ReactionsProps['onChange']) =>
  useApiMutation(
    { mutationFn: onChange },
    { invalidates: commentInvalidations, onError: (error) => toastFailure(error) },
  );

/** Reactions to a comment or reply; pressing one adds or removes the user's own. */
export function ReactionBar({ reactions, canReact, onChange }: ReactionsProps) {
  const react = useReact(onChange);
  const isOwn = ({ users }: CommentReaction) => users.some(({ user }) => user.id === currentUser()?.id);
  return (
    <div className="mt-1 flex flex-wrap items-center gap-1 empty:hidden">
      {reactions.map((reaction) => {
        const { emoji, count, users } = reaction;
        const own = isOwn(reaction);
        const names = formatNameList(
          users.map(({ user }) => user.displayName),
          count,
        );
        return (
          <Button
            key={emoji}
            size="small"
            aria-pressed={own}
            aria-label={`${emoji} ${count}: ${names}`}
            data-tip={names}
            className={own ? 'border-accent! bg-accent-soft' : undefined}
            disabledReason={reasonUnless(canReact, permissionReasons.commenter)}
            pending={react.isPending}
            onClick={() => react.mutate(own ? { removedReactions: [emoji] } : { addedReactions: [emoji] })}
          >
            {emoji} <span className="tabular-nums">{count}</span>
          </Button>
        );
      })}
    </div>
  );
}

/** Button that opens the emoji picker. */
export function AddReaction({ canReact, onChange }: Omit<ReactionsProps, 'reactions'>) {
  const [picking, setPicking] = useState(false);
  const react = useReact(onChange);
  return (
    <>
      <IconButton
        label="Add reaction"
        size="small"
        disabledReason={reasonUnless(canReact, permissionReasons.commenter)}
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
