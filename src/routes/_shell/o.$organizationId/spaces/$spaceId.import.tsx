import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { getSpaceOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { SkeletonRows } from '#src/ui/skeleton.tsx';

const ImportForm = lazy(async () => ({
  default: (await import('#src/features/spaces/import-form.tsx')).ImportForm,
}));

export const Route = createFileRoute('/_shell/o/$organizationId/spaces/$spaceId/import')({
  component: Import,
});

/** Imports pages and files into a space. */
function Import() {
  const { organizationId, spaceId } = Route.useParams();
  const { data: space } = useSuspenseQuery(getSpaceOptions({ path: { spaceId } }));
  return (
    <Suspense fallback={<SkeletonRows rows={3} />}>
      <ImportForm key={spaceId} organizationId={organizationId} space={space} />
    </Suspense>
  );
}
