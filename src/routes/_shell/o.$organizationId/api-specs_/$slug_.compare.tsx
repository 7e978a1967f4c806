import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, linkOptions } from '@tanstack/react-router';
import { GitCompare } from 'lucide-react';
import { getApiSpecVersionOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { loadOptional } from '#src/api/optional-lists.ts';
import { FetchFailure } from '#src/components/errors/fetch-failure.tsx';
import { Page } from '#src/domain/shell/page.tsx';
import { ComparisonView, VersionSelect } from '#src/features/api-specs/comparison/comparison-view.tsx';
import { versionsOf } from '#src/features/api-specs/comparison/version-queries.ts';
import { optionalSpecs, specOf, specPathOf } from '#src/features/api-specs/queries.ts';
import { parseCompareSearch } from '#src/features/api-specs/spec-search.ts';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { SkeletonRows } from '#src/ui/skeleton.tsx';

export const Route = createFileRoute('/_shell/o/$organizationId/api-specs_/$slug_/compare')({
  validateSearch: parseCompareSearch,
  loader: ({ context: { queryClient }, params }) =>
    loadOptional(queryClient, optionalSpecs(params.organizationId), () =>
      queryClient.ensureQueryData(specOf(specPathOf(params))),
    ),
  component: CompareVersions,
});

/** Compares two versions of an API specification; by default the latest and the previous one. */
function CompareVersions() {
  const params = Route.useParams();
  const path = specPathOf(params);
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const { data: spec } = useSuspenseQuery(specOf(path));
  const { data, error, refetch } = useQuery(versionsOf(path, spec.lastVersion));
  const items = data?.items ?? [];
  // Other servers need not say which version is the last.
  const to = search.to ?? spec.lastVersion ?? items[0]?.id;
  const from = search.from ?? items[items.findIndex(({ id }) => id === to) + 1]?.id;
  // Versions older than the listed ones can be compared by URL.
  const old = useQuery({
    ...getApiSpecVersionOptions({ path: { ...path, versionId: from ?? '' } }),
    enabled: from !== undefined && data !== undefined && !items.some(({ id }) => id === from),
  });
  const versions = old.data ? [...items, old.data] : items;
  return (
    <Page
      title="Compare versions"
      crumbs={[
        { label: 'API specifications', link: linkOptions({ to: '/o/$organizationId/api-specs', params }) },
        { label: spec.slug, link: linkOptions({ to: '/o/$organizationId/api-specs/$slug', params }) },
        { label: 'Compare' },
      ]}
    >
      {error && <FetchFailure error={error} onRetry={refetch} />}
      {!data && !error && <SkeletonRows rows={4} />}
      {data && (from === undefined || to === undefined) && (
        <EmptyState icon={<GitCompare />} title={items.length === 0 ? 'No versions yet' : 'Only one version'}>
          A new version appears when the document changes.
        </EmptyState>
      )}
      {data && from !== undefined && to !== undefined && (
        <>
          <VersionSelect
            versions={versions}
            from={from}
            to={to}
            onChange={(pair) => void navigate({ search: { ...search, ...pair }, replace: true })}
          />
          <ComparisonView
            path={path}
            from={from}
            to={to}
            tab={search.tab ?? 'operations'}
            onlyBreaking={search.only === 'breaking'}
            onChange={(change) =>
              void navigate({ search: { ...search, from, to, ...change }, replace: true })
            }
          />
        </>
      )}
    </Page>
  );
}
