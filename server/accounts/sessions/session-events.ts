import type { Transaction } from 'kysely';
import type { SignInMethod } from '#api/generated/types.gen.ts';
import { recordAccountEvent } from '#server/audit/account-events.ts';
import type { Database, Row } from '#server/database/tables/schema.ts';
import { describeDevice, type RequestOrigin } from './devices.ts';

/** The end of "Ada Lovelace signed in …". */
const METHODS: Record<SignInMethod, string> = {
  passkey: 'with a passkey',
  password: 'with a password',
  email: 'with a link sent by email',
  saml: 'with single sign-on',
  oidc: 'with single sign-on',
  link: 'with a link printed by the server',
  token: 'with an API token of the command line',
};

interface StartedSession {
  id: string;
  userId: string;
  method: SignInMethod;
  /** The organizations that it opens. */
  organizationIds: readonly string[];
}

export async function recordSignIn(
  trx: Transaction<Database>,
  { id, userId, method, organizationIds }: StartedSession,
  { origin }: { origin: RequestOrigin },
): Promise<void> {
  const device = describeDevice(origin.userAgent);
  await recordAccountEvent(trx, {
    userId,
    actor: { user: { id: userId } },
    organizationIds,
    action: 'signIn',
    targetKind: 'session',
    targetId: id,
    summary: `${await nameOf(trx, userId)} signed in ${METHODS[method]} on ${device}.`,
    after: { method, device },
  });
}

export async function recordSignOut(trx: Transaction<Database>, session: Row<'sessions'>): Promise<void> {
  const device = describeDevice(session.user_agent);
  await recordAccountEvent(trx, {
    ...(await sessionEvent(trx, session)),
    actor: { user: { id: session.user_id } },
    action: 'signOut',
    summary: `${await nameOf(trx, session.user_id)} signed out on ${device}.`,
  });
}

/** A cookie that was used twice was copied; the server ended its session. */
export async function recordCopiedCookie(
  trx: Transaction<Database>,
  session: Row<'sessions'>,
): Promise<void> {
  const device = describeDevice(session.user_agent);
  await recordAccountEvent(trx, {
    ...(await sessionEvent(trx, session)),
    actor: null,
    action: 'endCopiedSession',
    summary: `Ended a session of ${await nameOf(trx, session.user_id)} on ${device}, because its cookie was used a second time.`,
  });
}

/** Whom and which organizations the end of a session concerns. */
async function sessionEvent(trx: Transaction<Database>, session: Row<'sessions'>) {
  const { id, user_id: userId, sso_organization_id: ssoOrganizationId } = session;
  const organizationIds =
    ssoOrganizationId === null
      ? await organizationsBut(trx, userId, session.without_organization_ids)
      : [ssoOrganizationId];
  return { userId, organizationIds, targetKind: 'session', targetId: id };
}

async function organizationsBut(
  trx: Transaction<Database>,
  userId: string,
  without: readonly string[],
): Promise<string[]> {
  const rows = await trx
    .selectFrom('members')
    .select('organization_id')
    .where('user_id', '=', userId)
    .execute();
  return rows.map((row) => row.organization_id).filter((id) => !without.includes(id));
}

/** The name of a person for a sentence of the audit log. */
export async function nameOf(trx: Transaction<Database>, userId: string): Promise<string> {
  const user = await trx
    .selectFrom('users')
    .select('display_name')
    .where('id', '=', userId)
    .executeTakeFirst();
  return user?.display_name ?? 'A deleted account';
}
