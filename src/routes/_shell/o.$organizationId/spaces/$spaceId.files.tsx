import { createFileRoute, Outlet } from '@tanstack/react-router';
import { useList } from '#src/api/paging.ts';
import { FilesTable } from '#src/features/spaces/files-table.tsx';
import { filesOf } from '#src/features/spaces/queries.ts';

export const Route = createFileRoute('/_shell/o/$organizationId/spaces/$spaceId/files')({
  loader: ({ context: { queryClient }, params: { spaceId } }) =>
    queryClient.ensureInfiniteQueryData(filesOf(spaceId)),
  component: Files,
});

/** Images and attachments of a space; one opens in a panel. */
function Files() {
  const { organizationId, spaceId } = Route.useParams();
  return (
    <>
      <FilesTable organizationId={organizationId} spaceId={spaceId} list={useList(filesOf(spaceId))} />
      <Outlet />
    </>
  );
}
