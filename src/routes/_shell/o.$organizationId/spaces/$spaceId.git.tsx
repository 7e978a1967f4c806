import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { GitBranch } from 'lucide-react';
import { getSpaceOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { ErrorPage } from '#src/components/errors/error-page.tsx';
import { permissionReasons, reasonUnless } from '#src/domain/permission/permissions.ts';
import { ConnectionView } from '#src/features/git-sync/connection-view.tsx';
import { NotConnected } from '#src/features/git-sync/not-connected.tsx';
import { connectionOf } from '#src/features/git-sync/queries.ts';
import { choiceParam, searchParams } from '#src/lib/search-params.ts';
import { EmptyState } from '#src/ui/empty-state.tsx';

const validateSearch = searchParams({ form: choiceParam(['token', 'settings']) });

export const Route = createFileRoute('/_shell/o/$organizationId/spaces/$spaceId/git')({
  validateSearch,
  loader: ({ context: { queryClient }, params: { spaceId } }) =>
    queryClient.ensureQueryData(connectionOf(spaceId)),
  component: SpaceGit,
  errorComponent: (props) => (
    <ErrorPage
      {...props}
      missing={
        <EmptyState icon={<GitBranch />} title="Git Sync isn’t available">
          This server does not connect spaces with repositories here.
        </EmptyState>
      }
    />
  ),
});

/** The repository of a space: how to connect one, or its state and its syncs. */
function SpaceGit() {
  const { organizationId, spaceId } = Route.useParams();
  const { form } = Route.useSearch();
  const navigate = Route.useNavigate();
  const { data: space } = useSuspenseQuery(getSpaceOptions({ path: { spaceId } }));
  const { data: connection } = useSuspenseQuery(connectionOf(spaceId));
  const denialReason = reasonUnless(space.permissions.admin, permissionReasons.creator);
  if (!connection) return <NotConnected key={spaceId} space={space} denialReason={denialReason} />;
  return (
    <ConnectionView
      key={connection.id}
      organizationId={organizationId}
      connection={connection}
      denialReason={denialReason}
      form={form}
      onForm={(next) => void navigate({ search: { form: next }, replace: next === undefined })}
    />
  );
}
