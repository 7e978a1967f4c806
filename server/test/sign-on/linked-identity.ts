import { insertIdentity } from '#server/accounts/sign-on/identities.ts';
import { testApp } from '../test-app.ts';

/** Stores an identity as if its person had linked it. The subject is the address unless another one is given. */
export async function linkTestIdentity(
  { kind, id, organizationId }: { kind: 'saml' | 'oidc'; id: string; organizationId: string },
  { id: userId, email }: { id: string; email: string },
  subject: string = email,
): Promise<void> {
  const { db } = await testApp();
  const provider = { kind, id, organization_id: organizationId };
  await insertIdentity(db, provider, { userId, subject, email }, { linkedAt: new Date(), lastUsedAt: null });
}
