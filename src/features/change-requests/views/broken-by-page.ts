/** Broken links of a change request, fetched page by page: for servers without a list of them. */
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

/** Pages requested in parallel. */
const concurrency = 4;

/** Broken links, split by whether the space already has them. */
export interface BrokenByPage {
  introduced: LinkItem[];
  existing: LinkItem[];
}

/** Finds the broken links of all pages of a change request and compares them with the space's. */
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

/** Some servers ignore the status filter. */
const isBroken = ({ status }: LinkItem) => status === 'broken';

/** One key per occurrence of a link: its page and its target. */
function keysOf({ targetReference: target, locationReferences }: LinkItem): string[] {
  const to = [target?.space?.id, target?.page?.id, target?.file?.id, target?.anchor, target?.url].join(' ');
  return locationReferences.map(({ page }) => `${page?.id} ${to}`);
}
