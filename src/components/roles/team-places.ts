import { useQueryClient } from '@tanstack/react-query';
import { changeListed } from '#src/api/cached-lists.ts';
import { removeTeamMemberMutation, setTeamMemberMutation } from '#api/generated/@tanstack/react-query.gen.ts';
import type { MemberTeam, TeamMember, TeamRole } from '#api/generated/types.gen.ts';
import { useApiMutation } from '#src/api/mutations.ts';
import type { Refresh } from '#src/api/queries.ts';
import { toastFailure } from '#src/components/toasts/toasts.ts';
import { holdUndo, openScreen, recordUndoable } from '#src/components/undo/undo.ts';
import { createAhead } from '#src/lib/ahead.ts';
import { teamRoleName } from './team-role-words.ts';

/** One person's place in one team; `role` is null for somebody who is not in it. */
export interface TeamPlace {
  userId: string;
  teamId: string;
  role: TeamRole | null;
}

/** A change of a place, with what it takes to show it and to take it back. */
export interface TeamPlaceChange extends TeamPlace {
  before: TeamRole | null;
  person: string;
  team: string;
  /** The caller could not take it back. */
  final?: boolean;
}

/** The two ways to make a change; see `useTeamPlaces`. */
interface TeamPlaceChanges {
  make: (change: TeamPlaceChange) => Promise<void>;
  change: (change: TeamPlaceChange) => void;
}

/** Places as they will be, for what shows them before the server has answered. */
export const placesAhead = createAhead<TeamPlace>();

/** What a change of who is in a team makes out of date. */
export function refreshesOfTeam(organizationId: string, teamId: string): Refresh[] {
  const path = { organizationId };
  const teamPath = { organizationId, teamId };
  return [
    { operation: 'getTeam', path: teamPath },
    { operation: 'listTeamMembers', path: teamPath },
    { operation: 'listTeams', path },
    { operation: 'listMemberTeams', path },
    { operation: 'listMemberSpaces', path },
    { operation: 'getMember', path },
    // Whoever becomes an owner may do more from now on, the caller included.
    { operation: 'getOrganization', path },
  ];
}

/**
 * Puts people into teams, takes them out and changes their place there: shown at once, to be taken back.
 *
 * @returns `make`, which rejects when the server refuses and is for forms, and `change`, which tells that by a toast
 */
export function useTeamPlaces(organizationId: string): TeamPlaceChanges {
  const queryClient = useQueryClient();
  const policy = {
    // What one person is given and loses has to reach the server in that order.
    scope: { id: `team-places:${organizationId}` },
    refreshes: ({ path }: { path: { teamId: string } }) => refreshesOfTeam(organizationId, path.teamId),
  };
  const { mutateAsync: put } = useApiMutation(setTeamMemberMutation(), policy);
  const { mutateAsync: takeOut } = useApiMutation(removeTeamMemberMutation(), policy);

  const send = (place: TeamPlace) =>
    placesAhead.during(place, async () => {
      const path = { organizationId, teamId: place.teamId, userId: place.userId };
      await (place.role === null ? takeOut({ path }) : put({ path, body: { role: place.role } }));
      const { userId, teamId, role } = place;
      changeListed<TeamMember>(
        queryClient,
        { operation: 'listTeamMembers', path: { organizationId, teamId } },
        (entry) => (entry.organization.id === userId ? role && { ...entry, team: { role } } : entry),
      );
      changeListed<MemberTeam>(
        queryClient,
        { operation: 'listMemberTeams', path: { organizationId, userId } },
        (entry) => (entry.team.id === teamId ? role && { ...entry, member: { role } } : entry),
      );
    });

  const make = async (wanted: TeamPlaceChange) => {
    const { userId, teamId, role, before } = wanted;
    const place = { userId, teamId, role };
    const screen = openScreen.get();
    await send(place);
    if (wanted.final) return;
    recordUndoable({
      label: placeChange(wanted),
      screen,
      undo: () => send({ ...place, role: before }),
      redo: () => send(place),
    });
  };
  const change = (wanted: TeamPlaceChange) =>
    holdUndo(make(wanted).catch((error: unknown) => toastFailure(error, () => change(wanted))));
  return { make, change };
}

/** What a change did, in the past tense. */
export function placeChange({
  person,
  team,
  role,
  before,
}: Omit<TeamPlaceChange, 'userId' | 'teamId'>): string {
  if (role === null) return `Removed ${person} from “${team}”`;
  if (before === null) return `Added ${person} to “${team}”`;
  return `Made ${person} ${teamRoleName(role).toLowerCase()} of “${team}”`;
}
