import { createFileRoute, linkOptions } from '@tanstack/react-router';
import { FolderInput } from 'lucide-react';
import { loadOptional } from '#src/api/optional-lists.ts';
import { loadList, useListTotal } from '#src/api/paging.ts';
import { LinkButton } from '#src/components/layout/link-button.tsx';
import { TableSkeleton } from '#src/components/table/table-skeleton.tsx';
import { Page } from '#src/domain/shell/page.tsx';
import { importsOf, optionalImports } from '#src/features/imports/queries.ts';
import { RunList } from '#src/features/imports/run-list.tsx';

const skeleton = { columns: [10, 7, 8] };

export const Route = createFileRoute('/_shell/o/$organizationId/imports/')({
  loader: async ({ context: { queryClient }, params: { organizationId }, cause }) => {
    await loadOptional(queryClient, optionalImports(organizationId), () =>
      loadList(queryClient, importsOf(organizationId), cause),
    );
  },
  component: Imports,
  pendingComponent: () => (
    <Page isLoading title="Imports" crumbs={[{ label: 'Content' }, { label: 'Imports' }]}>
      <TableSkeleton {...skeleton} />
    </Page>
  ),
});

/** The imports that a member began; for administrators all of the organization. */
function Imports() {
  const params = Route.useParams();
  return (
    <Page
      title="Imports"
      crumbs={[
        { label: 'Content', link: linkOptions({ to: '/o/$organizationId/content', params }) },
        { label: 'Imports' },
      ]}
      count={useListTotal(importsOf(params.organizationId))}
      actions={
        <LinkButton
          tone="primary"
          icon={<FolderInput />}
          link={linkOptions({ to: '/o/$organizationId/imports/new', params })}
        >
          New import
        </LinkButton>
      }
    >
      <RunList organizationId={params.organizationId} />
    </Page>
  );
}
