import { type Arrange, type Scene } from './call-parts.ts';
import { newId } from '#server/database/ids.ts';
import { as } from './test-app.ts';

/** The secret of a new invite link, which is what accepting names. */
async function inviteSecret({ admin, base }: Scene): Promise<{ inviteId: string }> {
  const { body } = await as(admin).post(`${base}/link-invites`, { role: 'read' });
  return { inviteId: String(body.urls.app).split('/').at(-1) ?? '' };
}

/** Calls of the operations that let people in. */
export const SIGN_IN_CALLS = {
  inviteMembers: () => ({ params: {}, body: { emails: [`${newId().toLowerCase()}@press.example`] } }),
  acceptInvite: async (scene) => ({ params: await inviteSecret(scene) }),
} satisfies Record<string, Arrange>;
