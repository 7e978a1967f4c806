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
  type Side,
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
  const sides = await loadSides(queryClient, { spaceId, changeRequestId }, deps.base ?? 'start');
  const { loadOpened, opened } = await loadDifference(queryClient, sides, pageId, deps.view);
  const [source] = await Promise.all([
    deps.hasPassage
      ? queryClient.ensureQueryData(pageOf(sides.next, opened?.next?.page.id, 'markdown'))
      : null,
    loadOpened(),
  ]);
  return source?.markdown;
}

/**
 * Loads the pages of two sides, and finds the one to show.
 *
 * @param pageId the first changed page if it is undefined
 */
export async function loadDifference(
  queryClient: QueryClient,
  { base, next }: { base: Side; next: Side },
  pageId: string | undefined,
  view: DifferenceViewOptions['view'],
) {
  const [before, after] = await Promise.all([
    queryClient.ensureQueryData(treeOf(base)),
    queryClient.ensureQueryData(treeOf(next)),
  ]);
  const compared = comparePages(before, after);
  const compare = async (change: PageChange | undefined) => {
    if (!change) return;
    const format = view === 'source' ? 'markdown' : 'document';
    const texts = await Promise.all([
      queryClient.ensureQueryData(pageOf(base, change.base?.page.id, format)),
      queryClient.ensureQueryData(pageOf(next, change.next?.page.id, format)),
    ]);
    const sides = pageSides(change, base, ...texts);
    // Compared before rendering: a placeholder would appear for a third of a second and then push the comments down.
    if (format === 'markdown') await queryClient.ensureQueryData(linesCompared(sides));
    else if (!isVeryLong(sides)) await queryClient.ensureQueryData(blocksCompared(sides));
  };
  const opened = pageId === undefined ? compared.changed[0] : compared.byId.get(pageId);
  return {
    opened,
    /** Loads the text of that page, and starts to load the next changed one; errors of that are shown when it is opened. */
    async loadOpened() {
      await compare(opened);
      if (opened) compare(changedFrom(compared, opened.id, 1)).catch(() => undefined);
    },
  };
}
