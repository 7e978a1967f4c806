import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import {
  deleteOidcProviderMutation,
  deleteSamlProviderMutation,
} from '#api/generated/@tanstack/react-query.gen.ts';
import type { OidcProvider, Organization, SamlProvider, SsoLogin } from '#api/generated/types.gen.ts';
import { updateCachedLists, useApiMutation } from '#src/api/queries.ts';
import { confirmDeletion } from '#src/components/confirm/confirm.ts';
import { loginsOf } from './queries.ts';

/** The consequences of deleting a provider, one sentence each. */
export function describeDeletion(
  { id }: Pick<SamlProvider, 'id'>,
  logins: readonly Pick<SsoLogin, 'id' | 'label'>[],
  isEnforced: boolean,
): string[] {
  if (!logins.some((login) => login.id === id)) return ['It’s incomplete, so no members are affected.'];
  const others = logins.filter((login) => login.id !== id).map(({ label }) => `“${label}”`);
  const keptMessage = 'Members and their access stay.';
  if (others.length > 0)
    return [`Members can no longer sign in through it. Still available: ${others.join(', ')}.`, keptMessage];
  return [
    isEnforced
      ? 'Single sign-on is enforced and this is the last provider. Until you add another, only administrators can sign in.'
      : 'This is the last provider. Members who use it need another way to sign in.',
    keptMessage,
  ];
}

/**
 * @returns a function that asks for confirmation and resolves to whether the provider was deleted
 */
export function useProviderDeletion(
  organization: Organization,
): (provider: SamlProvider) => Promise<boolean> {
  const queryClient = useQueryClient();
  const path = { organizationId: organization.id };
  const { mutateAsync } = useApiMutation(deleteSamlProviderMutation(), {
    invalidates: [{ operation: 'listSsoLogins', path }],
    onSuccess: (_, { path: { samlProviderId } }) =>
      updateCachedLists<SamlProvider>(queryClient, { operation: 'listSamlProviders', path }, (item) =>
        item.id === samlProviderId ? null : item,
      ),
  });
  return (provider) =>
    confirmProviderDeletion(queryClient, organization, provider, () =>
      mutateAsync({ path: { ...path, samlProviderId: provider.id } }),
    );
}

/** As above, for a provider with OpenID Connect. */
export function useOidcProviderDeletion(
  organization: Organization,
): (provider: OidcProvider) => Promise<boolean> {
  const queryClient = useQueryClient();
  const path = { organizationId: organization.id };
  const { mutateAsync } = useApiMutation(deleteOidcProviderMutation(), {
    invalidates: [
      { operation: 'listSsoLogins', path },
      { operation: 'listOidcProviders', path },
    ],
  });
  return (provider) =>
    confirmProviderDeletion(queryClient, organization, provider, () =>
      mutateAsync({ path: { ...path, oidcProviderId: provider.id } }),
    );
}

function confirmProviderDeletion(
  queryClient: QueryClient,
  organization: Organization,
  provider: Pick<SamlProvider, 'id' | 'label'>,
  action: () => Promise<unknown>,
): Promise<boolean> {
  const { label } = provider;
  return confirmDeletion({
    kind: 'identity provider',
    name: label,
    body: 'You can’t undo this. A new provider gets new URLs, which you must enter at the identity provider.',
    confirmLabel: 'Delete provider',
    typeToConfirm: label,
    impact: async () => {
      const { items } = await queryClient.fetchQuery({ ...loginsOf(organization.id), staleTime: 0 });
      return describeDeletion(provider, items, organization.sso ?? false);
    },
    action,
  });
}
