/** The broken links of a change request, read page by page: for servers without a list of all of them. */
import {
  listChangeRequestPageLinks,
  listChangeRequestPages,
  listSpaceLinks,
} from '#api/generated/sdk.gen.ts';
import type { LinkItem } from '#api/generated/types.gen.ts';
import { fetchAllPages } from '#src/api/fetch-all-pages.ts';
import { mapLimit } from '#src/lib/map-limit.ts';
import type { ChangeRequestPath } from '../change-request-labels.ts';
import { positionsOf } from '../differences/compare-trees.ts';

/** How many pages are asked at a time. */
const concurrency = 4;

/** Broken links, told apart by whether the space has them already. */
export interface BrokenByPage {
  introduced: LinkItem[];
  existing: LinkItem[];
}

/**
 * Reads the broken links of every page of a change request, and those of the space.
 *
 * @param onProgress told after each page: how many of how many
 */
export async function findBrokenByPage(
  path: ChangeRequestPath,
  onProgress: (done: number, total: number) => void,
  signal: AbortSignal,
): Promise<BrokenByPage> {
  const more = { signal, throwOnError: true } as const;
  const { data } = await listChangeRequestPages({ path, ...more });
  const pages = [...positionsOf(data.pages).keys()];
  let done = 0;
  const found = await mapLimit(pages, concurrency, async (pageId) => {
    const links = await fetchAllPages(
      async (query) =>
        (
          await listChangeRequestPageLinks({
            path: { ...path, pageId },
            query: { ...query, status: 'broken' },
            ...more,
          })
        ).data,
      { signal },
    );
    onProgress((done += 1), pages.length);
    return links.filter(isBroken);
  });
  const spaceLinks = await fetchAllPages(
    async (query) => (await listSpaceLinks({ path, query: { ...query, status: 'broken' }, ...more })).data,
    { signal },
  );
  const existingKeys = new Set(spaceLinks.filter(isBroken).flatMap(keysOf));
  const isKnown = (link: LinkItem) => keysOf(link).every((name) => existingKeys.has(name));
  const all = found.flat();
  return { introduced: all.filter((link) => !isKnown(link)), existing: all.filter(isKnown) };
}

/** Servers may list the links of a page, or of a space, in whatever state they are. */
const isBroken = ({ status }: LinkItem) => status === 'broken';

/** One name for each place of a link: the page that it stands on, and where it leads. */
function keysOf({ targetReference: target, locationReferences }: LinkItem): string[] {
  const to = [target?.space?.id, target?.page?.id, target?.file?.id, target?.anchor, target?.url].join(' ');
  return locationReferences.map(({ page }) => `${page?.id} ${to}`);
}
