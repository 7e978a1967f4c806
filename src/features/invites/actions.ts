import { useQueryClient } from '@tanstack/react-query';
import {
  deleteLinkInviteMutation,
  getLinkInviteQueryKey,
  updateLinkInviteMutation,
} from '#api/generated/@tanstack/react-query.gen.ts';
import type { Invite, Role } from '#api/generated/types.gen.ts';
import { updateCachedLists, useApiMutation } from '#src/api/queries.ts';
import { confirm } from '#src/components/confirm/confirm.ts';
import { toast, toastFailure } from '#src/components/toasts/toasts.ts';
import { awaitBeforeUndo, currentScreen, recordUndoable } from '#src/components/undo/undo.ts';
import { roleWithArticle, type RoleOption, roleOptions } from '#src/domain/roles/role-labels.ts';
import { createOptimisticChanges } from '#src/lib/optimistic-changes.ts';
import { useStore } from '#src/ui/browser/use-store.ts';
import { type NamedInvite, targetInText } from './targets.ts';

/** Invite links cannot grant the guest role. */
export const inviteRoles: readonly Role[] = roleOptions.filter((role) => role !== null);

const optimisticRoles = createOptimisticChanges<{ id: string; role: Role }>();

/** Invite links with pending role changes applied. */
export function useOptimisticInvites(invites: readonly Invite[]): Invite[] {
  const changes = useStore(optimisticRoles.all);
  return invites.map((invite) => {
    const change = changes.findLast(({ id }) => id === invite.id);
    return change ? { ...invite, role: change.role } : invite;
  });
}

/** Changes the role of links, one after another, and revokes them. */
export function useInviteChanges(organizationId: string) {
  const queryClient = useQueryClient();
  const list = { operation: 'listLinkInvites', path: { organizationId } } as const;
  const { mutateAsync: update } = useApiMutation(updateLinkInviteMutation(), {
    scope: { id: `invites:${organizationId}` },
    // Whether a link is redundant depends on all links.
    invalidates: [list, { operation: 'getLinkInvite', path: { organizationId } }],
    onSuccess(changed, { path }) {
      queryClient.setQueryData(getLinkInviteQueryKey({ path }), changed);
      updateCachedLists<Invite>(queryClient, list, (invite) => (invite.id === changed.id ? changed : invite));
    },
  });
  const { mutateAsync: revoke } = useApiMutation(deleteLinkInviteMutation(), {
    invalidates: [list],
    onSuccess: (_, { path }) =>
      updateCachedLists<Invite>(queryClient, list, (invite) => (invite.id === path.inviteId ? null : invite)),
  });

  const sendRole = (id: string, role: Role) =>
    optimisticRoles.run({ id, role }, () =>
      update({ path: { organizationId, inviteId: id }, body: { role } }),
    );

  const change = async (named: NamedInvite, role: Role) => {
    const { invite } = named;
    const screen = currentScreen.get();
    try {
      await sendRole(invite.id, role);
    } catch (error) {
      toastFailure(error, () => awaitBeforeUndo(change(named, role)));
      return;
    }
    recordUndoable({
      label: `Anyone who joins ${targetInText(named)} by link becomes ${roleWithArticle(role)}`,
      screen,
      undo: () => sendRole(invite.id, invite.role),
      redo: () => sendRole(invite.id, role),
    });
  };

  return {
    setRole: (named: NamedInvite, role: RoleOption) => {
      if (role !== null) awaitBeforeUndo(change(named, role));
    },
    /**
     * @returns whether the link was revoked
     */
    async confirmRevoke(named: NamedInvite): Promise<boolean> {
      const isRevoked = await confirm({
        title: 'Revoke invite link?',
        body: `The link stops working and can’t be restored. Members who joined ${targetInText(named)} with it keep their access.`,
        confirmLabel: 'Revoke link',
        tone: 'danger',
        action: () => revoke({ path: { organizationId, inviteId: named.invite.id } }),
      });
      if (isRevoked) toast('Revoked invite link');
      return isRevoked;
    },
  };
}
