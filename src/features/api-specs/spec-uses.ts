import type { QueryClient } from '@tanstack/react-query';
import { fetchAllSpaces } from '#src/api/all-spaces.ts';
import { listSpacePages } from '#api/generated/sdk.gen.ts';
import type { Page } from '#api/generated/types.gen.ts';
import { formatCount, formatNumber } from '#src/lib/counts.ts';
import { mapLimit } from '#src/lib/map-limit.ts';
import { formatNameList } from '#src/lib/format-name-list.ts';

/** Limit of spaces checked; each needs one request. */
const maxSpaces = 200;

/** Pages generated from a specification. */
export interface SpecUses {
  /** Page titles, each with its space. */
  pages: readonly string[];
  /** Spaces checked, and in total. */
  checked: number;
  total: number;
}

/** Titles of the pages in a tree that use a specification. */
export function pageTitlesUsing(slug: string, pages: readonly Page[]): string[] {
  return pages.flatMap((page) => [
    ...(page.computed?.dependencies?.spec?.ref.spec === slug ? [page.title] : []),
    ...pageTitlesUsing(slug, page.pages ?? []),
  ]);
}

/** Searches the pages of visible spaces; spaces that fail are skipped. */
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

/** Impact on pages that use a specification, one sentence each. */
export function describeUses({ pages, checked, total }: SpecUses): string[] {
  const coverage = `Checked ${formatNumber(checked)} of ${formatCount(total, 'space')}.`;
  if (pages.length === 0) return [`Not used on any page. ${coverage}`];
  const named = formatNameList(pages, pages.length);
  return [`Removes its operations from ${formatCount(pages.length, 'page')}: ${named}.`, coverage];
}
