/** What servers can do about published sites; ours everything. */
import type { QueryClient } from '@tanstack/react-query';
import { can, useCan } from '#src/api/extensions.ts';

/** Whether unpublished content can be seen as a site shows it; undefined until the server has answered. */
export const useHasSitePreviews = (): boolean | undefined => useCan('getSitePreview');

/** Whether a link can carry who its reader is. While the answer is pending, links are followed as by a member. */
export const useHasMemberLinks = (): boolean => useCan('getSiteMemberLink') !== false;

/** Whether sites are listed by the space that they contain. */
export const filtersSitesBySpace = (queryClient: QueryClient): Promise<boolean> =>
  can(queryClient, 'extensions');
