import { createFileRoute, redirect } from '@tanstack/react-router';
import { FileText } from 'lucide-react';
import { firstPageWithText, pagesOf } from '#src/features/spaces/queries.ts';
import { EmptyState } from '#src/ui/empty-state.tsx';

export const Route = createFileRoute('/_shell/o/$organizationId/spaces/$spaceId/pages/')({
  loader: async ({ context: { queryClient }, params }) => {
    // Refetched if an import made the cached pages stale, because the redirect depends on them.
    const { pages } = await queryClient.fetchQuery(pagesOf(params));
    const first = firstPageWithText(pages);
    if (!first) return;
    throw redirect({
      to: '/o/$organizationId/spaces/$spaceId/pages/$pageId',
      params: { ...params, pageId: first.id },
      search: true,
      hash: true,
      replace: true,
    });
  },
  component: () => (
    <EmptyState icon={<FileText />} title="No pages with text">
      This space contains only groups and links.
    </EmptyState>
  ),
});
