import { listMembers } from '#api/generated/sdk.gen.ts';
import type { Member, Organization } from '#api/generated/types.gen.ts';
import { exportList } from '#src/components/bulk/export-list.ts';
import { roleKey } from '#src/components/roles/role-labels.ts';
import { type MemberSearch, toMemberQuery } from './member-search.ts';

/** The headings of the file; the first four are what an import reads. */
export const exportHeadings = [
  'email',
  'role',
  'sso',
  'id',
  'name',
  'joined',
  'last seen',
  'spaces',
  'teams',
  'disabled',
];

/** One member as a line of the file. */
export function toRow(member: Member): (string | number)[] {
  const { user, role, sso, id, joinedAt, lastSeenAt, spaces, teams, disabled } = member;
  return [
    user.email ?? '',
    roleKey(role),
    sso ? 'yes' : 'no',
    id,
    user.displayName,
    joinedAt,
    lastSeenAt ?? '',
    spaces,
    teams,
    disabled ? 'yes' : 'no',
  ];
}

/** Writes all members that an address finds to a file. */
export function exportMembers({ id, title }: Organization, search: MemberSearch): void {
  const { limit: _limit, ...filter } = toMemberQuery(search);
  const path = { organizationId: id };
  exportList<Member>({
    title: `Members of ${title}`,
    noun: 'member',
    fetchPage: async (page, signal) =>
      (await listMembers({ path, query: { ...filter, ...page }, signal, throwOnError: true })).data,
    headings: exportHeadings,
    toRows: (members) => members.map(toRow),
  });
}
