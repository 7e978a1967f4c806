import { useState } from 'react';
import { toast } from '#src/components/toasts/toasts.ts';
import { recordUndoable } from '#src/components/undo/undo.ts';
import {
  changePending,
  listPending,
  type PendingComment,
  restorePending,
  usePending,
} from '#src/domain/comments/pending-comments.ts';
import { hideLinks } from '#src/domain/mentions/mention.ts';
import { classNames } from '#src/lib/class-names.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { Badge } from '#src/ui/badge.tsx';
import { Button } from '#src/ui/button.tsx';
import { Composer } from './composer.tsx';

interface PendingCardProps {
  spaceId: string;
  changeRequestId: string;
  comment: PendingComment;
  className?: string;
}

const linesOf = ({ startLine, endLine }: NonNullable<PendingComment['suggestion']>) =>
  startLine === endLine
    ? `line ${formatNumber(startLine)}`
    : `lines ${formatNumber(startLine)}–${formatNumber(endLine)}`;

/** Whether the browser has stored it; says so where it has no room. */
function changeOrSay(changeRequestId: string, id: string, next: PendingComment | null): boolean {
  if (changePending(changeRequestId, id, next)) return true;
  toast('This browser has no room for the comment.', { tone: 'error' });
  return false;
}

function removeUndoably(changeRequestId: string, comment: PendingComment): void {
  const place = listPending(changeRequestId).findIndex(({ id }) => id === comment.id);
  if (!changeOrSay(changeRequestId, comment.id, null) || place < 0) return;
  recordUndoable({
    label: 'Removed pending comment',
    undo: async () => restorePending(changeRequestId, comment, place),
    redo: async () => {
      changePending(changeRequestId, comment.id, null);
    },
  });
}

/** A comment that waits for its review; only its author sees it. */
function PendingCard({ spaceId, changeRequestId, comment, className }: PendingCardProps) {
  const [isEditing, setEditing] = useState(false);
  const { id, markdown, suggestion } = comment;
  const change = (next: PendingComment | null) => changeOrSay(changeRequestId, id, next);
  return (
    <article
      aria-label="Pending comment"
      className={classNames('rounded-lg border border-dashed border-line bg-surface p-3', className)}
    >
      <p className="mb-1 flex items-center gap-2 text-xs text-ink-soft">
        <Badge tone="warning" tip="Only you see it until you submit your review.">
          Pending
        </Badge>
        {suggestion && `Suggested change to ${linesOf(suggestion)}`}
      </p>
      {suggestion && (
        <pre
          dir="auto"
          className="mb-2 max-h-40 overflow-hidden rounded-md bg-sunken p-2 font-mono text-xs whitespace-pre-wrap"
        >
          {suggestion.text}
        </pre>
      )}
      {isEditing ? (
        <Composer
          spaceId={spaceId}
          draft={`pending.${id}`}
          label="Comment"
          submitLabel="Save"
          initial={markdown}
          autoFocus
          onSend={async (text) => {
            if (change({ ...comment, markdown: text })) setEditing(false);
          }}
          onCancel={() => setEditing(false)}
        />
      ) : (
        <>
          <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
            {hideLinks(markdown).text}
          </p>
          <p className="mt-2 flex gap-1">
            {markdown !== '' && (
              <Button size="small" tone="quiet" onClick={() => setEditing(true)}>
                Edit
              </Button>
            )}
            <Button size="small" tone="quiet" onClick={() => removeUndoably(changeRequestId, comment)}>
              Remove
            </Button>
          </p>
        </>
      )}
    </article>
  );
}

interface PendingListProps {
  spaceId: string;
  changeRequestId: string;
  isHere: (comment: PendingComment) => boolean;
}

/** The comments at a place that wait for a review. */
export function PendingList({ isHere, ...place }: PendingListProps) {
  const pending = usePending(place.changeRequestId).filter(isHere);
  return pending.map((comment) => (
    <PendingCard key={comment.id} {...place} comment={comment} className="my-2" />
  ));
}
