import { type QueryClient, useQueries } from '@tanstack/react-query';
import { requestWithFallback } from '#src/api/extensions.ts';
import {
  getCollectionOptions,
  getSpaceOptions,
  listLinkInvitesInfiniteOptions,
} from '#api/generated/@tanstack/react-query.gen.ts';
import type { Invite } from '#api/generated/types.gen.ts';
import { pageSize } from '#src/api/first-requests.ts';
import { pagedOptions } from '#src/api/paging.ts';

/** The invite links of an organization. */
export const invitesOf = (organizationId: string) =>
  pagedOptions(listLinkInvitesInfiniteOptions({ path: { organizationId }, query: { limit: pageSize } }));

/** Fetches the first links. @returns false where the server does not list them, which not every server does */
export async function fetchInvites(queryClient: QueryClient, organizationId: string): Promise<boolean> {
  const fetchFirstPage = async () => {
    await queryClient.ensureInfiniteQueryData(invitesOf(organizationId));
    return true;
  };
  return requestWithFallback(queryClient, 'listLinkInvites', fetchFirstPage, () => Promise.resolve(false));
}

/** An invite link and the name of what it leads to. */
export interface NamedInvite {
  invite: Invite;
  target: string;
}

/**
 * Finds out what links lead to: one request for each space or collection that a link names. What has not arrived yet
 * or cannot be seen is called by its kind.
 */
export function useInviteTargets(invites: readonly Invite[]): NamedInvite[] {
  const spaces = useQueries({
    queries: idsOf(invites, 'space').map((spaceId) => getSpaceOptions({ path: { spaceId } })),
  });
  const collections = useQueries({
    queries: idsOf(invites, 'collection').map((collectionId) =>
      getCollectionOptions({ path: { collectionId } }),
    ),
  });
  const titles = new Map(
    [...spaces, ...collections].flatMap(({ data }) => (data ? [[data.id, data.title]] : [])),
  );
  return invites.map((invite) => ({ invite, target: targetLabel(invite, titles) }));
}

const idsOf = (invites: readonly Invite[], kind: 'space' | 'collection') => [
  ...new Set(invites.map((invite) => invite[kind]).filter((id) => id !== undefined)),
];

/** What a link leads to, in words. @param titles of spaces and collections, by id */
export function targetLabel({ space, collection }: Invite, titles: ReadonlyMap<string, string>): string {
  if (space !== undefined) return titles.get(space) ?? 'A space';
  if (collection !== undefined) return titles.get(collection) ?? 'A collection';
  return 'The organization';
}
