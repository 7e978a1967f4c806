import {
  listOidcProvidersOptions,
  listSamlProvidersInfiniteOptions,
  listSamlProvidersOptions,
  listSsoLoginsOptions,
} from '#api/generated/@tanstack/react-query.gen.ts';
import { useCan } from '#src/api/extensions.ts';
import { pageSize } from '#src/api/first-requests.ts';
import { optional } from '#src/api/optional-requests.ts';
import { pagedOptions } from '#src/api/paging.ts';
import type { InvalidationTarget } from '#src/api/queries.ts';

/** Newest first. Administrators only. */
export const providersOf = (organizationId: string) =>
  pagedOptions(listSamlProvidersInfiniteOptions({ path: { organizationId }, query: { limit: pageSize } }));

export const allProvidersOf = (organizationId: string) =>
  listSamlProvidersOptions({ path: { organizationId }, query: { limit: 1000 } });

/** Newest first; null where the server has only SAML. Administrators only. */
export const oidcProvidersOf = (organizationId: string) =>
  optional(listOidcProvidersOptions({ path: { organizationId }, query: { limit: 100 } }));

/** Whether members can sign in with OpenID Connect; undefined until the server has answered. */
export const useHasOidc = (): boolean | undefined => useCan('createOidcProvider');

/** Whether the server reads an identity provider's metadata from an address. */
export const useReadsMetadata = (): boolean => useCan('readSamlMetadata') === true;

/** The sign-in options of complete providers, as on the sign-in page. */
export const loginsOf = (organizationId: string) => listSsoLoginsOptions({ path: { organizationId } });

export const providerInvalidations = (organizationId: string): InvalidationTarget[] => {
  const path = { organizationId };
  return [
    { operation: 'listSamlProviders', path },
    { operation: 'listSsoLogins', path },
  ];
};
