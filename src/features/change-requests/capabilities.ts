/** What servers can do with change requests and tell about them; ours everything. */
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

/** Whether files and reusable contents of any two revisions are compared; false until the server has answered. */
export const useComparesRevisions = (): boolean => useCan('getRevisionChanges') === true;

/** Like `useComparesRevisions`, outside of components. */
export const comparesRevisions = (queryClient: QueryClient): Promise<boolean> =>
  can(queryClient, 'getRevisionChanges');

/** Whether the server lists the changes of a change request; assumed until it has answered. */
export const useListsChanges = (): boolean => useCan('getChangeRequestChanges') !== false;

/** Whether the server lists who may review; false until it has answered. */
export const useListsReviewers = (): boolean => useCan('listEligibleReviewers') === true;

/** Whether a description is Markdown, with the link of an issue; undefined until the server has answered. */
export const useTakesMarkdown = (): boolean | undefined => useCan('extensions');

/** Whether comments can be sent with a review; false until the server has answered. */
export const useTakesGathered = (): boolean => useCan('extensions') === true;

/** Whether teams can be asked for reviews; false until the server has answered. */
export const useTakesTeams = (): boolean => useCan('removeRequestedTeam') === true;

/** Whether the server merges later by itself; assumed until it has answered, as an open menu doesn't get more entries. */
export const usePlansMerges = (): boolean => useCan('planMerge') !== false;

/** Whether the server merges several, one after the other; false until it has answered. */
export const useQueuesMerges = (): boolean => useCan('queueMerges') === true;

/** What servers may not do with change requests. */
export interface MissingActions {
  edits: boolean;
  reviews: boolean;
  undo: boolean;
  exports: boolean;
}

/** Whether the server takes edits of content; assumed until it has answered. */
export const useTakesEdits = (): boolean => useCan('editChangeRequestContent') !== false;

/** Whether the server takes reviews; assumed until it has answered. */
export const useTakesReviews = (): boolean => useCan('createReview') !== false;

/** What the server doesn't do; until it has answered, that is an export only. */
export function useMissingActions(): MissingActions {
  const edits = !useTakesEdits();
  const reviews = !useTakesReviews();
  // Offered until the server is known to lack it: an open menu doesn't get more entries.
  const undo = useCan('undoMerge') === false;
  return { edits, reviews, undo, exports: useCan('exportChangeRequestContent') !== true };
}

/** Like `useMissingActions`, outside of components. */
export async function fetchMissingActions(queryClient: QueryClient): Promise<MissingActions> {
  const [edits, reviews, undo, exports] = await Promise.all([
    can(queryClient, 'editChangeRequestContent'),
    can(queryClient, 'createReview'),
    can(queryClient, 'undoMerge'),
    can(queryClient, 'exportChangeRequestContent'),
  ]);
  return { edits: !edits, reviews: !reviews, undo: !undo, exports: !exports };
}
