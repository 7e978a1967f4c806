import { type QueryClient, queryOptions } from '@tanstack/react-query';
import {
  getLinkInviteQueryKey,
  listLinkInvitesInfiniteOptions,
} from '#api/generated/@tanstack/react-query.gen.ts';
import { getLinkInvite, listLinkInvites } from '#api/generated/sdk.gen.ts';
import type { Invite, Organization } from '#api/generated/types.gen.ts';
import { useCan } from '#src/api/extensions.ts';
import { pageSize } from '#src/api/first-requests.ts';
import { requestWithFallback } from '#src/api/optional-requests.ts';
import { fetchAllPages, pagedOptions } from '#src/api/paging.ts';
import { isMissingThere } from '#src/api/parts.ts';
import { useInvitesByEmail } from '#src/domain/people/invitations.ts';
import { permissionReasons, reasonUnless } from '#src/domain/permission/permissions.ts';

/** Why people can't be added by email address at some servers of the documented API. */
export const noEmailReason = 'This server can’t add members by email address.';

export const noLinksReason = 'This server can’t create invite links through its API.';

/** Why a person can't invite others, by a link or by their email addresses; undefined if they can. */
export function useInviteDenials({ permissions, inviteLinks }: Organization): {
  createLink: string | undefined;
  inviteByEmail: string | undefined;
} {
  const createsLinks = useCan('createLinkInvite') !== false;
  const invitesByEmail = useInvitesByEmail();
  const adminReason = reasonUnless(permissions.admin, permissionReasons.administrator);
  return {
    createLink:
      adminReason ??
      reasonUnless(createsLinks, noLinksReason) ??
      reasonUnless(inviteLinks, 'Invite links are disabled for this organization.'),
    inviteByEmail: adminReason ?? reasonUnless(invitesByEmail, noEmailReason),
  };
}

export const invitesOf = (organizationId: string) =>
  pagedOptions(listLinkInvitesInfiniteOptions({ path: { organizationId }, query: { limit: pageSize } }));

/** One invite link. Older servers of the documented API have only the list of all. */
export const inviteOf = (path: { organizationId: string; inviteId: string }) =>
  queryOptions({
    queryKey: getLinkInviteQueryKey({ path }),
    queryFn: async ({ signal }): Promise<Invite> => {
      const { organizationId, inviteId } = path;
      try {
        return (await getLinkInvite({ path, signal, throwOnError: true })).data;
      } catch (error) {
        if (!isMissingThere(error)) throw error;
        const invites = await fetchAllPages(
          async (query) =>
            (await listLinkInvites({ path: { organizationId }, query, signal, throwOnError: true })).data,
          { signal },
        );
        const invite = invites.find(({ id }) => id === inviteId);
        if (!invite) throw error;
        return invite;
      }
    },
  });

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
