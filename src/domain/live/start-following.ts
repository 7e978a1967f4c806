import type { QueryClient } from '@tanstack/react-query';
import type { RegisteredRouter } from '@tanstack/react-router';
import { followCurrentOrganization } from '#src/api/event-stream/organization-stream.ts';
import { streamState } from '#src/api/event-stream/stream-state.ts';
import { followedQueries } from '#src/api/queries.ts';
import { followPresence } from '#src/domain/presence/people.ts';
import { createStore } from '#src/lib/store.ts';
import { isFollowed } from './outdated-reads.ts';
import { refreshFromStream } from './refresh.ts';

const organizationAt = (pathname: string): string | null => /^\/o\/([^/]+)/.exec(pathname)?.[1] ?? null;

/** Follows the organization on the screen from now on, and reads again what others change. */
export function startFollowing(router: RegisteredRouter, queryClient: QueryClient): void {
  const current = createStore(organizationAt(router.state.location.pathname));
  router.subscribe('onBeforeLoad', ({ toLocation }) => current.set(organizationAt(toLocation.pathname)));
  streamState.subscribe(() => {
    const isOpen = streamState.get() === 'open';
    followedQueries.set(() => (isOpen ? isFollowed : () => false));
  });
  refreshFromStream(queryClient);
  followPresence();
  followCurrentOrganization({ current, since: performance.timeOrigin, queryClient });
}
