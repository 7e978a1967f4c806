import { useQueryClient } from '@tanstack/react-query';
import { updateCachedLists } from '#src/api/cached-lists.ts';
import { ApiError } from '#src/api/errors.ts';
import { getMemberQueryKey, updateMemberMutation } from '#api/generated/@tanstack/react-query.gen.ts';
import type { Member, Organization } from '#api/generated/types.gen.ts';
import { useApiMutation } from '#src/api/mutations.ts';
import type { InvalidationTarget } from '#src/api/queries.ts';
import { currentUser } from '#src/api/session.ts';
import { confirm } from '#src/components/confirm/confirm.ts';
import {
  roleWithArticle,
  type RoleOption,
  roleDescription,
  roleName,
} from '#src/components/roles/role-labels.ts';
import { toastFailure } from '#src/components/toasts/toasts.ts';
import { awaitBeforeUndo, currentScreen, recordUndoable } from '#src/components/undo/undo.ts';
import { createOptimisticChanges } from '#src/lib/optimistic-changes.ts';
import { useStore } from '#src/ui/use-store.ts';
import { withLastAdministratorHint } from './last-administrator.ts';

/** A pending role change. */
interface OptimisticRole {
  organizationId: string;
  userId: string;
  role: RoleOption;
}

const optimisticRoles = createOptimisticChanges<OptimisticRole>();

/** Members with pending role changes applied. Unchanged members keep their identity. */
export function useOptimisticRoles(organizationId: string, members: readonly Member[]): Member[] {
  return withOptimisticRoles(members, useStore(optimisticRoles.all), organizationId);
}

/** Applies pending changes; the latest one per user wins. */
export function withOptimisticRoles(
  members: readonly Member[],
  changes: readonly OptimisticRole[],
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
 * Changes the role of a member optimistically, with undo. One's own role needs confirmation and is not optimistic: it
 * may be the last administrator's, and a lower role cannot raise itself.
 */
export function useRoleChange(organization: Organization): (member: Member, role: RoleOption) => void {
  const queryClient = useQueryClient();
  const organizationId = organization.id;
  const { mutateAsync } = useApiMutation(updateMemberMutation(), {
    scope: { id: `roles:${organizationId}` },
    invalidates: ({ path }) => roleInvalidations(organizationId, path.userId),
    onSuccess(member, { path }) {
      queryClient.setQueryData(getMemberQueryKey({ path }), member);
      updateCachedLists<Member>(
        queryClient,
        { operation: 'listMembers', path: { organizationId } },
        (listed) => (listed.id === member.id ? member : listed),
      );
    },
  });
  const send = (userId: string, role: RoleOption) =>
    mutateAsync({ path: { organizationId, userId }, body: { role } });
  const sendOptimistically = (userId: string, role: RoleOption) =>
    optimisticRoles.run({ organizationId, userId, role }, () => send(userId, role));

  const change = async (member: Member, role: RoleOption) => {
    const screen = currentScreen.get();
    try {
      await sendOptimistically(member.id, role);
    } catch (error) {
      toastRoleError(error, () => void change(member, role));
      return;
    }
    recordUndoable({
      label: `Made ${member.user.displayName} ${roleWithArticle(role)}`,
      screen,
      undo: () => sendOptimistically(member.id, member.role),
      redo: () => sendOptimistically(member.id, role),
    });
  };

  return (member, role) => {
    if (member.id !== currentUser()?.id) awaitBeforeUndo(change(member, role));
    else
      void confirm({
        title: `Become ${roleWithArticle(role)}?`,
        body: `${roleName(role)}: ${roleDescription(role)} You can’t change your role back yourself; another administrator can.`,
        confirmLabel: 'Change my role',
        tone: 'danger',
        action: () =>
          send(member.id, role).catch((error: unknown) => {
            throw withLastAdministratorHint(error);
          }),
      });
  };
}

/** In addition to the member lists, which are updated from the response. */
function roleInvalidations(organizationId: string, userId: string): InvalidationTarget[] {
  const path = { organizationId, userId };
  const own: InvalidationTarget[] =
    userId === currentUser()?.id ? [{ operation: 'getOrganization', path: { organizationId } }] : [];
  return [
    { operation: 'getMember', path },
    { operation: 'listMemberSpaces', path },
    { operation: 'listTeamMembers', path: { organizationId } },
    ...own,
  ];
}

/** Conflicts are permanent, so they offer no retry. */
function toastRoleError(error: unknown, retry: () => void): void {
  const isPermanent = error instanceof ApiError && error.status === 409;
  toastFailure(withLastAdministratorHint(error), isPermanent ? undefined : retry);
}
