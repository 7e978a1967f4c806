import { type QueryClient, useQuery } from '@tanstack/react-query';
import type { ChangeRequest, ContentChanges, Page } from '#api/generated/types.gen.ts';
import { isUnsupported } from '#src/api/errors.ts';
import { formatCount, formatNumber } from '#src/lib/text/format.ts';
import { useStore } from '#src/ui/browser/use-store.ts';
import { hasRevisionPages, useHasRevisions } from '../capabilities.ts';
import type { PageChange } from '../differences/compare-trees.ts';
import type { ChangeRequestPath } from '../labels.ts';
import { comparePages } from './changed-pages.ts';
import { changesOf, sidesOf, treeOf } from './sides.ts';
import { setViewedPages, type Viewed, viewedOf, viewedPages } from './viewed-pages.ts';

/**
 * The state of a page that "viewed" refers to: text (`documentId`), fields, parent. A page that changes again counts as
 * not viewed.
 */
export function viewedStateOf({ kind, next, base }: PageChange): string {
  const position = next ?? base;
  if (!position) return kind;
  const { documentId, title, slug, emoji, description, type, hidden } = position.page;
  return JSON.stringify([kind, documentId, title, slug, emoji, description, type, hidden, position.parentId]);
}

/** Whether a change was viewed in its current state. */
export function isViewed(viewed: Viewed, change: PageChange): boolean {
  return viewed[change.id] === hashOf(viewedStateOf(change));
}

/** Marks a change as viewed or not viewed. */
export function setViewed(
  { organizationId, changeRequestId }: { organizationId: string; changeRequestId: string },
  change: PageChange,
  isViewedNow: boolean,
): void {
  const { [change.id]: _before, ...others } = viewedOf(viewedPages.get(), changeRequestId);
  const viewed = isViewedNow ? { ...others, [change.id]: hashOf(viewedStateOf(change)) } : others;
  setViewedPages(organizationId, changeRequestId, viewed);
}

/** A short hash (FNV-1a), to save browser storage. */
function hashOf(text: string): string {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash.toString(36);
}

/** How many changes are fetched where only some are shown. */
export const changePreviewLimit = 100;

/** Changed pages of a change request that were not viewed. */
export interface UnviewedPages {
  remaining: number;
  total: number;
  /** Changed files, among the first changes. */
  files: number;
}

/** What an approval would leave unread; undefined if every changed page was viewed, or it is unknown. */
export function describeUnviewed(pages: UnviewedPages | null | undefined): string | undefined {
  if (!pages || pages.remaining === 0) return undefined;
  const { remaining, total } = pages;
  if (remaining < total)
    return `You haven’t viewed ${formatNumber(remaining)} of ${formatCount(total, 'changed page')}.`;
  return total === 1
    ? 'You haven’t viewed the changed page.'
    : `You haven’t viewed any of ${formatCount(total, 'changed page')}.`;
}

/**
 * Counts changed pages not viewed in their current state. Page trees are fetched only if needed: if a page was viewed
 * or there are many changes.
 */
export function useUnviewedPages(
  path: ChangeRequestPath,
  changeRequest: ChangeRequest,
  enabled: boolean,
): { pages: UnviewedPages | undefined | null; isLoading: boolean; isError: boolean } {
  const viewed = viewedOf(useStore(viewedPages), changeRequest.id);
  const changes = useQuery({ ...changesOf(path, changePreviewLimit), enabled });
  const needsPages = needsTrees(viewed, changes.data);
  const hasRevisions = useHasRevisions();
  const { base, next } = sidesOf(path, changeRequest, 'start', hasRevisions === true);
  const trees = { enabled: enabled && needsPages && hasRevisions !== undefined };
  const before = useQuery({ ...treeOf(base), ...trees });
  const after = useQuery({ ...treeOf(next), ...trees });
  const queries = [changes, before, after];
  const isLoading = queries.some((query) => query.isLoading);
  const isError = queries.some((query) => query.isError);
  if (queries.some(({ error }) => isUnsupported(error))) return { pages: null, isLoading, isError };
  return {
    isError,
    pages: changes.data && countUnviewed(viewed, changes.data, before.data, after.data),
    isLoading,
  };
}

const needsTrees = (viewed: Viewed, content: ContentChanges | undefined) =>
  Object.keys(viewed).length > 0 || content?.more === true;

/** Undefined while page trees that are needed are missing. */
function countUnviewed(
  viewed: Viewed,
  content: ContentChanges,
  before: Page[] | undefined,
  after: Page[] | undefined,
): UnviewedPages | undefined {
  const files = content.changes.filter(({ file }) => file).length;
  if (!needsTrees(viewed, content)) {
    const total = content.changes.filter(({ page }) => page).length;
    return { remaining: total, total, files };
  }
  if (!before || !after) return undefined;
  const { changed } = comparePages(before, after);
  return {
    remaining: changed.filter((change) => !isViewed(viewed, change)).length,
    total: changed.length,
    files,
  };
}

/** Fetches what `cachedUnviewedPages` needs beside the changes, unless that was fetched before. */
export async function ensureViewedTrees(
  queryClient: QueryClient,
  path: ChangeRequestPath,
  changeRequest: ChangeRequest,
): Promise<void> {
  const content = queryClient.getQueryData(changesOf(path, changePreviewLimit).queryKey);
  if (!content || !needsTrees(viewedOf(viewedPages.get(), changeRequest.id), content)) return;
  if (!(await hasRevisionPages(queryClient))) return;
  const { base, next } = sidesOf(path, changeRequest, 'start', true);
  await Promise.all([base, next].map((side) => queryClient.ensureQueryData(treeOf(side))));
}

/** The same from what was fetched before. */
export function cachedUnviewedPages(
  queryClient: QueryClient,
  path: ChangeRequestPath,
  changeRequest: ChangeRequest,
): UnviewedPages | undefined {
  const viewed = viewedOf(viewedPages.get(), changeRequest.id);
  const content = queryClient.getQueryData(changesOf(path, changePreviewLimit).queryKey);
  if (!content) return undefined;
  const { base, next } = sidesOf(path, changeRequest, 'start', true);
  return countUnviewed(
    viewed,
    content,
    queryClient.getQueryData(treeOf(base).queryKey),
    queryClient.getQueryData(treeOf(next).queryKey),
  );
}
