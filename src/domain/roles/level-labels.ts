/** Labels of default access levels: what members get without a grant. */
import type { ContentLevel } from '#api/generated/types.gen.ts';
import { roleDescription, roleName } from '#src/domain/roles/role-labels.ts';
import { organizationRoleLabel } from '#src/lib/shared-labels.ts';

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

/** Converts a form value to a level; unknown values mean no access. */
export function levelOfKey(key: string): ContentLevel | null {
  const known = levelKeys.find((candidate) => candidate === key);
  return known === undefined || known === 'none' ? null : known;
}

/** What `inherit` refers to: the collection, or the organization at the top level. */
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
          name: organizationRoleLabel,
          description: 'Members keep their organization role.',
        };
  }
  return { name: roleName(level), description: roleDescription(level) };
}
