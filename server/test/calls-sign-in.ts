import { type Arrange, at, created, nothing, type Scene } from './call-parts.ts';
import { newId } from '#server/database/ids.ts';
import { makeMember } from './factories.ts';
import { as } from './test-app.ts';

/**
 * The secret of a new invite link, which is what accepting names. In an organization of its own: whoever joins would be a
 * stranger in the scene no more.
 */
async function inviteSecret(): Promise<{ organizationId: string; inviteId: string }> {
  const admin = await makeMember({ role: 'admin' });
  const { organizationId } = admin;
  const { body } = await as(admin).post(`/v1/orgs/${organizationId}/link-invites`, { role: 'read' });
  return { organizationId, inviteId: String(body.urls.app).split('/').at(-1) ?? '' };
}

/** An identity provider that is not complete yet. */
export async function samlProvider({ admin, base }: Scene): Promise<{ samlProviderId: string }> {
  return { samlProviderId: await created(as(admin).post(`${base}/saml`, { label: 'Work' })) };
}

/** Calls of the operations that let people in. */
export const SIGN_IN_CALLS = {
  inviteMembers: () => ({ params: {}, body: { emails: [`${newId().toLowerCase()}@press.example`] } }),
  listSamlProviders: nothing,
  createSamlProvider: () => ({ params: {}, body: { label: 'Work' } }),
  getSamlProvider: at(samlProvider),
  updateSamlProvider: at(samlProvider, { label: 'Home' }),
  deleteSamlProvider: at(samlProvider),
  listSsoLogins: nothing,
  acceptInvite: async () => ({ params: await inviteSecret() }),
} satisfies Record<string, Arrange>;
