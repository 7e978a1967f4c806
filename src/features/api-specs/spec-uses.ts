import type { QueryClient } from '@tanstack/react-query';
import { fetchAllSpaces } from '#src/api/all-spaces.ts';
import { listSpacePages } from '#api/generated/sdk.gen.ts';
import type { Page } from '#api/generated/types.gen.ts';
import { formatCount, formatNumber } from '#src/lib/counts.ts';
import { mapLimit } from '#src/lib/map-limit.ts';
import { formatNameList } from '#src/lib/format-name-list.ts';

/** So many spaces are looked through; the pages of each are one request. */
const maxSpaces = 200;

/** What was found of the pages that a specification builds. */
export interface SpecUses {
  /** Their titles, each with its space. */
  pages: readonly string[];
  /** How many spaces were looked through, and of how many. */
  checked: number;
  total: number;
}

/** The titles of the pages in a tree that a specification builds. */
export function pageTitlesUsing(slug: string, pages: readonly Page[]): string[] {
  return pages.flatMap((page) => [
    ...(page.computed?.dependencies?.spec?.ref.spec === slug ? [page.title] : []),
    ...pageTitlesUsing(slug, page.pages ?? []),
  ]);
}

/** Looks through the pages of the spaces that the caller sees; one that cannot be read is passed over. */
export async function findUses(
  queryClient: QueryClient,
  organizationId: string,
  slug: string,
): Promise<SpecUses> {
  const spaces = await fetchAllSpaces(queryClient, organizationId);
  const query = { metadata: false, computed: false };
  const found = await mapLimit(spaces.slice(0, maxSpaces), 6, async ({ id, title }) => {
    const { data } = await listSpacePages({ path: { spaceId: id }, query });
    return data && pageTitlesUsing(slug, data.pages).map((page) => `${title}: ${page}`);
  });
  const loaded = found.filter((titles) => titles !== undefined);
  return { pages: loaded.flat(), checked: loaded.length, total: spaces.length };
}

/** What happens to the pages that show a specification, one sentence each. */
export function describeUses({ pages, checked, total }: SpecUses): string[] {
  const coverage = `Checked ${formatNumber(checked)} of ${formatCount(total, 'space')}.`;
  if (pages.length === 0) return [`Not used on any page. ${coverage}`];
  const named = formatNameList(pages, pages.length);
  return [`Removes its operations from ${formatCount(pages.length, 'page')}: ${named}.`, coverage];
}
