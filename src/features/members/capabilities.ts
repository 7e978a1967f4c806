/** What our server can do about members beside what is documented, and others may not. */
import type { QueryClient } from '@tanstack/react-query';
import { isOwnServer } from '#src/api/client.ts';
import { can, useCan } from '#src/api/extensions.ts';

// The list is the screen that people open most: for it, and for a member's spaces, our own server isn't asked.

/** Whether the list can be filtered by those who were invited only. */
export const useFiltersByState = (): boolean => useCan()('resendInvitations') !== false;

/** Whether the spaces of a member can be searched and sorted. */
export const useSearchesSpaces = (): boolean => useCan()('extensions') !== false;

/** Like `useSearchesSpaces`, outside of components. */
export const searchesSpaces = async (queryClient: QueryClient): Promise<boolean> =>
  isOwnServer() || can(queryClient, 'extensions');

/** Whether the sessions of a member are listed. */
export const useListsSessions = (): boolean => useCan('listMemberSessions') === true;
