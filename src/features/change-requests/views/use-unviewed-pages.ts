import { useQuery } from '@tanstack/react-query';
import { useSupports } from '#src/api/extensions.ts';
import type { ChangeRequest } from '#api/generated/types.gen.ts';
import { useStore } from '#src/ui/use-store.ts';
import type { ChangeRequestPath } from '../change-request-labels.ts';
import { isUnsupported } from '#src/api/is-unsupported.ts';
import { comparePages } from './changed-pages.ts';
import { changesOf, sidesOf, treeOf } from './sides.ts';
import { isViewed, viewedOf, viewedPages } from './viewed.ts';

/** How many changes are fetched where only some are shown. */
export const changePreviewLimit = 100;

/** Changed pages of a change request that were not viewed in this browser. */
export interface UnviewedPages {
  remaining: number;
  total: number;
  /** Changed files, among the first changes. */
  files: number;
}

/**
 * Counts changed pages not viewed in their current state. Page trees are fetched only if needed: if a page was viewed
 * or there are many changes.
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
