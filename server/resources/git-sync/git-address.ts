import { badRequest } from '#server/base/errors.ts';
import { GitSyncError } from '#server/git-sync/git-connection.ts';
import { checkAddress } from '#server/git-sync/server-problems.ts';
import type { Fetcher } from '#server/network/guarded-fetch.ts';

/** The address of a repository without slashes at its end. Throws 400 with the reason for what Git Sync does not use. */
export function parseAddress(text: string, fetcher: Fetcher): string {
  try {
    return checkAddress(fetcher, text.trim());
  } catch (error) {
    if (error instanceof GitSyncError)
      throw badRequest(error.message, [{ path: 'body.url', message: error.message }]);
    throw error;
  }
}
