/** What servers can do with structures beside changing them; ours everything. */
import type { QueryClient } from '@tanstack/react-query';
import { can, useCan } from '#src/api/extensions.ts';

/** Whether drafts are kept on the server; otherwise in this browser. */
export const keepsDrafts = (queryClient: QueryClient): Promise<boolean> =>
  can(queryClient, 'getStructureDraft');

/** Like `keepsDrafts`, in components; undefined until the server has answered. */
export const useKeepsDrafts = (): boolean | undefined => useCan('getStructureDraft');

/** Whether earlier structures are kept; undefined until the server has answered. */
export const useKeepsVersions = (): boolean | undefined => useCan('listStructureVersions');

/** Whether structures can be edited as text; undefined until the server has answered. */
export const useKeepsTexts = (): boolean | undefined => useCan('getStructureText');

/** Whether the pages of a site are checked; undefined until the server has answered. */
export const useChecksPages = (): boolean | undefined => useCan('getSiteChecks');

/** Whether spaces can be made; false until the server has answered. */
export const useMakesSpaces = (): boolean => useCan('createSpace') === true;
