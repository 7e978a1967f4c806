import { expect } from 'vitest';
import { newId } from '#server/base/ids.ts';
import { type OrganizationFixture, createOrganizationFixture } from '../organization-fixture.ts';
import { resetSharedClock, testApp } from '../test-app.ts';
import type { ResponseFields } from './identity-provider.ts';
import { SignOn, type SignOnResponse } from './sign-on.ts';

/**
 * The users with an email, and the members, sessions and providers of an organization: a rejected sign-in must not
 * change them.
 */
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

/** A new email. */
export const newEmail = () => `${newId().toLowerCase()}@new.example`;

/** A sign-in that must be rejected. */
interface RejectedSignOn {
  w: OrganizationFixture;
  signOn: SignOn;
  /** Sends the response. */
  send: (fields: ResponseFields) => Promise<SignOnResponse> | SignOnResponse;
  changes?: Partial<ResponseFields> | undefined;
  /** The error code; `sso-refused` by default. */
  code?: string | undefined;
}

/** Sends the response; expects the sign-in page and no changes. */
async function expectRejectedSignOn({
  w,
  signOn,
  send: make,
  changes = {},
  code = 'sso-refused',
}: RejectedSignOn): Promise<void> {
  const email = changes.email ?? newEmail();
  const before = await signInState(w, email);
  const response = await make(await signOn.fields(email, changes));
  expect(response.status).toBe(303);
  expect(response.location).toMatch(new RegExp(`^/login\\?error=${code}&request=[\\w-]+$`));
  expect(response.cookie).toBeUndefined();
  expect(await signInState(w, email)).toEqual(before);
}

/** An organization with an identity provider, and an assertion that a sign-in is rejected. */
export async function createRejectionFixture() {
  // Test files await this before their hooks, among them the one that resets the clock.
  await resetSharedClock();
  const w = await createOrganizationFixture();
  const signOn = await SignOn.connect(w);
  /** Starts a sign-in with `changes`, sends the response, and expects an error code. */
  const expectRejected = (
    send: RejectedSignOn['send'],
    changes?: Partial<ResponseFields>,
    code?: string,
  ): Promise<void> => expectRejectedSignOn({ w, signOn, send, changes, code });
  return { w, signOn, expectRejected };
}
