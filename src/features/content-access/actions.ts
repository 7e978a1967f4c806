import {
  grantCollectionPermissionsMutation,
  grantSpacePermissionsMutation,
  removeCollectionTeamPermissionMutation,
  removeCollectionUserPermissionMutation,
  removeSpaceTeamPermissionMutation,
  removeSpaceUserPermissionMutation,
  updateCollectionTeamPermissionMutation,
  updateCollectionUserPermissionMutation,
  updateSpaceTeamPermissionMutation,
  updateSpaceUserPermissionMutation,
} from '#api/generated/@tanstack/react-query.gen.ts';
import type { PermissionGrants, Role } from '#api/generated/types.gen.ts';
import { useApiMutation, type InvalidationTarget } from '#src/api/queries.ts';
import { toastFailure } from '#src/components/toasts/toasts.ts';
import { awaitBeforeUndo, currentScreen, recordUndoable } from '#src/components/undo/undo.ts';
import type { ContentRef } from './queries.ts';

/** A person or team with access. */
interface Grantee {
  type: 'user' | 'team';
  id: string;
  name: string;
}

/** Queries that show access to content; a role on a collection also affects what inherits it. */
const accessQueries = [
  'listSpacePermissions',
  'listCollectionPermissions',
  'listSpaceTeamPermissions',
  'listCollectionTeamPermissions',
  'listMemberSpaces',
  'listTeams',
] as const satisfies readonly InvalidationTarget[];

/** Requests that change access to a space or collection; they reject on failure. */
function useAccessRequests({ kind, id }: ContentRef) {
  const policy = { invalidates: accessQueries };
  const grantOnSpace = useApiMutation(grantSpacePermissionsMutation(), policy);
  const grantOnCollection = useApiMutation(grantCollectionPermissionsMutation(), policy);
  const setOfSpaceUser = useApiMutation(updateSpaceUserPermissionMutation(), policy);
  const setOfSpaceTeam = useApiMutation(updateSpaceTeamPermissionMutation(), policy);
  const setOfCollectionUser = useApiMutation(updateCollectionUserPermissionMutation(), policy);
  const setOfCollectionTeam = useApiMutation(updateCollectionTeamPermissionMutation(), policy);
  const removeFromSpaceUser = useApiMutation(removeSpaceUserPermissionMutation(), policy);
  const removeFromSpaceTeam = useApiMutation(removeSpaceTeamPermissionMutation(), policy);
  const removeFromCollectionUser = useApiMutation(removeCollectionUserPermissionMutation(), policy);
  const removeFromCollectionTeam = useApiMutation(removeCollectionTeamPermissionMutation(), policy);
  const isSpace = kind === 'space';
  const [space, collection] = [{ spaceId: id }, { collectionId: id }];
  return {
    error: (isSpace ? grantOnSpace : grantOnCollection).error,
    isPending: (isSpace ? grantOnSpace : grantOnCollection).isPending,
    grant: (body: PermissionGrants) =>
      isSpace
        ? grantOnSpace.mutateAsync({ path: space, body })
        : grantOnCollection.mutateAsync({ path: collection, body }),
    set: ({ type, id: granteeId }: Grantee, role: Role): Promise<unknown> => {
      const body = { role };
      if (type === 'user') {
        return isSpace
          ? setOfSpaceUser.mutateAsync({ path: { ...space, userId: granteeId }, body })
          : setOfCollectionUser.mutateAsync({ path: { ...collection, userId: granteeId }, body });
      }
      return isSpace
        ? setOfSpaceTeam.mutateAsync({ path: { ...space, teamId: granteeId }, body })
        : setOfCollectionTeam.mutateAsync({ path: { ...collection, teamId: granteeId }, body });
    },
    revoke: ({ type, id: granteeId }: Grantee): Promise<unknown> => {
      if (type === 'user') {
        return isSpace
          ? removeFromSpaceUser.mutateAsync({ path: { ...space, userId: granteeId } })
          : removeFromCollectionUser.mutateAsync({ path: { ...collection, userId: granteeId } });
      }
      return isSpace
        ? removeFromSpaceTeam.mutateAsync({ path: { ...space, teamId: granteeId } })
        : removeFromCollectionTeam.mutateAsync({ path: { ...collection, teamId: granteeId } });
    },
  };
}

/** Grants, changes and revokes access to a space or collection; single changes can be undone. */
export function useAccessChanges(content: ContentRef) {
  const { grant, set, revoke, error, isPending } = useAccessRequests(content);
  const grantTo = ({ type, id }: Grantee, role: Role) =>
    grant(type === 'user' ? { users: [id], role } : { teams: [id], role });

  const recordChange = (
    done: Promise<unknown>,
    label: string,
    undo: () => Promise<unknown>,
    redo: () => Promise<unknown>,
  ) => {
    const screen = currentScreen.get();
    awaitBeforeUndo(done.then(() => recordUndoable({ label, screen, undo, redo }), toastFailure));
  };

  return {
    /** For the form, which shows errors itself. */
    grant,
    error,
    isPending,
    /** Grants direct access to a grantee without a grant here. */
    add(grantee: Grantee, role: Role) {
      const label = `Granted access to ${grantee.name}`;
      recordChange(
        grantTo(grantee, role),
        label,
        () => revoke(grantee),
        () => grantTo(grantee, role),
      );
    },
    /** Changes the role of a grantee here. */
    change(grantee: Grantee, before: Role, role: Role) {
      if (role === before) return;
      const label = `Changed access for ${grantee.name}`;
      recordChange(
        set(grantee, role),
        label,
        () => set(grantee, before),
        () => set(grantee, role),
      );
    },
    /** Revokes the role of a grantee here. */
    remove(grantee: Grantee, before: Role) {
      const label = `Revoked access for ${grantee.name}`;
      recordChange(
        revoke(grantee),
        label,
        () => grantTo(grantee, before),
        () => revoke(grantee),
      );
    },
  };
}
