import { createFileRoute } from '@tanstack/react-router';
import { CreateFieldForm } from '#src/features/custom-fields/forms.tsx';
import { fieldNameToParam } from '#src/features/custom-fields/queries.ts';

export const Route = createFileRoute('/_shell/o/$organizationId/custom-fields/new')({
  component: NewCustomField,
});

function NewCustomField() {
  const params = Route.useParams();
  const navigate = Route.useNavigate();
  const close = (name: string | null) =>
    name === null
      ? navigate({ to: '/o/$organizationId/custom-fields', params, replace: true })
      : navigate({
          to: '/o/$organizationId/custom-fields/$fieldName',
          params: { ...params, fieldName: fieldNameToParam(name) },
          replace: true,
        });
  return <CreateFieldForm organizationId={params.organizationId} onClose={(name) => void close(name)} />;
}
