import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import { GitMerge } from 'lucide-react';
import {
  getChangeRequestConflictsOptions,
  getSpaceOptions,
} from '#api/generated/@tanstack/react-query.gen.ts';
import { can } from '#src/api/extensions.ts';
import { currentUser } from '#src/api/session/session.ts';
import { useChangeRequestActions } from '#src/features/change-requests/actions.ts';
import { ConflictsEditor } from '#src/features/change-requests/conflicts/conflicts-editor.tsx';
import { conflictsOf } from '#src/features/change-requests/conflicts/resolution.ts';
import { denialReasonsOf } from '#src/features/change-requests/labels.ts';
import { changeRequestOf } from '#src/features/change-requests/queries.ts';
import { searchParams, textParam } from '#src/lib/search-params.ts';
import { buttonStyle } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';

const validateSearch = searchParams({ page: textParam(64) });

export const Route = createFileRoute(
  '/_shell/o/$organizationId/spaces/$spaceId_/changes/$changeRequest/conflicts',
)({
  validateSearch,
  loader: async ({ context: { queryClient }, params: { spaceId, changeRequest } }) => {
    const isSupported = await can(queryClient, 'getChangeRequestConflicts');
    const path = { spaceId, changeRequestId: changeRequest };
    if (isSupported) await queryClient.ensureQueryData(getChangeRequestConflictsOptions({ path }));
    return { isSupported };
  },
  component: Conflicts,
});

/** The conflicts that block the merge, with their resolution. */
function Conflicts() {
  const { isSupported } = Route.useLoaderData();
  if (isSupported) return <ConflictsContent />;
  return (
    <EmptyState icon={<GitMerge />} title="Conflicts are not available">
      This server reports conflicts only when you merge.
    </EmptyState>
  );
}

function ConflictsContent() {
  const params = Route.useParams();
  const { page } = Route.useSearch();
  const navigate = Route.useNavigate();
  const { spaceId } = params;
  const path = { spaceId, changeRequestId: params.changeRequest };
  const { data: space } = useSuspenseQuery(getSpaceOptions({ path: { spaceId } }));
  const { data: changeRequest } = useSuspenseQuery(changeRequestOf(path));
  const { data: result } = useSuspenseQuery(getChangeRequestConflictsOptions({ path }));
  const actions = useChangeRequestActions(params.organizationId);
  const overview = '/o/$organizationId/spaces/$spaceId/changes/$changeRequest';
  if (conflictsOf(result).length === 0) {
    return (
      <EmptyState
        icon={<GitMerge />}
        title="No conflicts"
        action={
          <Link to={overview} params={params} className={buttonStyle()}>
            Back to overview
          </Link>
        }
      >
        This change request can be merged without conflicts.
      </EmptyState>
    );
  }
  return (
    <ConflictsEditor
      key={changeRequest.id}
      target={{ path, changeRequest }}
      denialReasons={denialReasonsOf(changeRequest, space.permissions, currentUser()?.id)}
      actions={actions}
      result={result}
      page={page}
      onPage={(next) => void navigate({ search: { page: next }, replace: true })}
      onResolved={() => void navigate({ to: overview, params, replace: true })}
    />
  );
}
