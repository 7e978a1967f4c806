import type { QueryClient } from '@tanstack/react-query';
import type { ContentEdit } from '#api/generated/types.gen.ts';
import { mapLimit } from '#src/lib/arrays.ts';
import { type FindOptions, findMatches, type Match, replaceMatches } from '#src/lib/compare/find-replace.ts';
import { positionsOf } from '../differences/compare-trees.ts';
import type { ChangeRequestPath } from '../labels.ts';
import { loadSides, pageOf, treeOf } from '../views/sides.ts';

/** Pages requested in parallel. */
const concurrency = 4;
/** Each page is a request. */
const maxPages = 500;
/** More are not listed. */
export const maxMatches = 500;

export interface PageMatches {
  id: string;
  title: string;
  text: string;
  matches: readonly Match[];
}

/** The matches in a revision of a change request. */
export interface FoundInPages {
  revision: string | null;
  pages: readonly PageMatches[];
  /** Pages with text that were not searched, because there are too many. */
  skippedPages: number;
  /** There are more matches than listed. */
  isCut: boolean;
}

/** Searches the texts of all pages of a change request. */
export async function findInPages(
  queryClient: QueryClient,
  path: ChangeRequestPath,
  options: FindOptions,
  onProgress: (done: number, total: number) => void,
): Promise<FoundInPages> {
  const { next } = await loadSides(queryClient, path, 'start');
  const tree = await queryClient.ensureQueryData(treeOf(next));
  const all = [...positionsOf(tree).values()]
    .map(({ page }) => page)
    .filter(({ type }) => type === 'document');
  const searched = all.slice(0, maxPages);
  let searchedCount = 0;
  const results = await mapLimit(searched, concurrency, async ({ id, title }): Promise<PageMatches> => {
    const page = await queryClient.fetchQuery(pageOf(next, id, 'markdown'));
    const text = page?.markdown ?? '';
    onProgress((searchedCount += 1), searched.length);
    return { id, title, text, matches: findMatches(text, options, maxMatches + 1) };
  });
  let remainingMatches = maxMatches;
  const pages = results.flatMap((page) => {
    const matches = page.matches.slice(0, remainingMatches);
    remainingMatches -= matches.length;
    return matches.length > 0 ? { ...page, matches } : [];
  });
  const total = results.reduce((sum, { matches }) => sum + matches.length, 0);
  return {
    revision: next.revisionId,
    pages,
    skippedPages: all.length - searched.length,
    isCut: total > maxMatches,
  };
}

/** Identifies a match among those of all pages. */
export const matchKey = (page: PageMatches, match: Match) => `${page.id} ${match.start}`;

/** The edits that replace everything found but what was left out. */
export function replacementEdits(
  pages: readonly PageMatches[],
  excluded: ReadonlySet<string>,
  replacement: string,
): ContentEdit[] {
  return pages.flatMap((page): ContentEdit[] => {
    const matches = page.matches.filter((match) => !excluded.has(matchKey(page, match)));
    if (matches.length === 0) return [];
    const markdown = replaceMatches(page.text, matches, replacement);
    return [{ operation: 'update_page', page: page.id, document: { markdown } }];
  });
}
