import { choiceParam, type SearchParams, searchParams, textParam } from '#src/lib/search-params.ts';

/** The URL parameters of the list of a member’s spaces. Sorted by title without a key. */
export const memberSpaceParams = {
  q: textParam(),
  sort: choiceParam(['updatedAt']),
  order: choiceParam(['asc', 'desc']),
};

export type MemberSpaceSearch = SearchParams<typeof memberSpaceParams>;
export const parseMemberSpaceSearch = searchParams(memberSpaceParams);
