import type { TeamRole } from '#api/generated/types.gen.ts';

/** The team roles, the usual one first. */
export const teamRoles: readonly TeamRole[] = ['member', 'owner'];

const labels: Record<TeamRole, [name: string, meaning: string]> = {
  member: ['Member', 'Has the team’s access.'],
  owner: ['Owner', 'Can also manage the team’s members.'],
};

const isTeamRole = (role: string): role is TeamRole => Object.hasOwn(labels, role);

/** The display name of a team role; unknown ones are shown as is. */
export function teamRoleName(role: string): string {
  return isTeamRole(role) ? labels[role][0] : role;
}

export function teamRoleDescription(role: string): string {
  return isTeamRole(role) ? labels[role][1] : 'Custom team role';
}
