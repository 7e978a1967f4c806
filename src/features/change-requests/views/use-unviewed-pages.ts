import { useQuery } from '@tanstack/react-query';
import { useSupports } from '#src/api/extensions.ts';
import type { ChangeRequest } from '#api/generated/types.gen.ts';
import { useStore } from '#src/ui/use-store.ts';
import type { ChangeRequestPath } from '../change-request-labels.ts';
import { isUnsupported } from '#src/api/is-unsupported.ts';
import { comparePages } from './changed-pages.ts';
import { changesOf, sidesOf, treeOf } from './sides.ts';
import { isViewed, viewedOf, viewedPages } from './viewed.ts';

/** How many changes are asked for where only some of them are shown. */
export const changePreviewLimit = 100;

/** How many of the changed pages of a change request were not viewed in this browser. */
export interface UnviewedPages {
  remaining: number;
  total: number;
  /** How many files it changes, of the first few changes. */
  files: number;
}

/**
 * Counts the changed pages that somebody has not viewed as they are now. The pages themselves are fetched only where one
 * was viewed or there are many; else all are left that the server names.
 *
 * @returns undefined while it is not known, null where the server does not tell
 */
export function useUnviewedPages(
  path: ChangeRequestPath,
  changeRequest: ChangeRequest,
  enabled: boolean,
): UnviewedPages | undefined | null {
  const viewed = viewedOf(useStore(viewedPages), changeRequest.id);
  const changes = useQuery({ ...changesOf(path, changePreviewLimit), enabled, retry: false });
  const needsPages = Object.keys(viewed).length > 0 || changes.data?.more === true;
  const hasRevisions = useSupports('listRevisionPages');
  const { base, next } = sidesOf(path, changeRequest, 'start', hasRevisions === true);
  const trees = { enabled: enabled && needsPages && hasRevisions !== undefined, retry: false };
  const before = useQuery({ ...treeOf(base), ...trees });
  const after = useQuery({ ...treeOf(next), ...trees });
  if ([changes, before, after].some(({ error }) => isUnsupported(error))) return null;
  if (!changes.data) return undefined;
  const files = changes.data.changes.filter(({ file }) => file).length;
  if (!needsPages) {
    const total = changes.data.changes.filter(({ page }) => page).length;
    return { remaining: total, total, files };
  }
  if (!before.data || !after.data) return undefined;
  const { changed } = comparePages(before.data, after.data);
  return {
    remaining: changed.filter((change) => !isViewed(viewed, change)).length,
    total: changed.length,
    files,
  };
}
