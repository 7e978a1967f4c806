import { expect } from 'vitest';
import { newId } from '#server/database/ids.ts';
import type { AnswerFields } from './identity-provider.ts';
import type { SignOn, SignOnAnswer } from './sign-on.ts';
import { testApp } from './test-app.ts';
import type { World } from './world.ts';

/** Users of an address, members and sessions of an organization: what a refused sign-in must not have changed. */
export async function traces(here: World, email: string) {
  const { db } = await testApp();
  const organizationId = here.organization.id;
  const users = await db
    .selectFrom('users')
    .select('id')
    .where('email', 'ilike', `${email}%`)
    .orderBy('id')
    .execute();
  const members = await db
    .selectFrom('members')
    .select('user_id')
    .where('organization_id', '=', organizationId)
    .orderBy('user_id')
    .execute();
  const sessions = await db
    .selectFrom('sessions')
    .select('id')
    .where('sso_organization_id', '=', organizationId)
    .orderBy('id')
    .execute();
  const providers = await db
    .selectFrom('saml_providers')
    .select('status')
    .where('organization_id', '=', organizationId)
    .orderBy('id')
    .execute();
  return { users, members, sessions, providers };
}

/** A sign-in of an organization's provider that is to be refused. */
interface RefusedSignOn {
  w: World;
  signOn: SignOn;
  /** Posts the answer. */
  make: (fields: AnswerFields) => Promise<SignOnAnswer> | SignOnAnswer;
  changes?: Partial<AnswerFields> | undefined;
  /** With which code; `sso-refused` where absent. */
  code?: string | undefined;
}

/** Posts what `make` makes and expects the sign-in page, and that nothing is left. */
export async function expectRefusedSignOn({
  w,
  signOn,
  make,
  changes = {},
  code = 'sso-refused',
}: RefusedSignOn): Promise<void> {
  const email = changes.email ?? `${newId().toLowerCase()}@new.example`;
  const before = await traces(w, email);
  const answer = await make(await signOn.fields(email, changes));
  expect(answer.status).toBe(303);
  expect(answer.location).toMatch(new RegExp(`^/login\\?error=${code}&request=[\\w-]+$`));
  expect(answer.cookie).toBeUndefined();
  expect(await traces(w, email)).toEqual(before);
}
