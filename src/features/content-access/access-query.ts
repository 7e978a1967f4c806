/** Who has access to a space or collection: the same questions for both, at different addresses. */
import { pageSize } from '#src/api/first-requests.ts';
import {
  listCollectionPermissionsInfiniteOptions,
  listCollectionTeamPermissionsOptions,
  listSpacePermissionsInfiniteOptions,
  listSpaceTeamPermissionsOptions,
} from '#api/generated/@tanstack/react-query.gen.ts';
import type { Role } from '#api/generated/types.gen.ts';
import { pagedOptions } from '#src/api/paging.ts';

/** The content whose access is looked at. */
export interface ContentRef {
  kind: 'space' | 'collection';
  id: string;
}

/** Which people are asked about: those with one level, those whose name or address contains a text. */
export interface AccessFilter {
  role?: Role | undefined;
  q?: string | undefined;
}

/** A filter as the interface asks for it. */
export const toAccessQuery = ({ role, q }: AccessFilter) => ({
  ...(role !== undefined && { role }),
  ...(q !== undefined && { search: q }),
});

/** What each member may do on a space, and why. */
export function spaceAccess(spaceId: string, filter: AccessFilter) {
  const query = { limit: pageSize, ...toAccessQuery(filter) };
  return pagedOptions(listSpacePermissionsInfiniteOptions({ path: { spaceId }, query }));
}

/** What each member may do on a collection, and why. */
export function collectionAccess(collectionId: string, filter: AccessFilter) {
  const query = { limit: pageSize, ...toAccessQuery(filter) };
  return pagedOptions(listCollectionPermissionsInfiniteOptions({ path: { collectionId }, query }));
}

/** The levels that teams were given on a space, up to a thousand. */
export function spaceTeams(spaceId: string) {
  return listSpaceTeamPermissionsOptions({ path: { spaceId }, query: { limit: 1000 } });
}

/** The levels that teams were given on a collection, up to a thousand. */
export function collectionTeams(collectionId: string) {
  return listCollectionTeamPermissionsOptions({ path: { collectionId }, query: { limit: 1000 } });
}
