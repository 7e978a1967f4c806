import { IdentityProvider } from '../../server/test/identity-provider.ts';
import { createSamlProvider } from '../../src/api/generated/sdk.gen.ts';
import type { Organization } from './organizations.ts';

/** Gives an organization an identity provider, without which nobody can be made to sign in through one. */
export async function addIdentityProvider({ id, admin }: Organization): Promise<void> {
  const { settings } = new IdentityProvider();
  await createSamlProvider({
    client: admin.client,
    path: { organizationId: id },
    body: settings,
    throwOnError: true,
  });
}
