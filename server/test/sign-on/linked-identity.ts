import { newId } from '#server/database/ids.ts';
import { testApp } from '../test-app.ts';

/** Stores an identity as if its person had linked it. The subject is the address unless another one is given. */
export async function linkTestIdentity(
  provider: { kind: 'saml' | 'oidc'; id: string; organizationId: string },
  { id: userId, email }: { id: string; email: string },
  subject: string = email,
): Promise<void> {
  const { db } = await testApp();
  await db
    .insertInto('sign_on_identities')
    .values({
      id: newId(),
      organization_id: provider.organizationId,
      user_id: userId,
      saml_provider_id: provider.kind === 'saml' ? provider.id : null,
      oidc_provider_id: provider.kind === 'oidc' ? provider.id : null,
      subject,
      email,
      last_used_at: null,
    })
    .execute();
}
