import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, linkOptions, Outlet } from '@tanstack/react-router';
import { Languages, Plus } from 'lucide-react';
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
import { optionalTranslations, translationsOf } from '#src/features/translations/queries.ts';
import { TranslationsTable } from '#src/features/translations/table.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';

export const Route = createFileRoute('/_shell/o/$organizationId/translations')({
  loader: ({ context: { queryClient }, params: { organizationId } }) =>
    loadOptional(queryClient, optionalTranslations(organizationId), () =>
      queryClient.ensureInfiniteQueryData(translationsOf(organizationId)),
    ),
  component: Translations,
  pendingComponent: () => (
    <Page isLoading title="Translations">
      <TableSkeleton columns={[20, 9]} />
    </Page>
  ),
});

function Translations() {
  const { organizationId } = Route.useParams();
  const navigate = Route.useNavigate();
  const { data: organization } = useSuspenseQuery(getOrganizationOptions({ path: { organizationId } }));
  const list = useList(translationsOf(organizationId));
  const { admin } = organization.permissions;
  const disabledReason = reasonUnless(admin, permissionReasons.administrator);
  useScreenActions(
    useMemo(() => {
      const run = () => void navigate({ to: '/o/$organizationId/translations/new' });
      return admin ? [{ label: 'New translation settings', keys: 'n', icon: <Plus />, run }] : [];
    }, [admin, navigate]),
  );
  const create = (tone: 'primary' | 'neutral') => (
    <LinkButton
      link={linkOptions({ to: '/o/$organizationId/translations/new', params: { organizationId } })}
      disabledReason={disabledReason}
      tone={tone}
      icon={<Plus />}
    >
      New settings
    </LinkButton>
  );
  return (
    <Page
      title="Translations"
      count={list.total}
      actions={
        <>
          <ListMenu
            moreEntries={() => [
              exportEntry(
                async () =>
                  (await import('#src/features/translations/translation-export.ts')).exportTranslations(
                    organization,
                  ),
                'All settings',
              ),
            ]}
          />
          {create('primary')}
        </>
      }
    >
      <TranslationsTable
        organizationId={organizationId}
        list={list}
        empty={
          <EmptyState icon={<Languages />} title="No translation settings yet" action={create('neutral')}>
            Each lists the languages an external platform translates content into.
          </EmptyState>
        }
      />
      <ReadOnlyForm value={disabledReason}>
        <Outlet />
      </ReadOnlyForm>
    </Page>
  );
}
