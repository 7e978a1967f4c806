import type { EffectivePermission } from '#api/generated/types.gen.ts';

export interface AccessContext {
  /** The content whose access is shown. */
  contentId: string;
  /** Returns the title of the content or an ancestor by id. */
  titleOf: (contentId: string) => string | undefined;
  teamTitleOf: (teamId: string) => string | undefined;
}

/**
 * Where a role comes from: "Granted directly on “Manuals”". An unknown source is shown as the server
 * names it.
 */
export function describeAccess(permission: EffectivePermission, context: AccessContext): string {
  const { content, team } = permission;
  // Other servers may give no reason.
  const { source }: { source?: EffectivePermission['source'] } = permission;
  const isHere = content === undefined || content === context.contentId;
  const title = content === undefined ? undefined : context.titleOf(content);
  const location = isHere ? 'here' : title === undefined ? 'on a parent collection' : `on “${title}”`;
  switch (source) {
    case 'administrator':
      return 'Organization administrator';
    case 'user':
      return `Granted directly ${location}`;
    case 'team': {
      const name = permission.teamTitle ?? (team === undefined ? undefined : context.teamTitleOf(team));
      return name === undefined
        ? `Granted to one of their teams ${location}`
        : `Granted to the team “${name}” ${location}`;
    }
    case 'default':
      return `Default access set ${location}`;
    case 'organization':
      return 'Organization role';
    case undefined:
      return 'Not granted here; the server gives no reason';
    default:
      return source;
  }
}

/** Short name of a source. */
export function sourceLabel(source: string | undefined): string {
  if (source === undefined) return 'Unknown';
  const names: Record<string, string> = {
    administrator: 'Administrator',
    user: 'Direct',
    team: 'Team',
    default: 'Default access',
    organization: 'Organization role',
  };
  return Object.entries(names).find(([name]) => name === source)?.[1] ?? source;
}
