import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, linkOptions, Outlet } from '@tanstack/react-router';
import { FileBraces, Plus } from 'lucide-react';
import { useMemo } from 'react';
import { getOrganizationOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { loadOptional } from '#src/api/optional-lists.ts';
import { useList } from '#src/api/paging.ts';
import { exportEntry } from '#src/components/bulk/export-entry.tsx';
import { ReadOnlyForm } from '#src/components/form/read-only-form.ts';
import { LinkButton } from '#src/components/layout/link-button.tsx';
import { useScreenActions } from '#src/components/palette/screen-actions.ts';
import { TableSkeleton } from '#src/components/table/table-skeleton.tsx';
import { permissionReasons, reasonUnless } from '#src/domain/permission/permissions.ts';
import { ListMenu } from '#src/domain/saved-views/list-menu.tsx';
import { Page } from '#src/domain/shell/page.tsx';
import { optionalSpecs, specsOf } from '#src/features/api-specs/queries.ts';
import { SpecsTable } from '#src/features/api-specs/table.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';

export const Route = createFileRoute('/_shell/o/$organizationId/api-specs')({
  loader: ({ context: { queryClient }, params: { organizationId } }) =>
    loadOptional(queryClient, optionalSpecs(organizationId), () =>
      queryClient.ensureInfiniteQueryData(specsOf(organizationId)),
    ),
  component: ApiSpecs,
  pendingComponent: () => (
    <Page isLoading title="API specifications">
      <TableSkeleton columns={[9, 20, 9]} />
    </Page>
  ),
});

/** The API specifications with their status. */
function ApiSpecs() {
  const { organizationId } = Route.useParams();
  const navigate = Route.useNavigate();
  const { data: organization } = useSuspenseQuery(getOrganizationOptions({ path: { organizationId } }));
  const list = useList(specsOf(organizationId));
  const { createOpenAPISpec: mayCreate } = organization.permissions;
  const disabledReason = reasonUnless(mayCreate, permissionReasons.creator);
  useScreenActions(
    useMemo(() => {
      const run = () => void navigate({ to: '/o/$organizationId/api-specs/new' });
      return mayCreate ? [{ label: 'New API specification', keys: 'n', icon: <Plus />, run }] : [];
    }, [mayCreate, navigate]),
  );
  const create = (tone: 'primary' | 'neutral') => (
    <LinkButton
      link={linkOptions({ to: '/o/$organizationId/api-specs/new', params: { organizationId } })}
      disabledReason={disabledReason}
      tone={tone}
      icon={<Plus />}
    >
      New specification
    </LinkButton>
  );
  return (
    <Page
      title="API specifications"
      count={list.total}
      actions={
        <>
          <ListMenu
            moreEntries={() => [
              exportEntry(
                async () =>
                  (await import('#src/features/api-specs/spec-export.ts')).exportSpecs(organization),
                'All specifications',
              ),
            ]}
          />
          {create('primary')}
        </>
      }
    >
      <SpecsTable
        organizationId={organizationId}
        list={list}
        empty={
          <EmptyState icon={<FileBraces />} title="No API specifications yet" action={create('neutral')}>
            OpenAPI documents from a URL or upload. Pages show their operations, and every version is kept.
          </EmptyState>
        }
      />
      <ReadOnlyForm value={disabledReason}>
        <Outlet />
      </ReadOnlyForm>
    </Page>
  );
}
