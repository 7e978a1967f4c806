import { listMembers } from '#api/generated/sdk.gen.ts';
import type { Member, Organization } from '#api/generated/types.gen.ts';
import { exportList } from '#src/components/bulk/export-list.ts';
import { roleKey } from '#src/domain/roles/role-labels.ts';
import { type MemberSearch, toMemberQuery } from './queries.ts';

/** The header row; the first four columns can be imported. */
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
