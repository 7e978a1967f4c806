/** Default levels of content in words: what members get who have no grant of their own. */
import type { ContentLevel } from '#api/generated/types.gen.ts';
import { roleDescription, roleName } from './role-labels.ts';

/** A default level as a form holds it: null has no place in a select box. */
export type LevelKey = ContentLevel | 'none';

/** The levels to choose from: what is around it, nothing, then the roles, the weakest first. */
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

/** From a level to what a form holds. */
export function levelKey(level: ContentLevel | null): LevelKey {
  return level ?? 'none';
}

/** From what a form holds to a level; what is not known counts as no access, the safest. */
export function levelOfKey(key: string): ContentLevel | null {
  const known = levelKeys.find((one) => one === key);
  return known === undefined || known === 'none' ? null : known;
}

/** What `inherit` leads to: the collection around the content, or nothing at the top level. */
export type LevelContext = 'collection' | 'organization';

/**
 * What members get without a grant of their own, as a word and a sentence. A level that this console does not know is
 * shown as the server writes it.
 */
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
