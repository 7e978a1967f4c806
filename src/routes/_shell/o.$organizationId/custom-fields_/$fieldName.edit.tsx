import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { getCustomFieldOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { EditFieldForm } from '#src/features/custom-fields/forms.tsx';
import { fieldPathOf } from '#src/features/custom-fields/queries.ts';

export const Route = createFileRoute('/_shell/o/$organizationId/custom-fields_/$fieldName/edit')({
  component: EditCustomField,
});

function EditCustomField() {
  const params = Route.useParams();
  const navigate = Route.useNavigate();
  const { data: field } = useSuspenseQuery(getCustomFieldOptions({ path: fieldPathOf(params) }));
  return (
    <EditFieldForm
      organizationId={params.organizationId}
      field={field}
      onClose={() =>
        void navigate({ to: '/o/$organizationId/custom-fields/$fieldName', params, replace: true })
      }
    />
  );
}
