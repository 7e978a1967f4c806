import { createFileRoute, redirect } from '@tanstack/react-router';
import { comparePages } from '#src/features/change-requests/views/changed-pages.ts';
import { loadSides, treeOf, differenceViewParams } from '#src/features/change-requests/views/sides.ts';
import { searchParams } from '#src/lib/search-params.ts';

const validateSearch = searchParams(differenceViewParams);

export const Route = createFileRoute(
  '/_shell/o/$organizationId/spaces/$spaceId_/changes/$changeRequest/diff/',
)({
  validateSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, params, deps }) => {
    const { spaceId, changeRequest: changeRequestId } = params;
    const { base, next } = await loadSides(queryClient, { spaceId, changeRequestId }, deps.base ?? 'start');
    const [before, after] = await Promise.all([
      queryClient.ensureQueryData(treeOf(base)),
      queryClient.ensureQueryData(treeOf(next)),
    ]);
    const [first] = comparePages(before, after).changed;
    if (!first) return;
    throw redirect({
      to: '/o/$organizationId/spaces/$spaceId/changes/$changeRequest/diff/$pageId',
      params: { ...params, pageId: first.id },
      search: deps,
      replace: true,
    });
  },
  component: () => null,
});
