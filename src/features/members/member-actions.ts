import { useQueryClient } from '@tanstack/react-query';
import { updateCachedLists } from '#src/api/cached-lists.ts';
import {
  getMemberQueryKey,
  removeMemberMutation,
  setMemberSsoMutation,
} from '#api/generated/@tanstack/react-query.gen.ts';
import type { Member, Organization } from '#api/generated/types.gen.ts';
import { useApiMutation } from '#src/api/mutations.ts';
import type { InvalidationTarget } from '#src/api/queries.ts';
import { currentUser } from '#src/api/session.ts';
import { confirm } from '#src/components/confirm/confirm.ts';
import { toast } from '#src/components/toasts/toasts.ts';
import { writeStored } from '#src/lib/storage.ts';
import { withLastAdministratorHint } from './last-administrator.ts';
import { removalImpact } from './removal-impact.ts';

export interface MemberActions {
  requireSso: (member: Member) => void;
  remove: (member: Member) => void;
}

/**
 * Member actions that cannot be undone, with confirmation.
 *
 * @param onRemoved called after a removal; `left` if the caller removed themselves
 */
export function useMemberActions(
  organization: Organization,
  onRemoved: (left: boolean) => void,
): MemberActions {
  const queryClient = useQueryClient();
  const organizationId = organization.id;
  const path = { organizationId };
  const { mutateAsync: setSso } = useApiMutation(setMemberSsoMutation(), {
    invalidates: [{ operation: 'getMember', path }],
    onSuccess(member, variables) {
      queryClient.setQueryData(getMemberQueryKey({ path: variables.path }), member);
      updateCachedLists<Member>(queryClient, { operation: 'listMembers', path }, (listed) =>
        listed.id === member.id ? member : listed,
      );
    },
  });
  const { mutateAsync: sendRemoval } = useApiMutation(removeMemberMutation(), {
    invalidates: ({ path: { userId } }) => removalInvalidations(organizationId, userId),
    onSuccess(_, { path: { userId } }) {
      updateCachedLists<Member>(queryClient, { operation: 'listMembers', path }, (listed) =>
        listed.id === userId ? null : listed,
      );
    },
  });

  return {
    async requireSso({ id, user }) {
      const isConfirmed = await confirm({
        title: `Require single sign-on for ${user.displayName}?`,
        body: 'They can then sign in only with SSO. You can’t undo this here.',
        confirmLabel: 'Require single sign-on',
        action: () => setSso({ path: { organizationId, userId: id } }),
      });
      if (isConfirmed) toast(`Required single sign-on for ${user.displayName}`);
    },
    async remove({ id, user }) {
      const isSelf = id === currentUser()?.id;
      const memberPath = { organizationId, userId: id };
      const isConfirmed = await confirm({
        ...(isSelf
          ? leaveConfirmation(organization.title)
          : removeConfirmation(user.displayName, organization.title)),
        tone: 'danger',
        impact: () => removalImpact(queryClient, memberPath),
        action: () =>
          sendRemoval({ path: memberPath }).catch((error: unknown) => {
            throw withLastAdministratorHint(error);
          }),
      });
      if (!isConfirmed) return;
      if (isSelf) writeStored('local', 'organization', null);
      toast(isSelf ? `Left ${organization.title}` : `Removed ${user.displayName}`);
      onRemoved(isSelf);
    },
  };
}

const removeConfirmation = (person: string, organization: string) => ({
  title: `Remove ${person} from ${organization}?`,
  body: 'Their content stays. If re-invited, they don’t regain this access.',
  confirmLabel: 'Remove',
});

const leaveConfirmation = (organization: string) => ({
  title: `Leave ${organization}?`,
  body: 'You’re removing yourself. Your content stays, but you need a new invitation to come back.',
  confirmLabel: 'Leave organization',
});

/** In addition to the member lists, which are updated directly. */
function removalInvalidations(organizationId: string, userId: string): InvalidationTarget[] {
  if (userId === currentUser()?.id) return ['listOrganizations'];
  const path = { organizationId };
  return [
    { operation: 'listTeams', path },
    { operation: 'getTeam', path },
    { operation: 'listTeamMembers', path },
  ];
}
