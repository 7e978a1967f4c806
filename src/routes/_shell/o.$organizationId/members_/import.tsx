import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, linkOptions } from '@tanstack/react-router';
import { getOrganizationOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { permissionReasons } from '#src/domain/permission/permissions.ts';
import { Page } from '#src/domain/shell/page.tsx';
import { CsvImport } from '#src/features/members/csv/csv-import.tsx';
import { Callout } from '#src/ui/callout.tsx';

export const Route = createFileRoute('/_shell/o/$organizationId/members_/import')({
  component: ImportMembers,
});

function ImportMembers() {
  const { organizationId } = Route.useParams();
  const { data: organization } = useSuspenseQuery(getOrganizationOptions({ path: { organizationId } }));
  const title = 'Update members from CSV';
  return (
    <Page
      title={title}
      layout="form"
      crumbs={[
        {
          label: 'Members',
          link: linkOptions({ to: '/o/$organizationId/members', params: { organizationId } }),
        },
        { label: title },
      ]}
      description="Review the changes before you apply them. Edit an exported member list and import it here."
    >
      {organization.permissions.admin ? (
        <CsvImport organizationId={organizationId} />
      ) : (
        <Callout tone="warning">{permissionReasons.administrator}</Callout>
      )}
    </Page>
  );
}
