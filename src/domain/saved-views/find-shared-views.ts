import type { QueryClient } from '@tanstack/react-query';
import { getOrganizationOptions, listSharedViewsOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import type { Organization, SharedView } from '#api/generated/types.gen.ts';
import { optional } from '#src/api/optional-requests.ts';

/** A list whose views can be shared. */
export interface SharedList {
  organizationId: string;
  screen: string;
}

/** The list of an organization at a path; null for lists of one space or site, whose views can't be shared. */
export function sharedListAt(pathname: string): SharedList | null {
  const [, organizationId, screen] =
    /^\/o\/([^/]+)\/([a-z][a-z-]{0,39}(?:\/[a-z][a-z-]{0,39})?)$/.exec(pathname) ?? [];
  return organizationId === undefined || screen === undefined ? null : { organizationId, screen };
}

/** A list has rarely more; the server lists the latest first. */
const maxShown = 100;

/** Null where the server has none. */
export const optionsOf = ({ organizationId, screen }: SharedList) =>
  optional(listSharedViewsOptions({ path: { organizationId }, query: { screen, limit: maxShown } }));

/** Guests, who can't list members either, see no shared views. */
export const isReader = (organization: Organization | undefined) =>
  organization?.permissions.listMembers === true;

/** The shared views of a list; none if they can't be read. */
export async function findSharedViews(
  queryClient: QueryClient,
  pathname: string,
): Promise<readonly SharedView[]> {
  const list = sharedListAt(pathname);
  if (!list) return [];
  try {
    const { organizationId } = list;
    const organization = await queryClient.ensureQueryData(
      getOrganizationOptions({ path: { organizationId } }),
    );
    if (!isReader(organization)) return [];
    return (await queryClient.ensureQueryData(optionsOf(list)))?.items ?? [];
  } catch {
    return [];
  }
}
