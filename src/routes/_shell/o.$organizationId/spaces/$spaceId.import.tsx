import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { getSpaceOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { reasonUnless, permissionReasons } from '#src/domain/permission/permissions.ts';
import { pagesOf } from '#src/features/spaces/queries.ts';
import { ImportInto } from '#src/routes/_shell/o.$organizationId/-content/import-into.tsx';

export const Route = createFileRoute('/_shell/o/$organizationId/spaces/$spaceId/import')({
  loader: ({ context: { queryClient }, params: { spaceId } }) =>
    queryClient.ensureQueryData(pagesOf({ spaceId })),
  component: Import,
});

/** Imports pages and files into a space. */
function Import() {
  const { organizationId, spaceId } = Route.useParams();
  const { data: space } = useSuspenseQuery(getSpaceOptions({ path: { spaceId } }));
  const { data: content } = useSuspenseQuery(pagesOf({ spaceId }));
  return (
    <ImportInto
      key={spaceId}
      organizationId={organizationId}
      space={space}
      hasPages={content.pages.length > 0}
      denialReason={reasonUnless(space.permissions.edit, permissionReasons.editor)}
    />
  );
}
