import { listChangeRequestPageBacklinks } from '#api/generated/sdk.gen.ts';
import { isUnsupported } from '#src/api/errors.ts';
import { confirmDeletion } from '#src/components/confirm/confirm.ts';
import { pageTypeLabel } from '#src/domain/page/page-icon.tsx';
import { formatCount, formatNameList } from '#src/lib/text/format.ts';
import { type PageTree, withDescendants } from './page-tree.ts';

/** As many pages as are named. */
const maxNamed = 5;

interface Place {
  spaceId: string;
  changeRequestId: string;
}

/**
 * The remaining pages that link to a page that is deleted with all below it; null if the server doesn't
 * return them.
 */
async function findLinkingPages(path: Place, pageId: string) {
  try {
    const { data } = await listChangeRequestPageBacklinks({
      path: { ...path, pageId },
      query: { subpages: true, limit: maxNamed },
      throwOnError: true,
    });
    return { count: data.count, titles: data.items.map(({ page }) => page?.title ?? 'another page') };
  } catch (error) {
    if (isUnsupported(error)) return null;
    throw error;
  }
}

function describeBrokenLinks(linking: { count: number; titles: readonly string[] } | null): string {
  if (!linking) return 'This server doesn’t tell which links break.';
  const { count, titles } = linking;
  if (count === 0) return 'No links in this change request break.';
  return `Links on ${formatCount(count, 'page')} will break: ${formatNameList(titles, count, maxNamed)}.`;
}

/** The other effects of a deletion, one sentence each. */
async function describeDeletion(path: Place, tree: PageTree, id: string): Promise<string[]> {
  const subpages = withDescendants(tree, id).length - 1;
  return [
    ...(subpages > 0 ? [`Also deletes ${formatCount(subpages, 'subpage')}.`] : []),
    describeBrokenLinks(await findLinkingPages(path, id)),
  ];
}

/** Asks, and deletes the page with its subpages. */
export function confirmPageDeletion(
  path: Place,
  tree: PageTree,
  id: string,
  deletePage: (id: string) => Promise<void>,
): Promise<boolean> {
  const page = tree.nodes.get(id);
  const kind = pageTypeLabel(page?.type ?? 'document');
  return confirmDeletion({
    kind,
    name: page?.title ?? '',
    confirmLabel: `Delete ${kind}`,
    impact: () => describeDeletion(path, tree, id),
    action: () => deletePage(id),
  });
}
