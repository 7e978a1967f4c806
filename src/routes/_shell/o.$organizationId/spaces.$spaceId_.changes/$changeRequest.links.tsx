import { useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { listChangeRequestLinksInfiniteOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import type { ChangeRequest, LinkStats } from '#api/generated/types.gen.ts';
import { pageSize } from '#src/api/first-requests.ts';
import { requestWithFallback } from '#src/api/optional-requests.ts';
import { pagedOptions, useList } from '#src/api/paging.ts';
import { loadPart } from '#src/api/parts.ts';
import { PanelBoundary } from '#src/components/errors/fetch-failure.tsx';
import { readerChecksOf } from '#src/features/change-requests/checks.ts';
import type { ChangeRequestPath } from '#src/features/change-requests/labels.ts';
import { changeRequestOf } from '#src/features/change-requests/queries.ts';
import { ImpactPanel } from '#src/features/change-requests/views/impact-panel.tsx';
import { ReaderFindings } from '#src/features/change-requests/views/reader-findings.tsx';
import { changesOf } from '#src/features/change-requests/views/sides.ts';
import { LinkList } from '#src/features/spaces/link-list.tsx';
import { onlyWithStatus } from '#src/features/spaces/link-query.ts';
import { choiceParam, searchParams } from '#src/lib/search-params.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { BrokenLinksByPage } from '#src/routes/_shell/o.$organizationId/-change-request/broken-by-page.tsx';
import { SegmentedControl } from '#src/ui/form/segmented-control.tsx';

const brokenContexts = ['change-request', 'space'] as const;

const validateSearch = searchParams({ broken: choiceParam(brokenContexts) });

const linksOf = (path: ChangeRequestPath, brokenContext: (typeof brokenContexts)[number]) =>
  pagedOptions(
    listChangeRequestLinksInfiniteOptions({
      path,
      query: { limit: pageSize, status: 'broken', brokenContext },
    }),
  );

export const Route = createFileRoute(
  '/_shell/o/$organizationId/spaces/$spaceId_/changes/$changeRequest/links',
)({
  validateSearch,
  loaderDeps: ({ search: { broken } }) => ({ broken }),
  loader: async ({ context: { queryClient }, params, deps: { broken = 'change-request' } }) => {
    const path = { spaceId: params.spaceId, changeRequestId: params.changeRequest };
    const readLinks = async () => {
      await queryClient.ensureInfiniteQueryData(linksOf(path, broken));
      return { isListed: true };
    };
    const [listing] = await Promise.all([
      requestWithFallback(queryClient, 'listChangeRequestLinks', readLinks, () =>
        Promise.resolve({ isListed: false }),
      ),
      loadPart(queryClient.ensureQueryData(changesOf(path))),
      loadPart(queryClient.ensureQueryData(readerChecksOf(path))),
      queryClient.ensureQueryData(changeRequestOf(path)),
    ]);
    return listing;
  },
  component: Links,
});

/** Links broken by the change request, links already broken, what else readers would stumble over, and the impact of merging. */
function Links() {
  const { organizationId, spaceId, changeRequest: number } = Route.useParams();
  const { isListed } = Route.useLoaderData();
  const path = { spaceId, changeRequestId: number };
  const { data: changeRequest } = useSuspenseQuery(changeRequestOf(path));
  return (
    <>
      {isListed ? (
        <BrokenLinks path={path} />
      ) : (
        <BrokenLinksByPage organizationId={organizationId} path={path} />
      )}
      <PanelBoundary resetKey={number}>
        <ReaderFindings organizationId={organizationId} path={path} />
      </PanelBoundary>
      <PanelBoundary resetKey={number}>
        <Impact organizationId={organizationId} changeRequest={changeRequest} path={path} />
      </PanelBoundary>
    </>
  );
}

/** The effects of merging the changed pages. */
function Impact({
  path,
  ...props
}: {
  organizationId: string;
  changeRequest: ChangeRequest;
  path: ChangeRequestPath;
}) {
  const { data: content } = useSuspenseQuery(changesOf(path));
  return <ImpactPanel {...props} spaceId={path.spaceId} changes={content.changes} />;
}

/** How many links are broken, and since when if the server says it. */
function LinkCounts({ stats: { total, broken } }: { stats: LinkStats }) {
  const introduced: number | undefined = broken.changeRequest;
  const number = (count: number) => <strong className="tabular-nums">{formatNumber(count)}</strong>;
  if (introduced === undefined)
    return (
      <p className="mb-3">
        {number(broken.total)} of {number(total)} links are broken. This server doesn’t say which of them are
        broken by this change request.
      </p>
    );
  return (
    <p className="mb-3">
      {number(introduced)} of {number(total)} links are broken by this change request,{' '}
      {number(broken.total - introduced)} were already broken.
    </p>
  );
}

function BrokenLinks({ path }: { path: ChangeRequestPath }) {
  const { organizationId } = Route.useParams();
  const { broken = 'change-request' } = Route.useSearch();
  const navigate = Route.useNavigate();
  const { stats } = useSuspenseInfiniteQuery(linksOf(path, broken)).data.pages[0] ?? {};
  const links = onlyWithStatus(useList(linksOf(path, broken)), 'broken');
  return (
    <section aria-label="Broken links">
      {stats && <LinkCounts stats={stats} />}
      <div className="mb-3">
        <SegmentedControl
          label="Broken links"
          value={broken}
          options={[
            { value: 'change-request', label: 'Broken by this change request' },
            { value: 'space', label: 'Already broken' },
          ]}
          onChange={(next) => void navigate({ search: { broken: next }, replace: true })}
        />
      </div>
      <LinkList
        links={links}
        space={{ organizationId, spaceId: path.spaceId, changeRequest: path.changeRequestId }}
        empty={broken === 'space' ? 'No links were already broken' : 'No broken links'}
        emptyText={
          broken === 'space'
            ? 'All other links work.'
            : 'All links that this change request adds or changes work.'
        }
      />
    </section>
  );
}
