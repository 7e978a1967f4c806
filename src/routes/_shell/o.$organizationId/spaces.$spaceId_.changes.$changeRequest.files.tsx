import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { FileChanges, fileChanges } from '#src/features/change-requests/views/file-changes.tsx';
import { FilePanel } from '#src/features/change-requests/views/file-panel.tsx';
import { changesOf } from '#src/features/change-requests/views/sides.ts';
import { searchParams, textParam } from '#src/lib/search-params.ts';
import { SkeletonRows } from '#src/ui/skeleton.tsx';

const validateSearch = searchParams({ file: textParam(64) });

export const Route = createFileRoute(
  '/_shell/o/$organizationId/spaces/$spaceId_/changes/$changeRequest/files',
)({
  validateSearch,
  loader: ({ context: { queryClient }, params: { spaceId, changeRequest } }) =>
    queryClient.ensureQueryData(changesOf({ spaceId, changeRequestId: changeRequest })),
  component: Files,
  pendingComponent: SkeletonRows,
});

/** The files that a change request adds, changes and removes. */
function Files() {
  const params = Route.useParams();
  const { file } = Route.useSearch();
  const navigate = Route.useNavigate();
  const path = { spaceId: params.spaceId, changeRequestId: params.changeRequest };
  const files = fileChanges(useSuspenseQuery(changesOf(path)).data.changes);
  const open = files.find(({ id }) => id === file);
  return (
    <>
      <FileChanges files={files} {...params} />
      {open && (
        <FilePanel path={path} change={open} onClose={() => void navigate({ search: {}, replace: true })} />
      )}
    </>
  );
}
