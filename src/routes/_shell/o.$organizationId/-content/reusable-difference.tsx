import { useQuery } from '@tanstack/react-query';
import type { ContentChange } from '#api/generated/types.gen.ts';
import { FetchFailure } from '#src/components/errors/fetch-failure.tsx';
import { reusableContentAt } from '#src/domain/reusable-contents/queries.ts';
import { describeChange } from '#src/features/change-requests/change-labels.ts';
import { ContentDifference } from '#src/features/change-requests/reusable/content-difference.tsx';
import { ContentPaths } from '#src/features/change-requests/reusable/content-paths.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { SkeletonRows } from '#src/ui/skeleton.tsx';

/** Two revisions of a space. */
export interface ComparedRevisions {
  spaceId: string;
  /** Revisions of the space. */
  from: string;
  to: string;
}

interface ReusableDifferenceProps extends ComparedRevisions {
  id: string;
  change: ContentChange;
  onClose: () => void;
}

/** The text of a reusable content in both revisions. */
export function ReusableDifference({ spaceId, from, to, id, change, onClose }: ReusableDifferenceProps) {
  const { type } = change;
  const base = useQuery(reusableContentAt(spaceId, from, id, type !== 'reusable_content_created'));
  const next = useQuery(reusableContentAt(spaceId, to, id, type !== 'reusable_content_deleted'));
  const content = next.data ?? base.data;
  const error = base.error ?? next.error;
  const retry = () => void Promise.all([base.refetch(), next.refetch()]);
  return (
    <Dialog title={describeChange(change).title} size="large" onClose={onClose}>
      {error && <FetchFailure error={error} onRetry={retry} />}
      {!error && (base.data === undefined || next.data === undefined) && <SkeletonRows rows={4} />}
      {content && base.data !== undefined && next.data !== undefined && (
        <ContentPaths
          scope={{ spaceId }}
          content={content}
          sides={{ base: { spaceId, revisionId: from }, next: { spaceId, revisionId: to } }}
        >
          <ContentDifference base={base.data} next={next.data} />
        </ContentPaths>
      )}
    </Dialog>
  );
}
