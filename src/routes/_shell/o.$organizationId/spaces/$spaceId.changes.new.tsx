import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { getSpaceOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { CreateChangeRequestForm } from '#src/features/change-requests/create-change-request-form.tsx';

export const Route = createFileRoute('/_shell/o/$organizationId/spaces/$spaceId/changes/new')({
  component: NewChangeRequest,
});

function NewChangeRequest() {
  const params = Route.useParams();
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const { data: space } = useSuspenseQuery(getSpaceOptions({ path: { spaceId: params.spaceId } }));
  const close = (number: number | null) =>
    number === null
      ? navigate({ to: '/o/$organizationId/spaces/$spaceId/changes', params, search, replace: true })
      : navigate({
          to: '/o/$organizationId/spaces/$spaceId/changes/$changeRequest',
          params: { ...params, changeRequest: String(number) },
          replace: true,
        });
  return <CreateChangeRequestForm space={space} onClose={(number) => void close(number)} />;
}
