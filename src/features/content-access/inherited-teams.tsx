import { useQueries } from '@tanstack/react-query';
import { Link, linkOptions } from '@tanstack/react-router';
import { Users } from 'lucide-react';
import type { EffectivePermission, TeamPermission } from '#api/generated/types.gen.ts';
import { roleName } from '#src/domain/roles/role-labels.ts';
import { collectionTeams } from './queries.ts';

/** A collection above the content. */
export interface Above {
  id: string;
  title: string;
  /** Whether the caller may list the people with access to it. */
  isManaged: boolean;
}

/** A team whose access comes from a collection above. */
interface InheritedTeam {
  id: string;
  title: string;
  /** Undefined where the collection's own list can't be read. */
  role?: TeamPermission['permission'];
  from: Above;
}

/** Teams with access through the collections above, nearest first. */
export function useInheritedTeams(
  above: readonly Above[],
  people: readonly EffectivePermission[],
): InheritedTeam[] {
  const lists = useQueries({
    queries: above.map(({ id, isManaged }) => ({ ...collectionTeams(id), enabled: isManaged })),
  });
  return inheritedTeams(
    above,
    lists.map(({ data }) => data?.items ?? []),
    people,
  );
}

/**
 * @param granted the teams of each collection
 * @param people whose reasons name teams of collections that can't be listed
 */
export function inheritedTeams(
  above: readonly Above[],
  granted: readonly (readonly TeamPermission[])[],
  people: readonly Pick<EffectivePermission, 'source' | 'content' | 'team' | 'teamTitle'>[],
): InheritedTeam[] {
  return above.flatMap((from, index) => {
    const directTeams = (granted[index] ?? []).map(({ team, permission }) => ({
      id: team.id,
      title: team.title,
      role: permission,
      from,
    }));
    const teamsById = new Map<string, InheritedTeam>(directTeams.map((entry) => [entry.id, entry]));
    for (const { source, content, team, teamTitle } of people)
      if (source === 'team' && content === from.id && team !== undefined && teamTitle !== undefined)
        if (!teamsById.has(team)) teamsById.set(team, { id: team, title: teamTitle, from });
    return [...teamsById.values()];
  });
}

interface InheritedTeamAccessProps {
  organizationId: string;
  teams: readonly InheritedTeam[];
}

/** Teams whose access is granted above, with where it can be changed. */
export function InheritedTeamAccess({ organizationId, teams }: InheritedTeamAccessProps) {
  if (teams.length === 0) return null;
  return (
    <>
      <h3 className="mt-4 mb-2 font-medium">Inherited</h3>
      <ul
        aria-label="Teams with inherited access"
        className="divide-y divide-line rounded-lg border border-line"
      >
        {teams.map(({ id, title, role, from }) => (
          <li key={`${from.id} ${id}`} className="flex flex-wrap items-center gap-3 px-4 py-2">
            <Users aria-hidden="true" className="size-4 text-ink-soft" />
            <span className="min-w-0 flex-1">
              <bdi className="block truncate font-medium">{title}</bdi>
              <span className="block truncate text-xs text-ink-soft">
                {'from '}
                <Link
                  className="link"
                  {...linkOptions({
                    to: '/o/$organizationId/collections/$collectionId/access',
                    params: { organizationId, collectionId: from.id },
                  })}
                >
                  {`${title} on ${from.title}`}
                </Link>
              </span>
            </span>
            {role !== undefined && <span>{roleName(role)}</span>}
          </li>
        ))}
      </ul>
    </>
  );
}
