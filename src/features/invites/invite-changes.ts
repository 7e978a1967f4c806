import { useQueryClient } from '@tanstack/react-query';
import { changeListed } from '#src/api/cached-lists.ts';
import {
  deleteLinkInviteMutation,
  getLinkInviteQueryKey,
  updateLinkInviteMutation,
} from '#api/generated/@tanstack/react-query.gen.ts';
import type { Invite, Role } from '#api/generated/types.gen.ts';
import { useApiMutation } from '#src/api/mutations.ts';
import { confirm } from '#src/components/confirm/confirm.ts';
import { aRole, type RoleChoice, roleChoices } from '#src/components/roles/role-words.ts';
import { toast, toastFailure } from '#src/components/toasts/toasts.ts';
import { holdUndo, openScreen, recordUndoable } from '#src/components/undo/undo.ts';
import { createAhead } from '#src/lib/ahead.ts';
import { useStore } from '#src/ui/use-store.ts';
import type { NamedInvite } from './invite-list.ts';

/** A link gives a role: nobody is let in as a guest. */
export const inviteRoles: readonly Role[] = roleChoices.filter((role) => role !== null);

const rolesAhead = createAhead<{ id: string; role: Role }>();

/** Links with the roles that they are about to give. */
export function useInvitesAhead(invites: readonly Invite[]): Invite[] {
  const changes = useStore(rolesAhead.all);
  return invites.map((invite) => {
    const change = changes.findLast(({ id }) => id === invite.id);
    return change ? { ...invite, role: change.role } : invite;
  });
}

/** Changes and revokes invite links. */
export function useInviteChanges(organizationId: string) {
  const queryClient = useQueryClient();
  const list = { operation: 'listLinkInvites', path: { organizationId } } as const;
  const { mutateAsync: update } = useApiMutation(updateLinkInviteMutation(), {
    scope: { id: `invites:${organizationId}` },
    // Which links are redundant depends on all of them.
    refreshes: [list, { operation: 'getLinkInvite', path: { organizationId } }],
    onSuccess(changed, { path }) {
      queryClient.setQueryData(getLinkInviteQueryKey({ path }), changed);
      changeListed<Invite>(queryClient, list, (invite) => (invite.id === changed.id ? changed : invite));
    },
  });
  const { mutateAsync: revoke } = useApiMutation(deleteLinkInviteMutation(), {
    refreshes: [list],
    onSuccess: (_, { path }) =>
      changeListed<Invite>(queryClient, list, (invite) => (invite.id === path.inviteId ? null : invite)),
  });

  const send = (id: string, role: Role) =>
    rolesAhead.during({ id, role }, () => update({ path: { organizationId, inviteId: id }, body: { role } }));

  const change = async ({ invite, target }: NamedInvite, role: Role) => {
    const screen = openScreen.get();
    try {
      await send(invite.id, role);
    } catch (error) {
      toastFailure(error, () => holdUndo(change({ invite, target }, role)));
      return;
    }
    recordUndoable({
      label: `Anyone who joins “${target}” by link becomes ${aRole(role)}`,
      screen,
      undo: () => send(invite.id, invite.role),
      redo: () => send(invite.id, role),
    });
  };

  return {
    setRole: (named: NamedInvite, role: RoleChoice) => {
      if (role !== null) holdUndo(change(named, role));
    },
    /** Asks, and revokes. @returns whether the link is gone */
    async askToRevoke({ invite, target }: NamedInvite): Promise<boolean> {
      const done = await confirm({
        title: 'Revoke invite link?',
        body: `The link stops working and can’t be restored. Members who joined “${target}” with it keep their access.`,
        confirmLabel: 'Revoke link',
        tone: 'danger',
        action: () => revoke({ path: { organizationId, inviteId: invite.id } }),
      });
      if (done) toast('Revoked invite link');
      return done;
    },
  };
}
