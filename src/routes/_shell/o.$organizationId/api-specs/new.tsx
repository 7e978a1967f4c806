import { createFileRoute } from '@tanstack/react-router';
import { CreateSpecForm } from '#src/features/api-specs/create-spec-form.tsx';
import { slugToParam } from '#src/features/api-specs/queries.ts';

export const Route = createFileRoute('/_shell/o/$organizationId/api-specs/new')({
  component: NewApiSpec,
});

function NewApiSpec() {
  const params = Route.useParams();
  const navigate = Route.useNavigate();
  const close = (slug: string | null) =>
    slug === null
      ? navigate({ to: '/o/$organizationId/api-specs', params, replace: true })
      : navigate({
          to: '/o/$organizationId/api-specs/$slug',
          params: { ...params, slug: slugToParam(slug) },
          replace: true,
        });
  return <CreateSpecForm organizationId={params.organizationId} onClose={(slug) => void close(slug)} />;
}
