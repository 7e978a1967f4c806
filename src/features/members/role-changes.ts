import { useQueryClient } from '@tanstack/react-query';
import { changeListed } from '#src/api/cached-lists.ts';
import { ApiError } from '#src/api/errors.ts';
import { getMemberQueryKey, updateMemberMutation } from '#api/generated/@tanstack/react-query.gen.ts';
import type { Member, Organization } from '#api/generated/types.gen.ts';
import { useApiMutation } from '#src/api/mutations.ts';
import type { Refresh } from '#src/api/queries.ts';
import { currentUser } from '#src/api/session.ts';
import { confirm } from '#src/components/confirm/confirm.ts';
import { aRole, type RoleChoice, roleMeaning, roleName } from '#src/components/roles/role-words.ts';
import { toastFailure } from '#src/components/toasts/toasts.ts';
import { holdUndo, openScreen, recordUndoable } from '#src/components/undo/undo.ts';
import { createAhead } from '#src/lib/ahead.ts';
import { useStore } from '#src/ui/use-store.ts';
import { withWayOut } from './last-administrator.ts';

/** A role that somebody is about to have. */
interface RoleAhead {
  organizationId: string;
  userId: string;
  role: RoleChoice;
}

const rolesAhead = createAhead<RoleAhead>();

/** Members with the roles that they are about to have: what a screen shows. Others are the very same objects. */
export function useRolesAhead(organizationId: string, members: readonly Member[]): Member[] {
  return withRolesAhead(members, useStore(rolesAhead.all), organizationId);
}

/** Lays changes that are under way over members; the latest of several for one person counts. */
export function withRolesAhead(
  members: readonly Member[],
  changes: readonly RoleAhead[],
  organizationId: string,
): Member[] {
  const roles = new Map(
    changes
      .filter((change) => change.organizationId === organizationId)
      .map(({ userId, role }) => [userId, role]),
  );
  return members.map((member) => {
    const role = roles.get(member.id);
    return role === undefined ? member : { ...member, role };
  });
}

/**
 * Changes the role of a member: shown at once, to be taken back. One's own role is asked about first and changed only
 * when the server has agreed, because it may be the last administrator's, and because a lower role cannot raise itself.
 */
export function useRoleChange(organization: Organization): (member: Member, role: RoleChoice) => void {
  const queryClient = useQueryClient();
  const organizationId = organization.id;
  const { mutateAsync } = useApiMutation(updateMemberMutation(), {
    scope: { id: `roles:${organizationId}` },
    refreshes: ({ path }) => refreshesOfRole(organizationId, path.userId),
    onSuccess(member, { path }) {
      queryClient.setQueryData(getMemberQueryKey({ path }), member);
      changeListed<Member>(queryClient, { operation: 'listMembers', path: { organizationId } }, (listed) =>
        listed.id === member.id ? member : listed,
      );
    },
  });
  const send = (userId: string, role: RoleChoice) =>
    mutateAsync({ path: { organizationId, userId }, body: { role } });
  const sendAhead = (userId: string, role: RoleChoice) =>
    rolesAhead.during({ organizationId, userId, role }, () => send(userId, role));

  const change = async (member: Member, role: RoleChoice) => {
    const screen = openScreen.get();
    try {
      await sendAhead(member.id, role);
    } catch (error) {
      tellRefusal(error, () => void change(member, role));
      return;
    }
    recordUndoable({
      label: `Made ${member.user.displayName} ${aRole(role)}`,
      screen,
      undo: () => sendAhead(member.id, member.role),
      redo: () => sendAhead(member.id, role),
    });
  };

  return (member, role) => {
    if (member.id !== currentUser()?.id) holdUndo(change(member, role));
    else
      void confirm({
        title: `Become ${aRole(role)}?`,
        body: `${roleName(role)}: ${roleMeaning(role)} You can’t change your role back yourself; another administrator can.`,
        confirmLabel: 'Change my role',
        tone: 'danger',
        action: () =>
          send(member.id, role).catch((error: unknown) => {
            throw withWayOut(error);
          }),
      });
  };
}

/** What a changed role makes out of date, beside the member lists, which take the answer over. */
function refreshesOfRole(organizationId: string, userId: string): Refresh[] {
  const path = { organizationId, userId };
  const own: Refresh[] =
    userId === currentUser()?.id ? [{ operation: 'getOrganization', path: { organizationId } }] : [];
  return [
    { operation: 'getMember', path },
    { operation: 'listMemberSpaces', path },
    { operation: 'listTeamMembers', path: { organizationId } },
    ...own,
  ];
}

/** Who may not be lowered now may not be lowered at the next press either; everything else may be tried again. */
function tellRefusal(error: unknown, retry: () => void): void {
  const lasting = error instanceof ApiError && error.status === 409;
  toastFailure(withWayOut(error), lasting ? undefined : retry);
}
