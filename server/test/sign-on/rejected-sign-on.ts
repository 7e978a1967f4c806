import { expect } from 'vitest';
import { newId } from '#server/database/ids.ts';
import type { ResponseFields } from './identity-provider.ts';
import { SignOn, type SignOnResponse } from './sign-on.ts';
import { resetSharedClock, testApp } from '../test-app.ts';
import { type OrganizationFixture, createOrganizationFixture } from '../organization-fixture.ts';

/** Users of an address, members and sessions of an organization: what a refused sign-in must not have changed. */
export async function signInState(here: OrganizationFixture, email: string) {
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

/** An e-mail address that nobody has. */
export const newEmail = () => `${newId().toLowerCase()}@new.example`;

/** A sign-in of an organization's provider that is to be refused. */
interface RejectedSignOn {
  w: OrganizationFixture;
  signOn: SignOn;
  /** Posts the answer. */
  send: (fields: ResponseFields) => Promise<SignOnResponse> | SignOnResponse;
  changes?: Partial<ResponseFields> | undefined;
  /** With which code; `sso-refused` where absent. */
  code?: string | undefined;
}

/** Posts what `make` makes and expects the sign-in page, and that nothing is left. */
async function expectRejectedSignOn({
  w,
  signOn,
  send: make,
  changes = {},
  code = 'sso-refused',
}: RejectedSignOn): Promise<void> {
  const email = changes.email ?? newEmail();
  const before = await signInState(w, email);
  const answer = await make(await signOn.fields(email, changes));
  expect(answer.status).toBe(303);
  expect(answer.location).toMatch(new RegExp(`^/login\\?error=${code}&request=[\\w-]+$`));
  expect(answer.cookie).toBeUndefined();
  expect(await signInState(w, email)).toEqual(before);
}

/** An organization with an identity provider for a file of tests, and what expects that a sign-in there is refused. */
export async function createRejectionFixture() {
  // Files wait for this before their hooks, the one that resets the clock among them.
  await resetSharedClock();
  const w = await createOrganizationFixture();
  const signOn = await SignOn.connect(w);
  /** Posts what `make` makes of a started sign-in with `changes`, and expects a refusal with the code. */
  const expectRejected = (
    make: RejectedSignOn['send'],
    changes?: Partial<ResponseFields>,
    code?: string,
  ): Promise<void> => expectRejectedSignOn({ w, signOn, send: make, changes, code });
  return { w, signOn, expectRefused: expectRejected };
}
