import { createMember, type TestMember } from '../factories.ts';
import { testApp } from '../test-app.ts';

/** A member who was invited and has nothing to sign in with, unlike others in tests, who have a token. */
export async function createInvitedMember(fields: Parameters<typeof createMember>[0]): Promise<TestMember> {
  const member = await createMember(fields);
  const { db } = await testApp();
  await db.deleteFrom('tokens').where('user_id', '=', member.id).execute();
  return member;
}
