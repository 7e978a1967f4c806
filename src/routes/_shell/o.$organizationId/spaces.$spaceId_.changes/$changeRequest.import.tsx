import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { Lock } from 'lucide-react';
import { getSpaceOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { currentUser } from '#src/api/session/session.ts';
import { permissionReasons, reasonUnless } from '#src/domain/permission/permissions.ts';
import { denialReasonsOf, isUnfinished } from '#src/features/change-requests/labels.ts';
import { changeRequestOf } from '#src/features/change-requests/queries.ts';
import { ImportInto } from '#src/routes/_shell/o.$organizationId/-content/import-into.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';

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
    <>
      <h2 className="mb-3 font-semibold">Import into this change request</h2>
      <ImportInto
        key={number}
        organizationId={organizationId}
        space={space}
        hasPages
        changeRequest={{ number, id: changeRequest.id }}
        denialReason={reasonUnless(space.permissions.edit, permissionReasons.editor) ?? edit}
      />
    </>
  );
}
