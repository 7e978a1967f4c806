import { pageSize } from '#src/api/first-requests.ts';
import {
  listSamlProvidersInfiniteOptions,
  listSamlProvidersOptions,
  listSsoLoginsOptions,
} from '#api/generated/@tanstack/react-query.gen.ts';
import { pagedOptions } from '#src/api/paging.ts';
import type { InvalidationTarget } from '#src/api/queries.ts';

/** The identity providers of an organization, newest first. For administrators. */
export const providersOf = (organizationId: string) =>
  pagedOptions(listSamlProvidersInfiniteOptions({ path: { organizationId }, query: { limit: pageSize } }));

/** The identity providers as one page, for what looks at all of them. */
export const allProvidersOf = (organizationId: string) =>
  listSamlProvidersOptions({ path: { organizationId }, query: { limit: 1000 } });

/** The ways to sign in that the sign-in page lists: those of providers that are complete. */
export const loginsOf = (organizationId: string) => listSsoLoginsOptions({ path: { organizationId } });

/** What a change of a provider makes out of date. */
export const providerInvalidations = (organizationId: string): InvalidationTarget[] => {
  const path = { organizationId };
  return [
    { operation: 'listSamlProviders', path },
    { operation: 'listSsoLogins', path },
  ];
};
