import { X } from 'lucide-react';
import { fieldErrors } from '#src/api/errors.ts';
import { changePending, type PendingComment } from '#src/domain/comments/pending-comments.ts';
import { hideLinks } from '#src/domain/mentions/mention.ts';
import { formatCount } from '#src/lib/text/format.ts';
import { Button, IconButton } from '#src/ui/button.tsx';

interface PendingSummaryProps {
  changeRequestId: string;
  pending: readonly PendingComment[];
  /** The one that the server refused. */
  refused: number | undefined;
}

/** The gathered comments that a review sends. */
export function PendingSummary({ changeRequestId, pending, refused }: PendingSummaryProps) {
  if (pending.length === 0) return null;
  return (
    <section aria-label="Pending comments">
      <h3 className="mb-1 font-medium">{formatCount(pending.length, 'pending comment')}</h3>
      <ul className="max-h-56 divide-y divide-line overflow-y-auto rounded-md border border-line">
        {pending.map((comment, index) => (
          <li key={comment.id} className="py-1 pr-1 pl-3">
            <div className="flex items-center gap-2">
              <span dir="auto" className="min-w-0 flex-1 truncate">
                {excerptOf(comment)}
              </span>
              <IconButton
                label={`Remove pending comment “${excerptOf(comment)}”`}
                size="small"
                onClick={() => changePending(changeRequestId, comment.id, null)}
              >
                <X />
              </IconButton>
            </div>
            {index === refused && <Refusal changeRequestId={changeRequestId} comment={comment} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What to do with a comment whose place is gone. */
function Refusal({ changeRequestId, comment }: { changeRequestId: string; comment: PendingComment }) {
  const { id, markdown, suggestion } = comment;
  const text = [markdown, suggestion?.text ?? ''].filter((part) => part.trim() !== '').join('\n\n');
  return (
    <p className="flex flex-wrap items-center gap-2 pb-1 text-xs text-danger-ink">
      The place of this comment was changed or deleted.
      {text !== '' && (
        <Button size="small" onClick={() => changePending(changeRequestId, id, { id, markdown: text })}>
          Send without its place
        </Button>
      )}
    </p>
  );
}

const excerptOf = ({ markdown, suggestion }: PendingComment): string =>
  (hideLinks(markdown).text.trim() || suggestion?.text.trim() || 'Suggested removal').slice(0, 200);

/** The gathered comment that an error is about. A comment that is sent alone is the first that is left. */
export function refusedIndex(error: Error | null): number | undefined {
  for (const field of error ? fieldErrors(error).keys() : []) {
    const index = /^comments\[(\d+)\]/.exec(field)?.[1];
    if (index !== undefined) return Number(index);
    if (/^(page|node|revision|suggestion)\b/.test(field)) return 0;
  }
  return undefined;
}
