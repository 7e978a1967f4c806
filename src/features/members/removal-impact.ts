import type { QueryClient } from '@tanstack/react-query';
import { listMemberSpacesOptions, listMemberTeamsOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import type { MemberSpaceList, MemberTeamList } from '#api/generated/types.gen.ts';
import { formatCount } from '#src/lib/counts.ts';
import { formatNameList } from '#src/lib/format-name-list.ts';

/** How many spaces and teams are loaded to name some of them. */
const MAX_NAMED = 4;

/** What a member loses when removed, one sentence each. */
export async function removalImpact(
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
