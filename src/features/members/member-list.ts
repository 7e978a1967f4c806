import { listMembersInfiniteOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { pages } from '#src/api/paging.ts';
import { type MemberSearch, toMemberQuery } from './member-search.ts';

/** The members of an organization as an address filters and sorts them. */
export const membersOf = (organizationId: string, search: MemberSearch) =>
  pages(listMembersInfiniteOptions({ path: { organizationId }, query: toMemberQuery(search) }));
