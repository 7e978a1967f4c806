import type { MemberChange } from '#src/components/member-bulk/member-change.ts';
import { roleName } from '#src/components/roles/role-labels.ts';

/** "joined “Writers”" once done, "joining “Writers”" before. */
export function describeMemberChange(change: MemberChange, state: 'done' | 'open'): string {
  const isDone = state === 'done';
  switch (change.kind) {
    case 'role':
      return `${isDone ? 'changed' : 'changing'} the role to ${roleName(change.role).toLowerCase()}`;
    case 'team':
      if (change.role === null) return `${isDone ? 'left' : 'leaving'} “${change.team.title}”`;
      return `${isDone ? 'joined' : 'joining'} “${change.team.title}”`;
    case 'sso':
      return isDone ? 'required single sign-on' : 'requiring single sign-on';
    default:
      return isDone ? 'removed' : 'removing';
  }
}
