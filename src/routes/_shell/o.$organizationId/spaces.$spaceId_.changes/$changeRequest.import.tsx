import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { Lock } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { getSpaceOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { currentUser } from '#src/api/session/session.ts';
import { denialReasonsOf, isUnfinished } from '#src/features/change-requests/labels.ts';
import { changeRequestOf } from '#src/features/change-requests/queries.ts';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { SkeletonRows } from '#src/ui/skeleton.tsx';

const ImportForm = lazy(async () => ({
  default: (await import('#src/features/spaces/import-form.tsx')).ImportForm,
}));

export const Route = createFileRoute(
  '/_shell/o/$organizationId/spaces/$spaceId_/changes/$changeRequest/import',
)({ component: Import });

/** Imports pages and files into a change request; the space changes only on merge. */
function Import() {
  const { organizationId, spaceId, changeRequest: number } = Route.useParams();
  const { data: space } = useSuspenseQuery(getSpaceOptions({ path: { spaceId } }));
  const { data: changeRequest } = useSuspenseQuery(changeRequestOf({ spaceId, changeRequestId: number }));
  const { edit } = denialReasonsOf(changeRequest, space.permissions, currentUser()?.id);
  if (!isUnfinished(changeRequest)) {
    return (
      <EmptyState icon={<Lock />} title="Nothing can be imported">
        {edit}
      </EmptyState>
    );
  }
  return (
    <Suspense fallback={<SkeletonRows rows={3} />}>
      <h2 className="mb-3 font-semibold">Import into this change request</h2>
      <ImportForm
        key={number}
        organizationId={organizationId}
        space={space}
        target={{ changeRequest: number, id: changeRequest.id, denialReason: edit }}
      />
    </Suspense>
  );
}
