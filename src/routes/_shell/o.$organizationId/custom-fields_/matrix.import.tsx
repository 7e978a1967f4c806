import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { ImportDialog } from '#src/features/custom-fields/matrix/import-dialog.tsx';
import { columnFieldsOf } from '#src/features/custom-fields/queries.ts';

export const Route = createFileRoute('/_shell/o/$organizationId/custom-fields_/matrix/import')({
  component: ImportValues,
});

function ImportValues() {
  const params = Route.useParams();
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const { data: fields } = useSuspenseQuery(columnFieldsOf(params.organizationId));
  return (
    <ImportDialog
      organizationId={params.organizationId}
      fields={fields.items}
      onClose={() =>
        void navigate({ to: '/o/$organizationId/custom-fields/matrix', params, search, replace: true })
      }
    />
  );
}
