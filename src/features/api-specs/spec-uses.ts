import type { QueryClient } from '@tanstack/react-query';
import { allSpaces } from '#src/api/all-spaces.ts';
import { listSpacePages } from '#api/generated/sdk.gen.ts';
import type { Page } from '#api/generated/types.gen.ts';
import { countOf, formatNumber } from '#src/lib/counts.ts';
import { mapFew } from '#src/lib/map-few.ts';
import { nameSome } from '#src/lib/name-some.ts';

/** So many spaces are looked through; the pages of each are one request. */
const most = 200;

/** What was found of the pages that a specification builds. */
export interface SpecUses {
  /** Their titles, each with its space. */
  pages: readonly string[];
  /** How many spaces were looked through, and of how many. */
  looked: number;
  of: number;
}

/** The titles of the pages in a tree that a specification builds. */
export function pagesBuiltFrom(slug: string, pages: readonly Page[]): string[] {
  return pages.flatMap((page) => [
    ...(page.computed?.dependencies?.spec?.ref.spec === slug ? [page.title] : []),
    ...pagesBuiltFrom(slug, page.pages ?? []),
  ]);
}

/** Looks through the pages of the spaces that the caller sees; one that cannot be read is passed over. */
export async function findUses(
  queryClient: QueryClient,
  organizationId: string,
  slug: string,
): Promise<SpecUses> {
  const spaces = await allSpaces(queryClient, organizationId);
  const query = { metadata: false, computed: false };
  const found = await mapFew(spaces.slice(0, most), 6, async ({ id, title }) => {
    const { data } = await listSpacePages({ path: { spaceId: id }, query });
    return data && pagesBuiltFrom(slug, data.pages).map((page) => `${title}: ${page}`);
  });
  const read = found.filter((titles) => titles !== undefined);
  return { pages: read.flat(), looked: read.length, of: spaces.length };
}

/** What happens to the pages that show a specification, one sentence each. */
export function usesInWords({ pages, looked, of }: SpecUses): string[] {
  const scanned = `Checked ${formatNumber(looked)} of ${countOf(of, 'space')}.`;
  if (pages.length === 0) return [`Not used on any page. ${scanned}`];
  const named = nameSome(pages, pages.length);
  return [`Removes its operations from ${countOf(pages.length, 'page')}: ${named}.`, scanned];
}
