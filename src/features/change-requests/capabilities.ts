/** What servers can tell about change requests; `denial-reasons.ts` has what can be done with them. */
import type { QueryClient } from '@tanstack/react-query';
import { can, useCan } from '#src/api/extensions.ts';

/** Whether the server has the pages of revisions; undefined until it has answered. */
export const useHasRevisions = (): boolean | undefined => useCan('listRevisionPages');

/** Like `useHasRevisions`, outside of components. */
export const hasRevisionPages = (queryClient: QueryClient): Promise<boolean> =>
  can(queryClient, 'listRevisionPages');

/** Whether the server certainly has the pages of every revision that it names. */
export const hasEveryRevision = (queryClient: QueryClient): Promise<boolean> =>
  can(queryClient, 'extensions');

/** Whether the server lists the changes of a change request; assumed until it has answered. */
export const useListsChanges = (): boolean => useCan('getChangeRequestChanges') !== false;

/** Whether the server lists who may review; false until it has answered. */
export const useListsReviewers = (): boolean => useCan('listEligibleReviewers') === true;

/** Whether the server tells who else is editing; false until it has answered. */
export const useHasEvents = (): boolean => useCan('streamChangeRequestEvents') === true;
