import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, linkOptions, Outlet } from '@tanstack/react-router';
import { FileQuestion, GitCompare, RefreshCw } from 'lucide-react';
import { loadOptional } from '#src/api/optional-lists.ts';
import { FetchFailure } from '#src/components/errors/fetch-failure.tsx';
import { ReadOnlyForm } from '#src/components/form/read-only-form.ts';
import { DeleteMenu } from '#src/components/layout/delete-menu.tsx';
import { LinkButton } from '#src/components/layout/link-button.tsx';
import { permissionReasons, reasonUnless } from '#src/domain/permission/permissions.ts';
import { Page } from '#src/domain/shell/page.tsx';
import { recheckDenialReason, useSpecActions } from '#src/features/api-specs/actions.ts';
import {
  latestContentOf,
  latestVersionOf,
  versionsOf,
} from '#src/features/api-specs/comparison/version-queries.ts';
import { RawDocument, SpecDetails, VersionsList } from '#src/features/api-specs/details.tsx';
import { findMainDocument } from '#src/features/api-specs/documents.ts';
import { OperationsTree } from '#src/features/api-specs/operations-tree.tsx';
import { optionalSpecs, slugToParam, specOf, specPathOf } from '#src/features/api-specs/queries.ts';
import { parseSpecSearch, specTabs } from '#src/features/api-specs/spec-search.ts';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { SkeletonRows } from '#src/ui/skeleton.tsx';
import { Tabs } from '#src/ui/tabs.tsx';

export const Route = createFileRoute('/_shell/o/$organizationId/api-specs_/$slug')({
  validateSearch: parseSpecSearch,
  loader: ({ context: { queryClient }, params }) =>
    loadOptional(queryClient, optionalSpecs(params.organizationId), () =>
      queryClient.ensureQueryData(specOf(specPathOf(params))),
    ),
  component: ApiSpecPage,
});

/** One API specification: source, status, versions and the latest document. */
// oxlint-disable-next-line max-lines-per-function -- one screen: source, versions and document in order of appearance
function ApiSpecPage() {
  const params = Route.useParams();
  const path = specPathOf(params);
  const { tab = 'operations' } = Route.useSearch();
  const navigate = Route.useNavigate();
  const { data: spec } = useSuspenseQuery(specOf(path));
  const latest = useQuery(latestVersionOf(path, spec.lastVersion));
  const versions = useQuery(versionsOf(path, spec.lastVersion));
  const { recheck, deleteSpec } = useSpecActions(params.organizationId);
  const denialReason = reasonUnless(spec.permissions.edit, permissionReasons.creator);
  const [newest, previous] = versions.data?.items ?? [];

  const remove = async () => {
    if (await deleteSpec(spec)) await navigate({ to: '/o/$organizationId/api-specs', params, replace: true });
  };

  return (
    <Page
      title={spec.slug}
      crumbs={[
        { label: 'API specifications', link: linkOptions({ to: '/o/$organizationId/api-specs', params }) },
        { label: spec.slug },
      ]}
      actions={
        <>
          <DeleteMenu disabledReason={denialReason} onDelete={() => void remove()} />
          <LinkButton
            link={linkOptions({ to: '/o/$organizationId/api-specs/$slug/source', params })}
            disabledReason={denialReason}
          >
            Change source
          </LinkButton>
          <Button
            icon={<RefreshCw />}
            disabledReason={recheckDenialReason(spec)}
            onClick={() => recheck(spec)}
          >
            Check for updates
          </Button>
        </>
      }
    >
      <SpecDetails spec={spec} latest={latest.data} />
      <div className="mt-8 mb-2 flex flex-wrap items-center gap-3">
        <h2 className="mr-auto text-base font-semibold">Versions</h2>
        <LinkButton
          link={linkOptions({
            to: '/o/$organizationId/api-specs/$slug/compare',
            params: { ...params, slug: slugToParam(spec.slug) },
            search: { from: previous?.id, to: newest?.id },
          })}
          disabledReason={previous ? undefined : 'At least two versions are needed.'}
          icon={<GitCompare />}
        >
          Compare
        </LinkButton>
      </div>
      {versions.error && <FetchFailure error={versions.error} onRetry={versions.refetch} />}
      {versions.isPending && <SkeletonRows rows={2} />}
      {versions.data &&
        (versions.data.items.length > 0 ? (
          <VersionsList
            organizationId={params.organizationId}
            slug={spec.slug}
            versions={versions.data.items.slice(0, 10)}
            total={versions.data.count ?? versions.data.items.length}
          />
        ) : (
          <EmptyState title="No versions yet" className="rounded-lg border border-line">
            The first version appears when the document is processed.
          </EmptyState>
        ))}
      {spec.lastVersion !== undefined && !versions.isPending && (
        <Tabs
          label="Latest version"
          className="mt-8"
          tabs={specTabs.map((value) => ({ value, label: value === 'raw' ? 'Document' : 'Operations' }))}
          value={tab}
          onChange={(next) => void navigate({ search: { tab: next }, replace: true })}
        >
          <LatestContent tab={tab} />
        </Tabs>
      )}
      <ReadOnlyForm value={denialReason}>
        <Outlet />
      </ReadOnlyForm>
    </Page>
  );
}

function LatestContent({ tab }: { tab: (typeof specTabs)[number] }) {
  const path = specPathOf(Route.useParams());
  const { data: spec } = useSuspenseQuery(specOf(path));
  const { data, error, refetch } = useQuery(latestContentOf(path, spec.lastVersion));
  if (error) return <FetchFailure error={error} onRetry={refetch} />;
  if (!data) return <SkeletonRows rows={6} label="Loading document" />;
  const content = findMainDocument(data);
  if (!content) return <EmptyState icon={<FileQuestion />} title="This document can’t be shown here" />;
  return (
    <div className="pt-4">
      {tab === 'raw' ? (
        <RawDocument slug={spec.slug} content={content} />
      ) : (
        <OperationsTree document={content.document} />
      )}
    </div>
  );
}
