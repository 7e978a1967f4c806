import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { useList } from '#src/api/paging.ts';
import { loadBelow } from '#src/api/parts.ts';
import { linkStatusLabel } from '#src/features/spaces/labels.ts';
import { LinkExport } from '#src/features/spaces/link-export.tsx';
import { LinkList } from '#src/features/spaces/link-list.tsx';
import { linkStates, linksOf, onlyWithStatus } from '#src/features/spaces/link-query.ts';
import { choiceParam, searchParams } from '#src/lib/search-params.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { SegmentedControl } from '#src/ui/form/segmented-control.tsx';

const validateSearch = searchParams({ status: choiceParam(['all', ...linkStates]) });

export const Route = createFileRoute('/_shell/o/$organizationId/spaces/$spaceId/links')({
  validateSearch,
  loaderDeps: ({ search: { status } }) => ({ status }),
  loader: ({ context: { queryClient }, params: { spaceId }, deps: { status = 'broken' } }) =>
    loadBelow('Links', queryClient.ensureInfiniteQueryData(linksOf(spaceId, status))),
  component: Links,
});

/** The links of a space; broken ones by default. */
function Links() {
  const params = Route.useParams();
  const { spaceId } = params;
  const { status = 'broken' } = Route.useSearch();
  const navigate = Route.useNavigate();
  const { stats } = useSuspenseInfiniteQuery(linksOf(spaceId, status)).data.pages[0] ?? {};
  const list = onlyWithStatus(useList(linksOf(spaceId, status)), status);
  return (
    <section aria-label="Links">
      <div className="mb-3 flex flex-wrap items-center gap-3">
        <SegmentedControl
          label="Status"
          value={status}
          options={[
            ...linkStates.map((value) => ({ value, label: linkStatusLabel(value).name })),
            { value: 'all' as const, label: 'All' },
          ]}
          onChange={(next) => void navigate({ search: { status: next }, replace: true })}
        />
        <p className="text-ink-soft">
          <strong className="text-ink tabular-nums">{formatNumber(stats?.broken.total ?? 0)}</strong> of{' '}
          <strong className="text-ink tabular-nums">{formatNumber(stats?.total ?? 0)}</strong> links are
          broken.
        </p>
        <span className="sm:ml-auto">
          <LinkExport spaceId={spaceId} status={status} total={list.total} />
        </span>
      </div>
      <LinkList
        links={list}
        space={params}
        {...(status === 'broken' && { empty: 'No broken links', emptyText: 'All links work.' })}
      />
    </section>
  );
}
