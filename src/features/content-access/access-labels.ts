/** Why somebody has a level on some content, in words. */
import type { EffectivePermission } from '#api/generated/types.gen.ts';

/** What the words need beside the permission. */
export interface AccessContext {
  /** The content that is looked at. */
  contentId: string;
  /** Titles of the collections around it and of itself, by id. */
  titleOf: (contentId: string) => string | undefined;
  teamTitleOf: (teamId: string) => string | undefined;
}

/**
 * Where a level comes from, as a sentence: "Given to them on “Manuals”." A source that is not known here is shown as it is
 * written.
 */
export function describeAccess(permission: EffectivePermission, context: AccessContext): string {
  const { source, content, team } = permission;
  const isHere = content === undefined || content === context.contentId;
  const title = content === undefined ? undefined : context.titleOf(content);
  const location = isHere ? 'here' : title === undefined ? 'on a parent collection' : `on “${title}”`;
  switch (source) {
    case 'administrator':
      return 'Organization administrators have full access.';
    case 'user':
      return `Granted directly ${location}.`;
    case 'team': {
      const name = permission.teamTitle ?? (team === undefined ? undefined : context.teamTitleOf(team));
      return name === undefined
        ? `Granted to one of their teams ${location}.`
        : `Granted to the team “${name}” ${location}.`;
    }
    case 'default':
      return `Default access set ${location}.`;
    case 'organization':
      return 'Organization role.';
    default:
      return source;
  }
}

/** The short name of a source, for a column. */
export function sourceLabel(source: string): string {
  const names: Record<string, string> = {
    administrator: 'Administrator',
    user: 'Direct',
    team: 'Team',
    default: 'Default access',
    organization: 'Organization role',
  };
  return Object.entries(names).find(([name]) => name === source)?.[1] ?? source;
}
