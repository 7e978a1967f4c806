import { useState } from 'react';
import type { Comment } from '#api/generated/types.gen.ts';
import { classNames } from '#src/lib/class-names.ts';
import { Thread } from './thread.tsx';

interface ThreadCardProps {
  organizationId: string;
  comment: Comment;
  /** Shown directly below the block it refers to. */
  isBelowBlock?: boolean;
  className?: string;
}

/** A thread shown next to its subject. */
export function ThreadCard({ organizationId, comment, isBelowBlock = false, className }: ThreadCardProps) {
  const [isOpen, setOpen] = useState(true);
  const [isReplying, setReplying] = useState(false);
  return (
    <article
      aria-label={`Comment by ${comment.postedBy.displayName}`}
      className={classNames('rounded-lg border border-line bg-surface p-3', className)}
    >
      <Thread
        organizationId={organizationId}
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
