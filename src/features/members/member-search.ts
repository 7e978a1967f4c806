import { pageSize } from '#src/api/first-requests.ts';
import type { ListMembersData } from '#api/generated/types.gen.ts';
import { roleOptions, roleKey } from '#src/components/roles/role-labels.ts';
import type { Sorting } from '#src/components/table/columns.ts';
import { choiceParam, type SearchParams, searchParams, textParam } from '#src/lib/search-params.ts';

const parsers = {
  q: textParam(),
  role: choiceParam(roleOptions.map(roleKey)),
  sort: choiceParam(['joinedAt', 'lastSeenAt']),
  order: choiceParam(['asc', 'desc']),
};

/** What the address of the member list holds. An absent member means what the server does by itself. */
export type MemberSearch = SearchParams<typeof parsers>;

/** Reads the address of the member list; whatever does not fit is left out. */
export const parseMemberSearch = searchParams(parsers);

/**
 * The parameters of `listMembers` for an address. `first-requests.ts` asks for the very same before the application
 * has loaded, so a change here is one there.
 */
export function toMemberQuery({ q, role, sort, order }: MemberSearch) {
  return {
    limit: pageSize,
    ...(q && { search: q }),
    ...(role && { role }),
    ...(sort && { sort }),
    ...(order && { order }),
  } satisfies ListMembersData['query'];
}

/** How an address sorts the list, with the server's defaults written out. */
export function sortingOf({ sort = 'joinedAt', order = 'desc' }: MemberSearch): Sorting {
  return { by: sort, order };
}

/** The address that sorts the list like this. What the server does by itself is not written into it. */
export function withSorting(search: MemberSearch, { by, order }: Sorting): MemberSearch {
  const { sort: _sort, order: _order, ...rest } = search;
  return {
    ...rest,
    ...(by === 'lastSeenAt' && { sort: by }),
    ...(order === 'asc' && { order }),
  };
}
