import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, linkOptions, Outlet } from '@tanstack/react-router';
import { Plus, Table2, TextCursorInput } from 'lucide-react';
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
import { fieldsOf, optionalFields } from '#src/features/custom-fields/queries.ts';
import { FieldsTable } from '#src/features/custom-fields/table.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';

export const Route = createFileRoute('/_shell/o/$organizationId/custom-fields')({
  loader: ({ context: { queryClient }, params: { organizationId } }) =>
    loadOptional(queryClient, optionalFields(organizationId), () =>
      queryClient.ensureInfiniteQueryData(fieldsOf(organizationId)),
    ),
  component: CustomFields,
  pendingComponent: () => (
    <Page isLoading title="Custom fields">
      <TableSkeleton columns={[9, 20, 9]} />
    </Page>
  ),
});

function CustomFields() {
  const { organizationId } = Route.useParams();
  const navigate = Route.useNavigate();
  const { data: organization } = useSuspenseQuery(getOrganizationOptions({ path: { organizationId } }));
  const list = useList(fieldsOf(organizationId));
  const { admin } = organization.permissions;
  const disabledReason = reasonUnless(admin, permissionReasons.administrator);
  useScreenActions(
    useMemo(() => {
      const create = () => void navigate({ to: '/o/$organizationId/custom-fields/new' });
      const open = () => void navigate({ to: '/o/$organizationId/custom-fields/matrix' });
      return [
        ...(admin ? [{ label: 'New custom field', keys: 'n', icon: <Plus />, run: create }] : []),
        { label: 'Open custom field matrix', icon: <Table2 />, run: open },
      ];
    }, [admin, navigate]),
  );
  const create = (tone: 'primary' | 'neutral') => (
    <LinkButton
      link={linkOptions({ to: '/o/$organizationId/custom-fields/new', params: { organizationId } })}
      disabledReason={disabledReason}
      tone={tone}
      icon={<Plus />}
    >
      New field
    </LinkButton>
  );
  return (
    <Page
      title="Custom fields"
      count={list.total}
      actions={
        <>
          <ListMenu
            moreEntries={() => [
              exportEntry(
                async () =>
                  (await import('#src/features/custom-fields/field-export.ts')).exportFields(organization),
                'All field definitions',
              ),
            ]}
          />
          <LinkButton
            link={linkOptions({ to: '/o/$organizationId/custom-fields/matrix', params: { organizationId } })}
            icon={<Table2 />}
          >
            Matrix
          </LinkButton>
          {create('primary')}
        </>
      }
    >
      <FieldsTable
        organizationId={organizationId}
        list={list}
        empty={
          <EmptyState icon={<TextCursorInput />} title="No custom fields yet" action={create('neutral')}>
            Properties for every space, such as owner, review date or audience.
          </EmptyState>
        }
      />
      <ReadOnlyForm value={disabledReason}>
        <Outlet />
      </ReadOnlyForm>
    </Page>
  );
}
