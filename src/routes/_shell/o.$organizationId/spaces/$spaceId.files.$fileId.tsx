import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { loadWithPart } from '#src/api/parts.ts';
import { FilePanel } from '#src/features/spaces/file-panel.tsx';
import { oneFile, usesOfFile } from '#src/features/spaces/queries.ts';

export const Route = createFileRoute('/_shell/o/$organizationId/spaces/$spaceId/files/$fileId')({
  loader: ({ context: { queryClient }, params: { spaceId, fileId } }) =>
    loadWithPart(
      queryClient,
      queryClient.ensureQueryData(oneFile(spaceId, fileId)),
      'listSpaceFileBacklinks',
      queryClient.ensureInfiniteQueryData(usesOfFile(spaceId, fileId)),
    ),
  component: FilePage,
});

/** Panel over the list with one file: preview, download and uses. */
function FilePage() {
  const { organizationId, spaceId, fileId } = Route.useParams();
  const navigate = Route.useNavigate();
  const { data: file } = useSuspenseQuery(oneFile(spaceId, fileId));
  return (
    <FilePanel
      organizationId={organizationId}
      spaceId={spaceId}
      file={file}
      onClose={() => void navigate({ to: '..', replace: true })}
    />
  );
}
