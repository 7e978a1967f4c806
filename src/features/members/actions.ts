import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import {
  listMemberSpacesOptions,
  listMemberTeamsOptions,
  getMemberQueryKey,
  removeMemberMutation,
  setMemberSsoMutation,
  updateMemberMutation,
} from '#api/generated/@tanstack/react-query.gen.ts';
import type { MemberSpaceList, MemberTeamList, Member, Organization } from '#api/generated/types.gen.ts';
import { ApiError } from '#src/api/errors.ts';
import { updateCachedLists, useApiMutation, type InvalidationTarget } from '#src/api/queries.ts';
import { currentUser } from '#src/api/session/session.ts';
import { confirm } from '#src/components/confirm/confirm.ts';
import { toast, toastFailure } from '#src/components/toasts/toasts.ts';
import { awaitBeforeUndo, currentScreen, recordUndoable } from '#src/components/undo/undo.ts';
import {
  roleWithArticle,
  type RoleOption,
  roleDescription,
  roleName,
} from '#src/domain/roles/role-labels.ts';
import { createOptimisticChanges } from '#src/lib/optimistic-changes.ts';
import { writeStored } from '#src/lib/storage.ts';
import { formatCount, formatNameList } from '#src/lib/text/format.ts';
import { useStore } from '#src/ui/browser/use-store.ts';

/** How many spaces and teams are loaded to name some of them. */
const MAX_NAMED = 4;

/** The access that a member loses when removed, one sentence each. */
async function removalImpact(
  queryClient: QueryClient,
  path: { organizationId: string; userId: string },
): Promise<string[]> {
  const query = { limit: MAX_NAMED };
  const [spaces, teams] = await Promise.all([
    queryClient.fetchQuery(listMemberSpacesOptions({ path, query })),
    queryClient.fetchQuery(listMemberTeamsOptions({ path, query })),
  ]);
  return describeRemovalImpact(spaces, teams);
}

export function describeRemovalImpact(
  spaces: Pick<MemberSpaceList, 'items' | 'count'>,
  teams: Pick<MemberTeamList, 'items' | 'count'>,
): string[] {
  const spaceNames = spaces.items.map(({ space }) => `“${space.title}”`);
  const teamNames = teams.items.map(({ team }) => `“${team.title}”`);
  const owned = teams.items
    .filter(({ member }) => member.role === 'owner')
    .map(({ team }) => `“${team.title}”`);
  const sentences = [
    spaces.count > 0 &&
      `Loses access to ${formatCount(spaces.count, 'space')}: ${formatNameList(spaceNames, spaces.count)}.`,
    teams.count > 0 &&
      `Leaves ${formatCount(teams.count, 'team')}: ${formatNameList(teamNames, teams.count)}.`,
    owned.length > 0 && `Owns ${formatNameList(owned, owned.length)}. Add another owner first.`,
  ].filter((sentence) => sentence !== false);
  return sentences.length > 0 ? sentences : ['No teams or spaces are affected.'];
}

/** Adds a hint to the error that protects the last administrator. Other errors are returned unchanged. */
export function withLastAdministratorHint(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.status !== 409) return error;
  return new ApiError({
    ...error,
    message: `${error.message} Make another member an administrator first.`,
  });
}

export interface MemberActions {
  requireSso: (member: Member) => void;
  remove: (member: Pick<Member, 'id' | 'user'>) => void;
  /** Removes an invited member who never came. */
  revoke: (member: Pick<Member, 'id' | 'user'>) => void;
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
    async revoke({ id, user }) {
      const isConfirmed = await confirm({
        title: `Revoke the invitation of ${user.displayName}?`,
        body: 'They stop being a member, and links that they got no longer let them in. You can invite them again.',
        confirmLabel: 'Revoke invitation',
        tone: 'danger',
        action: () => sendRemoval({ path: { organizationId, userId: id } }),
      });
      if (!isConfirmed) return;
      toast(`Revoked the invitation of ${user.displayName}`);
      onRemoved(false);
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
  body: 'You’re removing yourself. Your content stays, but you need a new invite to come back.',
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

/** A pending role change. */
interface OptimisticRole {
  organizationId: string;
  userId: string;
  role: RoleOption;
}

const optimisticRoles = createOptimisticChanges<OptimisticRole>();

/** Members with pending role changes applied. Unchanged members keep their identity. */
export function useOptimisticRoles(organizationId: string, members: Member[]): Member[] {
  return withOptimisticRoles(members, useStore(optimisticRoles.all), organizationId);
}

/** Applies pending changes; the latest one per user wins. Without any it returns the same list, however long. */
export function withOptimisticRoles(
  members: Member[],
  changes: readonly OptimisticRole[],
  organizationId: string,
): Member[] {
  const roles = new Map(
    changes
      .filter((change) => change.organizationId === organizationId)
      .map(({ userId, role }) => [userId, role]),
  );
  if (roles.size === 0) return members;
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
  const ownTargets: InvalidationTarget[] =
    userId === currentUser()?.id ? [{ operation: 'getOrganization', path: { organizationId } }] : [];
  return [
    { operation: 'getMember', path },
    { operation: 'listMemberSpaces', path },
    { operation: 'listTeamMembers', path: { organizationId } },
    ...ownTargets,
  ];
}

/** Conflicts are permanent, so they offer no retry. */
function toastRoleError(error: unknown, retry: () => void): void {
  const isPermanent = error instanceof ApiError && error.status === 409;
  toastFailure(withLastAdministratorHint(error), isPermanent ? undefined : retry);
}
