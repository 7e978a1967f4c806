import { type CallFactory, callWith, createdId, organizationCall, type ApiFixture } from './call-parts.ts';
import { newId } from '#server/database/ids.ts';
import { makeMember } from './factories.ts';
import { as } from './test-app.ts';

/**
 * The secret of a new invite link, which is what accepting names. In an organization of its own: whoever joins
 * would become a member of the fixture's.
 */
async function inviteSecretParams(): Promise<{ organizationId: string; inviteId: string }> {
  const admin = await makeMember({ role: 'admin' });
  const { organizationId } = admin;
  const { body } = await as(admin).post(`/v1/orgs/${organizationId}/link-invites`, { role: 'read' });
  return { organizationId, inviteId: String(body.urls.app).split('/').at(-1) ?? '' };
}

/** An identity provider that is not complete yet. */
export async function samlProviderParams({ admin, base }: ApiFixture): Promise<{ samlProviderId: string }> {
  return { samlProviderId: await createdId(as(admin).post(`${base}/saml`, { label: 'Work' })) };
}

/** Calls of the operations that let people in. */
export const SIGN_IN_CALLS = {
  inviteMembers: () => ({ params: {}, body: { emails: [`${newId().toLowerCase()}@press.example`] } }),
  listSamlProviders: organizationCall,
  createSamlProvider: () => ({ params: {}, body: { label: 'Work' } }),
  getSamlProvider: callWith(samlProviderParams),
  updateSamlProvider: callWith(samlProviderParams, { label: 'Home' }),
  deleteSamlProvider: callWith(samlProviderParams),
  listSsoLogins: organizationCall,
  acceptInvite: async () => ({ params: await inviteSecretParams() }),
} satisfies Record<string, CallFactory>;
