import type { QueryClient } from '@tanstack/react-query';
import type { useRouter } from '@tanstack/react-router';
import type { Space } from '#api/generated/types.gen.ts';
import { toast } from '#src/components/toasts/toasts.ts';
import { openTab } from '#src/domain/published/open-tab.ts';
import type { Target } from './actions.ts';
import { fetchDenialReasons } from './denial-reasons.ts';
import { nameOf, noUndoReason } from './labels.ts';
import { livePageOf } from './live/live-page.ts';

interface Merged {
  queryClient: QueryClient;
  router: ReturnType<typeof useRouter>;
  organizationId: string;
  target: Target;
  space: Space;
  undo: (target: Target) => Promise<unknown>;
}

/** Says that a change request is merged; leads to the published page or to the space, and back. */
export async function toastMerged(merged: Merged): Promise<void> {
  const { queryClient, router, organizationId, target, space, undo } = merged;
  const live = await queryClient
    .fetchQuery(livePageOf(queryClient, organizationId, target.path))
    .catch(() => null);
  const openSpace = () =>
    void router.navigate({
      to: '/o/$organizationId/spaces/$spaceId/pages',
      params: { organizationId, spaceId: space.id },
    });
  const { undo: undoDenial } = await fetchDenialReasons(queryClient, target.changeRequest, space);
  toast(`Merged “${nameOf(target.changeRequest)}” into ${space.title}`, {
    durationMs: 12_000,
    action: live
      ? {
          label: live.isPage ? 'Open page' : 'Open site',
          run: () => void openTab(() => Promise.resolve(live.url)),
        }
      : { label: 'Open space', run: openSpace },
    ...(undoDenial !== noUndoReason && { alternative: { label: 'Undo', run: () => void undo(target) } }),
  });
}
