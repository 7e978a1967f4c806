import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { GitBranch } from 'lucide-react';
import { getSpaceOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { permissionReasons, reasonUnless } from '#src/domain/permission/permissions.ts';
import { isConnected, useHasGitSync } from '#src/features/git-sync/capabilities.ts';
import { ConnectionView } from '#src/features/git-sync/connection-view.tsx';
import { NotConnected } from '#src/features/git-sync/not-connected.tsx';
import { connectionOf } from '#src/features/git-sync/queries.ts';
import { choiceParam, searchParams } from '#src/lib/search-params.ts';
import { EmptyState } from '#src/ui/empty-state.tsx';

const validateSearch = searchParams({ form: choiceParam(['token', 'settings', 'branch']) });

export const Route = createFileRoute('/_shell/o/$organizationId/spaces/$spaceId/git')({
  validateSearch,
  loader: async ({ context: { queryClient }, params: { spaceId } }) => {
    const space = await queryClient.ensureQueryData(getSpaceOptions({ path: { spaceId } }));
    if (isConnected(space)) await queryClient.ensureQueryData(connectionOf(spaceId));
  },
  component: SpaceGit,
});

/** The repository of a space: how to connect one, or its state and its syncs. */
function SpaceGit() {
  const { spaceId } = Route.useParams();
  const { data: space } = useSuspenseQuery(getSpaceOptions({ path: { spaceId } }));
  const hasGitSync = useHasGitSync();
  const denialReason = reasonUnless(space.permissions.admin, permissionReasons.creator);
  if (hasGitSync === false)
    return (
      <EmptyState icon={<GitBranch />} title="Git Sync isn’t available">
        This server does not connect spaces with repositories here.
      </EmptyState>
    );
  if (!isConnected(space)) return <NotConnected key={spaceId} space={space} denialReason={denialReason} />;
  const proposingDenial = reasonUnless(space.permissions.edit, permissionReasons.editor);
  return <Connected spaceId={spaceId} denialReason={denialReason} proposingDenial={proposingDenial} />;
}

interface ConnectedProps {
  spaceId: string;
  denialReason: string | undefined;
  proposingDenial: string | undefined;
}

function Connected({ spaceId, ...denials }: ConnectedProps) {
  const { organizationId } = Route.useParams();
  const { form } = Route.useSearch();
  const navigate = Route.useNavigate();
  const { data: connection } = useSuspenseQuery(connectionOf(spaceId));
  return (
    <ConnectionView
      key={connection.id}
      organizationId={organizationId}
      connection={connection}
      {...denials}
      form={form}
      onForm={(next) => void navigate({ search: { form: next }, replace: next === undefined })}
    />
  );
}
