import {
  listCollectionPermissionsInfiniteOptions,
  listCollectionTeamPermissionsOptions,
  listSpacePermissionsInfiniteOptions,
  listSpaceTeamPermissionsOptions,
} from '#api/generated/@tanstack/react-query.gen.ts';
import type { Role } from '#api/generated/types.gen.ts';
/** Queries for access to spaces and collections. */
import { pageSize } from '#src/api/first-requests.ts';
import { pagedOptions } from '#src/api/paging.ts';

/** The space or collection whose access is shown. */
export interface ContentRef {
  kind: 'space' | 'collection';
  id: string;
}

/** Filters people by role and by name or email. */
export interface AccessFilter {
  role?: Role | undefined;
  q?: string | undefined;
}

/** The filter as API parameters. */
export const toAccessQuery = ({ role, q }: AccessFilter) => ({
  ...(role !== undefined && { role }),
  ...(q !== undefined && { search: q }),
});

/** The role of each member on a space, with the reason. */
export function spaceAccess(spaceId: string, filter: AccessFilter) {
  const query = { limit: pageSize, ...toAccessQuery(filter) };
  return pagedOptions(listSpacePermissionsInfiniteOptions({ path: { spaceId }, query }));
}

/** The role of each member on a collection, with the reason. */
export function collectionAccess(collectionId: string, filter: AccessFilter) {
  const query = { limit: pageSize, ...toAccessQuery(filter) };
  return pagedOptions(listCollectionPermissionsInfiniteOptions({ path: { collectionId }, query }));
}

/** Team roles on a space, up to 1,000. */
export function spaceTeams(spaceId: string) {
  return listSpaceTeamPermissionsOptions({ path: { spaceId }, query: { limit: 1000 } });
}

/** Team roles on a collection, up to 1,000. */
export function collectionTeams(collectionId: string) {
  return listCollectionTeamPermissionsOptions({ path: { collectionId }, query: { limit: 1000 } });
}
