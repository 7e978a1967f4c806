import { type QueryClient, useQueries } from '@tanstack/react-query';
import {
  getCollectionOptions,
  getSpaceOptions,
  listLinkInvitesInfiniteOptions,
} from '#api/generated/@tanstack/react-query.gen.ts';
import type { Invite } from '#api/generated/types.gen.ts';
import { requestWithFallback } from '#src/api/extensions.ts';
import { pageSize } from '#src/api/first-requests.ts';
import { pagedOptions } from '#src/api/paging.ts';
import { readInvite } from './read-invite.ts';

export const invitesOf = (organizationId: string) =>
  pagedOptions(listLinkInvitesInfiniteOptions({ path: { organizationId }, query: { limit: pageSize } }));

/**
 * @returns false where the server cannot list invite links
 */
export async function fetchInvites(queryClient: QueryClient, organizationId: string): Promise<boolean> {
  const fetchFirstPage = async () => {
    await queryClient.ensureInfiniteQueryData(invitesOf(organizationId));
    return true;
  };
  return requestWithFallback(queryClient, 'listLinkInvites', fetchFirstPage, () => Promise.resolve(false));
}

/** What a link without a space or collection grants access to. */
export const entireOrganizationLabel = 'Entire organization';

export interface NamedInvite {
  invite: Invite;
  target: string;
}

/** Loads the titles of linked spaces and collections, one request each. Until then, a generic label is used. */
export function useInviteTargets(listed: readonly Invite[]): NamedInvite[] {
  const read = listed.map(readInvite);
  const invites = read.flatMap(({ invite, title }) => (title === undefined ? [invite] : []));
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
  return read.map(({ invite, title }) => ({ invite, target: title ?? targetLabel(invite, titles) }));
}

const idsOf = (invites: readonly Invite[], kind: 'space' | 'collection') => [
  ...new Set(invites.map((invite) => invite[kind]).filter((id) => id !== undefined)),
];

/** The target in a sentence: “Handbook”, or the entire organization. */
export const targetInText = ({ invite, target }: NamedInvite): string =>
  invite.space === undefined && invite.collection === undefined ? 'the entire organization' : `“${target}”`;

/**
 * @param titles titles of spaces and collections by id
 */
export function targetLabel({ space, collection }: Invite, titles: ReadonlyMap<string, string>): string {
  if (space !== undefined) return titles.get(space) ?? 'A space';
  if (collection !== undefined) return titles.get(collection) ?? 'A collection';
  return entireOrganizationLabel;
}
