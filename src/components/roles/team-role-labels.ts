import type { TeamRole } from '#api/generated/types.gen.ts';

/** The two places one can have in a team, the usual one first. */
export const teamRoles: readonly TeamRole[] = ['member', 'owner'];

const labels: Record<TeamRole, [name: string, meaning: string]> = {
  member: ['Member', 'Has the team’s access.'],
  owner: ['Owner', 'Can also manage the team’s members.'],
};

const isTeamRole = (role: string): role is TeamRole => Object.hasOwn(labels, role);

/** What a place in a team is called. One that this console does not know yet is shown as the server writes it. */
export function teamRoleName(role: string): string {
  return isTeamRole(role) ? labels[role][0] : role;
}

/** What comes with a place in a team, as a sentence. */
export function teamRoleDescription(role: string): string {
  return isTeamRole(role) ? labels[role][1] : 'Custom team role';
}
