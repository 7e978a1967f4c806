import type { QueryClient } from '@tanstack/react-query';
import type { PageChange } from '#src/features/change-requests/differences/compare-trees.ts';
import { changedFrom, comparePages } from '#src/features/change-requests/views/changed-pages.ts';
import {
  blocksCompared,
  isVeryLong,
  linesCompared,
  pageSides,
} from '#src/features/change-requests/views/page-sides.ts';
import {
  type DifferenceViewOptions,
  loadSides,
  pageOf,
  treeOf,
} from '#src/features/change-requests/views/sides.ts';

interface DifferenceDeps extends Pick<DifferenceViewOptions, 'base' | 'view'> {
  /** A passage of the page is looked for in its text. */
  hasPassage: boolean;
}

/** Loads what the differences of a page show at first. Returns its Markdown where a passage is looked for. */
export async function loadPageDifference(
  queryClient: QueryClient,
  {
    spaceId,
    changeRequest: changeRequestId,
    pageId,
  }: { spaceId: string; changeRequest: string; pageId: string },
  deps: DifferenceDeps,
): Promise<string | undefined> {
  const { base, next } = await loadSides(queryClient, { spaceId, changeRequestId }, deps.base ?? 'start');
  const [before, after] = await Promise.all([
    queryClient.ensureQueryData(treeOf(base)),
    queryClient.ensureQueryData(treeOf(next)),
  ]);
  const compared = comparePages(before, after);
  const compare = async (change: PageChange | undefined) => {
    if (!change) return;
    const format = deps.view === 'source' ? 'markdown' : 'document';
    const texts = await Promise.all([
      queryClient.ensureQueryData(pageOf(base, change.base?.page.id, format)),
      queryClient.ensureQueryData(pageOf(next, change.next?.page.id, format)),
    ]);
    const sides = pageSides(change, base, ...texts);
    // Compared before rendering: a placeholder would appear for a third of a second and then push the comments down.
    if (format === 'markdown') await queryClient.ensureQueryData(linesCompared(sides));
    else if (!isVeryLong(sides)) await queryClient.ensureQueryData(blocksCompared(sides));
  };
  const opened = compared.byId.get(pageId);
  const [source] = await Promise.all([
    deps.hasPassage ? queryClient.ensureQueryData(pageOf(next, opened?.next?.page.id, 'markdown')) : null,
    compare(opened),
  ]);
  // Prefetches the next page. Errors are shown when it is opened.
  compare(changedFrom(compared, pageId, 1)).catch(() => undefined);
  return source?.markdown;
}
