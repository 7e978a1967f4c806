import { listMembersInfiniteOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { pagedOptions } from '#src/api/paging.ts';
import { type MemberSearch, toMemberQuery } from './member-search.ts';

export const membersOf = (organizationId: string, search: MemberSearch) =>
  pagedOptions(listMembersInfiniteOptions({ path: { organizationId }, query: toMemberQuery(search) }));
