import { Pencil } from 'lucide-react';
import { Suspense } from 'react';
import type { ChangeRequest } from '#api/generated/types.gen.ts';
import { lazyPart } from '#src/components/errors/load-part.ts';
import { Button } from '#src/ui/button.tsx';
import { SkeletonRows } from '#src/ui/skeleton.tsx';
import { useTakesMarkdown } from '../capabilities.ts';
import { isUnfinished } from '../labels.ts';

// Rendering documents is a large part of the code, and most change requests have no description.
const CommentText = lazyPart(async () => ({
  default: (await import('#src/domain/comments/comment-text.tsx')).CommentText,
}));

interface DescriptionPanelProps {
  changeRequest: ChangeRequest;
  /** Why it can't be edited. */
  denialReason: string | undefined;
  /** Whether a change request without a description offers to add one. */
  offersToAdd: boolean;
  onEdit: () => void;
}

/** What a change request is for, and the issue that it is about. */
export function DescriptionPanel({
  changeRequest,
  denialReason,
  offersToAdd,
  onEdit,
}: DescriptionPanelProps) {
  const { description, issueUrl } = changeRequest;
  const takesMarkdown = useTakesMarkdown() === true;
  const canEdit = takesMarkdown && isUnfinished(changeRequest);
  const isEmpty = description === undefined && issueUrl === undefined;
  if (isEmpty && !(canEdit && offersToAdd && denialReason === undefined)) return null;
  return (
    <section aria-label="Description" className="rounded-lg border border-line">
      <header className="flex items-center justify-between gap-3 border-b border-line py-1.5 pr-2 pl-4">
        <h2 className="font-medium">Description</h2>
        {canEdit && (
          <Button size="small" icon={<Pencil />} disabledReason={denialReason} onClick={onEdit}>
            {isEmpty ? 'Add description' : 'Edit description'}
          </Button>
        )}
      </header>
      <div className="space-y-2 px-4 py-3">
        {isEmpty && <p className="text-ink-soft">No description yet.</p>}
        {description && (
          <Suspense fallback={<SkeletonRows rows={2} />}>
            <CommentText body={{ document: description }} />
          </Suspense>
        )}
        {issueUrl !== undefined && (
          <p>
            <span className="text-ink-soft">Issue: </span>
            <a
              href={issueUrl}
              target="_blank"
              rel="noopener noreferrer"
              className="link wrap-anywhere"
              data-tip={issueUrl}
            >
              {hostAndPath(issueUrl)}
            </a>
          </p>
        )}
      </div>
    </section>
  );
}

/** An address without its scheme and query. */
function hostAndPath(address: string): string {
  const url = URL.parse(address);
  return url ? `${url.host}${url.pathname.replace(/\/$/, '')}` : address;
}
