import { listChangeRequestPageBacklinks } from '#api/generated/sdk.gen.ts';
import { isUnsupported } from '#src/api/errors.ts';
import { confirmDeletion } from '#src/components/confirm/confirm.ts';
import { pageTypeLabel } from '#src/domain/page/page-icon.tsx';
import { formatCount, formatNameList } from '#src/lib/text/format.ts';
import { type PageTree, withDescendants } from './page-tree.ts';

/** Of how many pages the links are looked up before a deletion. */
const maxLookedUp = 20;

interface Place {
  spaceId: string;
  changeRequestId: string;
}

/** Titles of the pages that stay and link to pages that go, and how many links there are; null if the server can't tell. */
async function findLinks(path: Place, ids: readonly string[], tree: PageTree, signal?: AbortSignal) {
  const gone = new Set(ids);
  const found = await Promise.all(
    ids.slice(0, maxLookedUp).map(async (pageId) => {
      const { data } = await listChangeRequestPageBacklinks({
        path: { ...path, pageId },
        query: { limit: 100 },
        ...(signal && { signal }),
        throwOnError: true,
      });
      return data.items.filter(({ page }) => page === undefined || !gone.has(page.id));
    }),
  ).catch((error: unknown) => {
    if (isUnsupported(error)) return null;
    throw error;
  });
  if (!found) return null;
  const links = found.flat();
  const titles = links.map(
    ({ page }) => tree.nodes.get(page?.id ?? '')?.title ?? page?.title ?? 'another page',
  );
  return { count: links.length, titles: [...new Set(titles)] };
}

/** What else a deletion does, one sentence each. */
async function describeDeletion(path: Place, tree: PageTree, id: string): Promise<string[]> {
  const ids = withDescendants(tree, id);
  const links = await findLinks(path, ids, tree);
  const subpages = ids.length - 1;
  const shortened =
    ids.length > maxLookedUp ? [`Only the first ${maxLookedUp} pages were checked for links.`] : [];
  return [
    ...(subpages > 0 ? [`Also deletes ${formatCount(subpages, 'subpage')}.`] : []),
    ...(links === null
      ? ['This server doesn’t tell which links break.']
      : links.count === 0
        ? ['No links in this change request break.']
        : [
            `${formatCount(links.count, 'link')} will break, in ${formatNameList(links.titles, links.titles.length, 5)}.`,
          ]),
    ...shortened,
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
