import type { QueryClient } from '@tanstack/react-query';
import { isOwnServer } from '#src/api/client.ts';
import { can, useCan } from '#src/api/extensions.ts';

/** Whether links to published sites may recognize members; true while the server has not answered. */
export const useHasMemberLinks = (): boolean => useCan('getSiteMemberLink') !== false;

/** Whether the server has previews of sites; undefined until it has answered. */
export const useHasSitePreviews = (): boolean | undefined => useCan('getSitePreview');

/** Whether a list of sites can be limited to those with a space. */
export const filtersSitesBySpace = (queryClient: QueryClient): Promise<boolean> =>
  can(queryClient, 'extensions');

/**
 * Whether published pages of an origin can be in a frame: the console's policy allows those of its own server, and
 * theirs its public URL.
 */
export const canFramePagesOf = (consoleOrigin: string | undefined): boolean =>
  isOwnServer() && consoleOrigin === location.origin;
