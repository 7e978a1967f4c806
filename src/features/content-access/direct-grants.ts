/** Reasons for access at servers that list roles without a reason: what is granted here is listed on its own. */
import { useQuery } from '@tanstack/react-query';
import {
  listCollectionUserPermissionsOptions,
  listSpaceUserPermissionsOptions,
} from '#api/generated/@tanstack/react-query.gen.ts';
import type { EffectivePermission } from '#api/generated/types.gen.ts';
import type { ContentRef } from './queries.ts';

/** The limit of the API. */
const query = { limit: 1000 };

const hasNoSource = ({ source }: { source?: string }): boolean => source === undefined;

/** Roles with their reason: those granted here are marked as such, and others stay without one. */
export function useReasons(
  { kind, id }: ContentRef,
  people: readonly EffectivePermission[],
): EffectivePermission[] {
  const isMissing = people.some(hasNoSource);
  const ofSpace = useQuery({
    ...listSpaceUserPermissionsOptions({ path: { spaceId: id }, query }),
    enabled: isMissing && kind === 'space',
  });
  const ofCollection = useQuery({
    ...listCollectionUserPermissionsOptions({ path: { collectionId: id }, query }),
    enabled: isMissing && kind === 'collection',
  });
  const { data } = kind === 'space' ? ofSpace : ofCollection;
  return isMissing && data ? withDirectGrants(people, data.items, id) : [...people];
}

export function withDirectGrants(
  people: readonly EffectivePermission[],
  grants: readonly { user: { id: string } }[],
  contentId: string,
): EffectivePermission[] {
  const granted = new Set(grants.map(({ user }) => user.id));
  return people.map((entry) =>
    hasNoSource(entry) && granted.has(entry.user.id)
      ? { ...entry, source: 'user', content: contentId }
      : entry,
  );
}
