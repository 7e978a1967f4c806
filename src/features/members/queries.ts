import { listMembersInfiniteOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import type { ListMembersData } from '#api/generated/types.gen.ts';
import { pageSize } from '#src/api/first-requests.ts';
import { pagedOptions } from '#src/api/paging.ts';
import type { Sorting } from '#src/components/table/data-table.tsx';
import { roleOptions, roleKey } from '#src/domain/roles/role-labels.ts';
import { choiceParam, type SearchParams, searchParams, textParam } from '#src/lib/search-params.ts';

const parsers = {
  q: textParam(),
  role: choiceParam(roleOptions.map(roleKey)),
  status: choiceParam(['invited']),
  sort: choiceParam(['joinedAt', 'lastSeenAt']),
  order: choiceParam(['asc', 'desc']),
};

/** The URL parameters of the member list. Missing ones mean the server's default. */
export type MemberSearch = SearchParams<typeof parsers>;

export const parseMemberSearch = searchParams(parsers);

/**
 * The query of `listMembers`. `first-requests.ts` sends the same request before the application loads; keep both in
 * sync.
 */
export function toMemberQuery({ q, role, status, sort, order }: MemberSearch) {
  return {
    limit: pageSize,
    ...(q && { search: q }),
    ...(role && { role }),
    ...(status && { status }),
    ...(sort && { sort }),
    ...(order && { order }),
  } satisfies ListMembersData['query'];
}

/** The sorting with the server's defaults filled in. */
export function sortingOf({ sort = 'joinedAt', order = 'desc' }: MemberSearch): Sorting {
  return { by: sort, order };
}

/** Defaults are left out of the URL. */
export function withSorting(search: MemberSearch, { by, order }: Sorting): MemberSearch {
  const { sort: _sort, order: _order, ...rest } = search;
  return {
    ...rest,
    ...(by === 'lastSeenAt' && { sort: by }),
    ...(order === 'asc' && { order }),
  };
}

export const membersOf = (organizationId: string, search: MemberSearch) =>
  pagedOptions(listMembersInfiniteOptions({ path: { organizationId }, query: toMemberQuery(search) }));
