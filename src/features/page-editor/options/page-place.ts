import type { Page } from '#api/generated/types.gen.ts';

/** Where a page is in a tree. */
interface PagePlace {
  page: Page;
  /** From the top level to the page's parent. */
  ancestors: readonly Page[];
  /** The other pages on its level. */
  siblings: readonly Page[];
}

export function placeOf(
  pages: readonly Page[],
  id: string,
  ancestors: readonly Page[] = [],
): PagePlace | undefined {
  for (const page of pages) {
    if (page.id === id) return { page, ancestors, siblings: pages.filter((other) => other !== page) };
    const place = placeOf(page.pages ?? [], id, [...ancestors, page]);
    if (place) return place;
  }
  return undefined;
}

/** The path of a page with a slug: `guides/lamps`. */
export const pathWith = ({ ancestors }: PagePlace, slug: string): string =>
  [...ancestors.map((above) => above.slug ?? ''), slug].join('/');

/** The effect of a new slug for readers, in words. `before` is the path in the space; null for a new page. */
export function describePath(path: string, before: string | null | undefined, hasSubpages: boolean): string {
  const isMoved = typeof before === 'string' && before !== path;
  if (!isMoved) return `Path: /${path}`;
  const others = hasSubpages ? ' Subpages move with it.' : '';
  return `Path: /${path}. /${before} will lead here.${others}`;
}
