import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { ChangeSourceForm } from '#src/features/api-specs/change-source-form.tsx';
import { specOf, specPathOf } from '#src/features/api-specs/queries.ts';

export const Route = createFileRoute('/_shell/o/$organizationId/api-specs_/$slug/source')({
  component: ChangeSource,
});

function ChangeSource() {
  const params = Route.useParams();
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const { data: spec } = useSuspenseQuery(specOf(specPathOf(params)));
  return (
    <ChangeSourceForm
      organizationId={params.organizationId}
      spec={spec}
      onClose={() =>
        void navigate({ to: '/o/$organizationId/api-specs/$slug', params, search, replace: true })
      }
    />
  );
}
