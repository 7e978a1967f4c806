import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { getSpaceOptions } from '#src/api/generated/@tanstack/react-query.gen.ts';
import { ImportForm } from '#src/features/spaces/import-form.tsx';

export const Route = createFileRoute('/_shell/o/$organizationId/spaces/$spaceId/import')({
  component: Import,
});

/** Brings pages and files from elsewhere into a space. */
function Import() {
  const { organizationId, spaceId } = Route.useParams();
  const { data: space } = useSuspenseQuery(getSpaceOptions({ path: { spaceId } }));
  return <ImportForm key={spaceId} organizationId={organizationId} space={space} />;
}
