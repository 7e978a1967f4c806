import { useQuery } from '@tanstack/react-query';
import { FileDiff } from 'lucide-react';
import { useState } from 'react';
import { getRevisionChangesOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import type { ContentChange } from '#api/generated/types.gen.ts';
import { FetchFailure } from '#src/components/errors/fetch-failure.tsx';
import { reusableContentAt } from '#src/domain/reusable-contents/queries.ts';
import { useComparesRevisions } from '#src/features/change-requests/capabilities.ts';
import { describeChange } from '#src/features/change-requests/change-labels.ts';
import { ContentDifference } from '#src/features/change-requests/reusable/content-difference.tsx';
import { ContentPaths } from '#src/features/change-requests/reusable/content-paths.tsx';
import { Badge } from '#src/ui/badge.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { SkeletonRows } from '#src/ui/skeleton.tsx';

interface OtherChangesProps {
  spaceId: string;
  /** Revisions of the space. */
  from: string;
  to: string;
}

/** What else changed between two revisions than pages: files, reusable contents and the values of the space. */
export function OtherChanges({ spaceId, from, to }: OtherChangesProps) {
  const options = getRevisionChangesOptions({
    path: { spaceId, revisionId: to },
    query: { base: from },
  });
  const { data, error, refetch } = useQuery({
    ...options,
    enabled: useComparesRevisions(),
    staleTime: Infinity,
  });
  const [openId, setOpenId] = useState<string>();
  if (error) return <FetchFailure error={error} onRetry={() => void refetch()} />;
  const changes = data?.changes.filter(({ page }) => page === undefined) ?? [];
  const open = changes.find(({ reusableContent }) => reusableContent?.id === openId);
  if (changes.length === 0) return null;
  return (
    <section aria-label="Other changes" className="mb-4 rounded-lg border border-line">
      <h2 className="border-b border-line px-3 py-2 font-medium">Files, reusable content and values</h2>
      <ul className="max-h-60 divide-y divide-line overflow-y-auto">
        {changes.map((change) => (
          <li key={keyOf(change)} className="flex items-center gap-2 px-3 py-1.5">
            <OtherChange change={change} onOpen={setOpenId} />
          </li>
        ))}
      </ul>
      {data?.more === true && (
        <p className="border-t border-line px-3 py-2 text-ink-soft">Only the first changes are listed.</p>
      )}
      {open && openId !== undefined && (
        <ReusableDifference
          key={openId}
          {...{ spaceId, from, to, change: open, id: openId }}
          onClose={() => setOpenId(undefined)}
        />
      )}
    </section>
  );
}

/** In place of pages where none changed. */
export function NoChangedPages() {
  const isComplete = useComparesRevisions();
  return (
    <EmptyState icon={<FileDiff />} title="No changed pages">
      {isComplete
        ? 'All pages are the same in both versions.'
        : 'Files and reusable content are not compared.'}
    </EmptyState>
  );
}

const keyOf = ({ type, file, reusableContent }: ContentChange): string =>
  file?.id ?? reusableContent?.id ?? type;

function OtherChange({ change, onOpen }: { change: ContentChange; onOpen: (id: string) => void }) {
  const { title, name, tone } = describeChange(change);
  const { file, reusableContent, variables } = change;
  return (
    <>
      <span className="min-w-0 flex-1 wrap-anywhere">
        {reusableContent ? (
          <button type="button" className="link text-left" onClick={() => onOpen(reusableContent.id)}>
            <bdi>{title}</bdi>
          </button>
        ) : (
          <bdi>{title}</bdi>
        )}
        <span className="text-ink-soft">
          {reusableContent && ' · Reusable content'}
          {file && ' · File'}
          {file?.previousName !== undefined && ` · Was called ${file.previousName}`}
          {variables && `: ${variables.map((variable) => variable.name).join(', ')}`}
        </span>
      </span>
      <Badge tone={tone}>{name}</Badge>
    </>
  );
}

interface ReusableDifferenceProps extends OtherChangesProps {
  id: string;
  change: ContentChange;
  onClose: () => void;
}

/** The text of a reusable content in both revisions. */
function ReusableDifference({ spaceId, from, to, id, change, onClose }: ReusableDifferenceProps) {
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
