import { queryOptions } from '@tanstack/react-query';
import {
  getChangeRequestFile,
  getSpaceFile,
  listChangeRequestFileBacklinks,
  listSpaceFileBacklinks,
} from '#api/generated/sdk.gen.ts';
import type { File, LinkReference } from '#api/generated/types.gen.ts';
import { ApiError } from '#src/api/errors.ts';
import type { ChangeRequestPath } from '../change-request-labels.ts';
import type { FileChange } from './file-changes.tsx';

/** A changed file and the pages that use it. */
export interface FileUse {
  /** Null if it was deleted both here and in the space. */
  file: File | null;
  uses: readonly LinkReference[];
  more: boolean;
}

/** A file of a change request; for a deleted one, the space's file and its uses there. */
export function fileUse(path: ChangeRequestPath, { id: fileId, changeType }: FileChange) {
  return queryOptions({
    queryKey: ['changed-file', path.spaceId, path.changeRequestId, fileId],
    queryFn: async ({ signal }): Promise<FileUse> => {
      const more = { signal, throwOnError: true } as const;
      const query = { limit: 100 };
      try {
        const [file, uses] =
          changeType === 'file_deleted'
            ? await Promise.all([
                getSpaceFile({ path: { ...path, fileId }, ...more }),
                listSpaceFileBacklinks({ path: { ...path, fileId }, query, ...more }),
              ])
            : await Promise.all([
                getChangeRequestFile({ path: { ...path, fileId }, ...more }),
                listChangeRequestFileBacklinks({ path: { ...path, fileId }, query, ...more }),
              ]);
        return { file: file.data, uses: uses.data.items, more: uses.data.next !== undefined };
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return { file: null, uses: [], more: false };
        throw error;
      }
    },
  });
}
