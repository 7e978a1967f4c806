import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { FileDiff } from 'lucide-react';
import { Suspense } from 'react';
import { getRevisionChangesOptions, getSpaceOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import type { ContentChange } from '#api/generated/types.gen.ts';
import { FetchFailure } from '#src/components/errors/fetch-failure.tsx';
import { lazyPart } from '#src/components/errors/load-part.ts';
import { comparesRevisions, useComparesRevisions } from '#src/features/change-requests/capabilities.ts';
import { describeChange } from '#src/features/change-requests/change-labels.ts';
import { Badge } from '#src/ui/badge.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import type { ComparedRevisions } from './reusable-difference.tsx';

const ReusableDifference = lazyPart(async () => ({
  default: (await import('./reusable-difference.tsx')).ReusableDifference,
}));

const changesBetween = ({ spaceId, from, to }: ComparedRevisions) =>
  queryOptions({
    ...getRevisionChangesOptions({ path: { spaceId, revisionId: to }, query: { base: from } }),
    staleTime: Infinity,
  });

/** Loads them for the first paint, so that nothing below is pushed down later. */
export async function loadOtherChanges(
  queryClient: QueryClient,
  { spaceId, from, to }: Omit<ComparedRevisions, 'to'> & { to: string | undefined },
): Promise<void> {
  if (!(await comparesRevisions(queryClient))) return;
  const space = await queryClient.ensureQueryData(getSpaceOptions({ path: { spaceId } }));
  await queryClient.ensureQueryData(changesBetween({ spaceId, from, to: to ?? space.revision }));
}

interface OtherChangesProps extends ComparedRevisions {
  /** The reusable content that is open. */
  openId: string | undefined;
  onOpen: (id: string | undefined) => void;
}

/** What else changed between two revisions than pages: files, reusable contents and the values of the space. */
export function OtherChanges({ openId, onOpen, ...revisions }: OtherChangesProps) {
  const { data, error, refetch } = useQuery({
    ...changesBetween(revisions),
    enabled: useComparesRevisions(),
  });
  if (error) return <FetchFailure error={error} onRetry={() => void refetch()} />;
  const changes = data?.changes.filter(({ page }) => page === undefined) ?? [];
  const open = changes.find(({ reusableContent }) => reusableContent?.id === openId);
  if (changes.length === 0 && data?.more !== true) return null;
  return (
    <section aria-label="Other changes" className="mb-4 rounded-lg border border-line">
      <h2 className="border-b border-line px-3 py-2 font-medium">Files, reusable content and values</h2>
      <ul className="max-h-60 divide-y divide-line overflow-y-auto">
        {changes.map((change) => (
          <li key={keyOf(change)} className="flex items-center gap-2 px-3 py-1.5">
            <OtherChange change={change} onOpen={onOpen} />
          </li>
        ))}
      </ul>
      {data?.more === true && (
        <p className="border-t border-line px-3 py-2 text-ink-soft">
          So much has changed that not everything is listed here.
        </p>
      )}
      {open && openId !== undefined && (
        <Suspense>
          <ReusableDifference
            key={openId}
            {...revisions}
            change={open}
            id={openId}
            onClose={() => onOpen(undefined)}
          />
        </Suspense>
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
