import type { Space } from '#api/generated/types.gen.ts';
import { useCan } from '#src/api/extensions.ts';

/** Whether the server connects spaces with repositories by this screen; undefined until it has answered. */
export const useHasGitSync = (): boolean | undefined => useCan('getSpaceGit');

/** The same of sites. */
export const useHasSiteGitSync = (): boolean | undefined => useCan('getSiteGit');

/** Whether the server shows other branches of a connected repository; undefined until it has answered. */
export const useHasBranchPreviews = (): boolean | undefined => useCan('previewSpaceGitBranch');

/** Whether a space has a connection. Other servers, and the demonstration's examples, name other integrations. */
export const isConnected = ({ gitSync }: Space): boolean => gitSync?.integration === 'git';
