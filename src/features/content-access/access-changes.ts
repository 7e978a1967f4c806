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
import { useApiMutation } from '#src/api/mutations.ts';
import type { Refresh } from '#src/api/queries.ts';
import { toastFailure } from '#src/components/toasts/toasts.ts';
import { holdUndo, openScreen, recordUndoable } from '#src/components/undo/undo.ts';
import type { SharedContent } from './access-query.ts';

/** Whom a level was given to: a person or a team. */
interface Holder {
  type: 'user' | 'team';
  id: string;
  name: string;
}

/** Everything that shows who may do what on content; a level on a collection reaches what inherits from it. */
const refreshes = [
  'listSpacePermissions',
  'listCollectionPermissions',
  'listSpaceTeamPermissions',
  'listCollectionTeamPermissions',
  'listMemberSpaces',
  'listTeams',
] as const satisfies readonly Refresh[];

/** The three changes of a level on one space or collection, as plain functions that reject with what was refused. */
function useRequests({ kind, id }: SharedContent) {
  const policy = { refreshes };
  const grantOnSpace = useApiMutation(grantSpacePermissionsMutation(), policy);
  const grantOnCollection = useApiMutation(grantCollectionPermissionsMutation(), policy);
  const setOfSpaceUser = useApiMutation(updateSpaceUserPermissionMutation(), policy);
  const setOfSpaceTeam = useApiMutation(updateSpaceTeamPermissionMutation(), policy);
  const setOfCollectionUser = useApiMutation(updateCollectionUserPermissionMutation(), policy);
  const setOfCollectionTeam = useApiMutation(updateCollectionTeamPermissionMutation(), policy);
  const takeFromSpaceUser = useApiMutation(removeSpaceUserPermissionMutation(), policy);
  const takeFromSpaceTeam = useApiMutation(removeSpaceTeamPermissionMutation(), policy);
  const takeFromCollectionUser = useApiMutation(removeCollectionUserPermissionMutation(), policy);
  const takeFromCollectionTeam = useApiMutation(removeCollectionTeamPermissionMutation(), policy);
  const isSpace = kind === 'space';
  const [space, collection] = [{ spaceId: id }, { collectionId: id }];
  return {
    error: (isSpace ? grantOnSpace : grantOnCollection).error,
    isPending: (isSpace ? grantOnSpace : grantOnCollection).isPending,
    grant: (body: PermissionGrants) =>
      isSpace
        ? grantOnSpace.mutateAsync({ path: space, body })
        : grantOnCollection.mutateAsync({ path: collection, body }),
    set: ({ type, id: holder }: Holder, role: Role): Promise<unknown> => {
      const body = { role };
      if (type === 'user') {
        return isSpace
          ? setOfSpaceUser.mutateAsync({ path: { ...space, userId: holder }, body })
          : setOfCollectionUser.mutateAsync({ path: { ...collection, userId: holder }, body });
      }
      return isSpace
        ? setOfSpaceTeam.mutateAsync({ path: { ...space, teamId: holder }, body })
        : setOfCollectionTeam.mutateAsync({ path: { ...collection, teamId: holder }, body });
    },
    take: ({ type, id: holder }: Holder): Promise<unknown> => {
      if (type === 'user') {
        return isSpace
          ? takeFromSpaceUser.mutateAsync({ path: { ...space, userId: holder } })
          : takeFromCollectionUser.mutateAsync({ path: { ...collection, userId: holder } });
      }
      return isSpace
        ? takeFromSpaceTeam.mutateAsync({ path: { ...space, teamId: holder } })
        : takeFromCollectionTeam.mutateAsync({ path: { ...collection, teamId: holder } });
    },
  };
}

/** Gives, changes and takes back levels on a space or collection; single changes can be undone. */
export function useAccessChanges(content: SharedContent) {
  const { grant, set, take, error, isPending } = useRequests(content);
  const grantBack = ({ type, id }: Holder, role: Role) =>
    grant(type === 'user' ? { users: [{ user: id, role }] } : { teams: [{ team: id, role }] });

  const tell = (
    done: Promise<unknown>,
    label: string,
    undo: () => Promise<unknown>,
    redo: () => Promise<unknown>,
  ) => {
    const screen = openScreen.get();
    holdUndo(done.then(() => recordUndoable({ label, screen, undo, redo }), toastFailure));
  };

  return {
    /** For the form, which shows what is refused. */
    grant,
    error,
    isPending,
    /** Gives a holder a level here who has none here. */
    give(holder: Holder, role: Role) {
      const label = `Granted access to ${holder.name}`;
      tell(
        grantBack(holder, role),
        label,
        () => take(holder),
        () => grantBack(holder, role),
      );
    },
    /** Changes the level that a holder was given here. */
    change(holder: Holder, before: Role, role: Role) {
      if (role === before) return;
      const label = `Changed access for ${holder.name}`;
      tell(
        set(holder, role),
        label,
        () => set(holder, before),
        () => set(holder, role),
      );
    },
    /** Takes back the level that a holder was given here. */
    remove(holder: Holder, before: Role) {
      const label = `Revoked access for ${holder.name}`;
      tell(
        take(holder),
        label,
        () => grantBack(holder, before),
        () => take(holder),
      );
    },
  };
}
