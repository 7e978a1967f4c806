import { useQueryClient } from '@tanstack/react-query';
import { changeListed } from '#src/api/cached-lists.ts';
import {
  getMemberQueryKey,
  removeMemberMutation,
  setMemberSsoMutation,
} from '#api/generated/@tanstack/react-query.gen.ts';
import type { Member, Organization } from '#api/generated/types.gen.ts';
import { useApiMutation } from '#src/api/mutations.ts';
import type { Refresh } from '#src/api/queries.ts';
import { currentUser } from '#src/api/session.ts';
import { confirm } from '#src/components/confirm/confirm.ts';
import { toast } from '#src/components/toasts/toasts.ts';
import { writeStored } from '#src/lib/storage.ts';
import { withWayOut } from './last-administrator.ts';
import { removalImpact } from './removal-impact.ts';

export interface MemberActions {
  /** Makes somebody sign in by single sign-on from now on, after a question. */
  requireSso: (member: Member) => void;
  /** Takes somebody out of the organization, after a question that says what they lose. */
  remove: (member: Member) => void;
}

/**
 * What can be done with a member and cannot be taken back, so it is asked about first.
 *
 * @param onRemoved called when somebody has been removed; `left` when that was the caller
 */
export function useMemberActions(
  organization: Organization,
  onRemoved: (left: boolean) => void,
): MemberActions {
  const queryClient = useQueryClient();
  const organizationId = organization.id;
  const path = { organizationId };
  const { mutateAsync: setSso } = useApiMutation(setMemberSsoMutation(), {
    refreshes: [{ operation: 'getMember', path }],
    onSuccess(member, variables) {
      queryClient.setQueryData(getMemberQueryKey({ path: variables.path }), member);
      changeListed<Member>(queryClient, { operation: 'listMembers', path }, (listed) =>
        listed.id === member.id ? member : listed,
      );
    },
  });
  const { mutateAsync: take } = useApiMutation(removeMemberMutation(), {
    refreshes: ({ path: { userId } }) => refreshesOfRemoval(organizationId, userId),
    onSuccess(_, { path: { userId } }) {
      changeListed<Member>(queryClient, { operation: 'listMembers', path }, (listed) =>
        listed.id === userId ? null : listed,
      );
    },
  });

  return {
    async requireSso({ id, user }) {
      const done = await confirm({
        title: `Require single sign-on for ${user.displayName}?`,
        body: 'They can then sign in only with SSO. You can’t undo this here.',
        confirmLabel: 'Require single sign-on',
        action: () => setSso({ path: { organizationId, userId: id } }),
      });
      if (done) toast(`Required single sign-on for ${user.displayName}`);
    },
    async remove({ id, user }) {
      const self = id === currentUser()?.id;
      const memberPath = { organizationId, userId: id };
      const done = await confirm({
        ...(self ? leaving(organization.title) : removing(user.displayName, organization.title)),
        tone: 'danger',
        impact: () => removalImpact(queryClient, memberPath),
        action: () =>
          take({ path: memberPath }).catch((error: unknown) => {
            throw withWayOut(error);
          }),
      });
      if (!done) return;
      if (self) writeStored('local', 'organization', null);
      toast(self ? `Left ${organization.title}` : `Removed ${user.displayName}`);
      onRemoved(self);
    },
  };
}

const removing = (person: string, organization: string) => ({
  title: `Remove ${person} from ${organization}?`,
  body: 'Their content stays. If re-invited, they don’t regain this access.',
  confirmLabel: 'Remove',
});

const leaving = (organization: string) => ({
  title: `Leave ${organization}?`,
  body: 'You’re removing yourself. Your content stays, but you need a new invitation to come back.',
  confirmLabel: 'Leave organization',
});

/** Beside the member lists, from which the row is taken out. */
function refreshesOfRemoval(organizationId: string, userId: string): Refresh[] {
  if (userId === currentUser()?.id) return ['listOrganizations'];
  const path = { organizationId };
  return [
    { operation: 'listTeams', path },
    { operation: 'getTeam', path },
    { operation: 'listTeamMembers', path },
  ];
}
