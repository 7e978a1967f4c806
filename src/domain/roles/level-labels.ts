/** Labels of default access levels: what members get without a grant. */
import type { ContentLevel } from '#api/generated/types.gen.ts';
import { roleDescription, roleName } from '#src/domain/roles/role-labels.ts';

/** A default level as a form value; null becomes `none`. */
export type LevelKey = ContentLevel | 'none';

/** The options: inherit, none, then roles from weakest to strongest. */
export const levelKeys: readonly LevelKey[] = [
  'inherit',
  'none',
  'read',
  'comment',
  'edit',
  'review',
  'create',
  'admin',
];

/** Converts a level to a form value. */
export function levelKey(level: ContentLevel | null): LevelKey {
  return level ?? 'none';
}

/** Whether a form value is a level, known here or only to the server, which gets its own value back. */
const isLevelOfServer = (key: string): key is ContentLevel => key !== 'none';

/** The level of what `levelKey` gave. */
export const levelOfKey = (key: string): ContentLevel | null => (isLevelOfServer(key) ? key : null);

/** The options, with a level that isn't known, so that it stays chosen. */
export const levelChoices = (chosen: string): readonly string[] =>
  levelKeys.some((key) => key === chosen) ? levelKeys : [...levelKeys, chosen];

/** The parent that `inherit` refers to: the collection, or the organization at the top level. */
export type LevelContext = 'collection' | 'organization';

/** Name and description of a level. Unknown levels are shown as is. */
export function levelLabels(
  level: string | null,
  levelContext: LevelContext,
): { name: string; description: string } {
  if (level === null)
    return { name: 'No access', description: 'Visible only to administrators and people it is shared with.' };
  if (level === 'inherit') {
    return levelContext === 'collection'
      ? { name: 'Inherit from collection', description: 'Uses the default access of its collection.' }
      : {
          name: 'Organization role',
          description: 'Members keep their organization role.',
        };
  }
  return { name: roleName(level), description: roleDescription(level) };
}
