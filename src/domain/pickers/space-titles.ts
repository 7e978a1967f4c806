/** Spaces by a list of titles, one a line, as people paste it from a plan or a table. */
import type { QueryClient } from '@tanstack/react-query';
import { listSpaces } from '#api/generated/sdk.gen.ts';
import type { Space } from '#api/generated/types.gen.ts';
import { zCreateSpaceBody } from '#api/generated/zod.gen.ts';
import { fetchAllPages } from '#src/api/paging.ts';
import { mapLimit } from '#src/lib/arrays.ts';
import { foldText } from '#src/lib/compare/match-text.ts';
import { codePointLength } from '#src/lib/text/code-points.ts';
import { formatCount, formatNumber } from '#src/lib/text/format.ts';
import { spaceSearch, spacesOfCollections, type SelectedSpace } from './space-picker.tsx';

export const MAX_TITLES = 100;
const MAX_TEXT = 20_000;
const MIN_TITLE = 2;
/** The contract's limit for titles of spaces. */
const MAX_TITLE = 50;

/** The titles of a pasted text; null if it isn't a list, or why it can't be one. */
export function parseTitles(text: string): { titles: string[] } | { problem: string } | null {
  if (!/\n|\r/.test(text.trim())) return null;
  if (text.length > MAX_TEXT)
    return { problem: `The list has more than ${formatNumber(MAX_TEXT)} characters.` };
  // Bullets and numbers of a list, and further columns of a table.
  const lines = text.split(/\r\n|\n|\r/).map((line) => {
    const [first = ''] = line.split('\t').filter((cell) => cell.trim() !== '');
    return first.replace(/^\s*(?:[-*•–]\s+|\d+[.)]\s+)/u, '').trim();
  });
  const titles: string[] = [];
  const folded = new Set<string>();
  for (const [index, title] of lines.entries()) {
    if (title === '' || folded.has(foldText(title))) continue;
    const length = codePointLength(title);
    if (length < MIN_TITLE || !zCreateSpaceBody.shape.title.safeParse(title).success)
      return {
        problem: `Line ${formatNumber(index + 1)} has ${formatCount(length, 'character')}. Titles have ${MIN_TITLE} to ${MAX_TITLE}.`,
      };
    folded.add(foldText(title));
    titles.push(title);
  }
  if (titles.length === 0) return null;
  if (titles.length > MAX_TITLES)
    return {
      problem: `The list has ${formatNumber(titles.length)} titles. Add at most ${MAX_TITLES} at once.`,
    };
  return { titles };
}

interface TitledSpace {
  id: string;
  title: string;
}

/** The only space with this title, ignoring case and accents unless several differ in them only; else null. */
export function spaceWithTitle<Space extends TitledSpace>(
  title: string,
  spaces: readonly Space[],
): { space: Space | null; isAmbiguous: boolean } {
  const alike = spaces.filter((space) => foldText(space.title.trim()) === foldText(title));
  const equal = alike.filter((space) => space.title.trim() === title);
  const [space = null, ...others] = equal.length > 0 ? equal : alike;
  return others.length === 0 ? { space, isAmbiguous: false } : { space: null, isAmbiguous: true };
}

/** All spaces that may have this title. */
async function fetchCandidates(queryClient: QueryClient, organizationId: string, title: string) {
  const search = await queryClient.fetchQuery(spaceSearch(queryClient, organizationId, title));
  if (search.spaces.length >= search.total) return search.spaces;
  if (search.isPartial) return queryClient.fetchQuery(spacesOfCollections(organizationId));
  const path = { organizationId };
  return fetchAllPages(
    async (query) => (await listSpaces({ path, query: { ...query, title }, throwOnError: true })).data,
  );
}

/** Titles that are looked up at the same time. */
const LOOKUPS_AT_ONCE = 4;

/** The space of each title, in order; null for titles of no space, and those of several. */
export const findSpacesByTitle = (
  queryClient: QueryClient,
  organizationId: string,
  titles: readonly string[],
): Promise<{ title: string; space: Space | null; isAmbiguous: boolean }[]> =>
  mapLimit(titles, LOOKUPS_AT_ONCE, async (title) => ({
    title,
    ...spaceWithTitle(title, await fetchCandidates(queryClient, organizationId, title)),
  }));

/** Stands for a space that is to be created with this title. */
export const newSpace = (title: string): SelectedSpace => ({ id: `new:${title}`, title, emoji: '' });
