import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import { GitMerge } from 'lucide-react';
import {
  getChangeRequestConflictsOptions,
  getSpaceOptions,
} from '#api/generated/@tanstack/react-query.gen.ts';
import { currentUser } from '#src/api/session/session.ts';
import { ErrorPage } from '#src/components/errors/error-page.tsx';
import { useChangeRequestActions } from '#src/features/change-requests/actions.ts';
import { ConflictsEditor } from '#src/features/change-requests/conflicts/conflicts-editor.tsx';
import { conflictsOf } from '#src/features/change-requests/conflicts/resolution.ts';
import { denialReasonsOf } from '#src/features/change-requests/labels.ts';
import { changeRequestOf } from '#src/features/change-requests/queries.ts';
import { choiceParam, searchParams, textParam } from '#src/lib/search-params.ts';
import { buttonStyle } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';

const validateSearch = searchParams({ page: textParam(64), layout: choiceParam(['wide']) });

export const Route = createFileRoute(
  '/_shell/o/$organizationId/spaces/$spaceId_/changes/$changeRequest/conflicts',
)({
  validateSearch,
  loader: ({ context: { queryClient }, params: { spaceId, changeRequest } }) => {
    const path = { spaceId, changeRequestId: changeRequest };
    return queryClient.ensureQueryData(getChangeRequestConflictsOptions({ path }));
  },
  component: Conflicts,
  errorComponent: (props) => (
    <ErrorPage
      {...props}
      missing={
        <EmptyState icon={<GitMerge />} title="Conflicts are not available">
          This server reports conflicts only when you merge.
        </EmptyState>
      }
    />
  ),
});

/** The conflicts that block the merge, with their resolution. */
function Conflicts() {
  const params = Route.useParams();
  const { page, layout } = Route.useSearch();
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
      onPage={(next) => void navigate({ search: { page: next, layout }, replace: true })}
      layout={layout ?? 'columns'}
      onLayout={(next) =>
        void navigate({ search: { page, layout: next === 'wide' ? next : undefined }, replace: true })
      }
      onResolved={() => void navigate({ to: overview, params, replace: true })}
    />
  );
}
