import { pageSize } from '#src/api/first-requests.ts';
import {
  getSpaceFileOptions,
  listSpaceFileBacklinksInfiniteOptions,
  listSpaceFilesInfiniteOptions,
} from '#api/generated/@tanstack/react-query.gen.ts';
import { pagedOptions } from '#src/api/paging.ts';

export function filesOf(spaceId: string) {
  return pagedOptions(listSpaceFilesInfiniteOptions({ path: { spaceId }, query: { limit: pageSize } }));
}

/** One file; its download URL is valid for an hour. */
export function oneFile(spaceId: string, fileId: string) {
  return getSpaceFileOptions({ path: { spaceId, fileId } });
}

/** The pages that use a file. */
export function usesOfFile(spaceId: string, fileId: string) {
  return pagedOptions(
    listSpaceFileBacklinksInfiniteOptions({ path: { spaceId, fileId }, query: { limit: 100 } }),
  );
}
