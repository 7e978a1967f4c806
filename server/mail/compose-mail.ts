import { type Kysely, sql } from 'kysely';
import { hasCredential } from '#server/accounts/credentials/credentials.queries.ts';
import { createCode } from '#server/accounts/credentials/one-time-codes.ts';
import { findJoinableOrganization } from '#server/accounts/joining/email-domains.ts';
import { findOpenInvite } from '#server/accounts/joining/joining.queries.ts';
import { appUrl, type ServiceSettings } from '#server/base/service-settings.ts';
import type { Database, Row } from '#server/database/tables/schema.ts';
import { type MailContent, mailTexts } from './mail-texts.ts';
import { composeDigest, composeNotification } from './notifications/compose-notifications.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const INVITATION_MS = 7 * DAY_MS;
const ACCOUNT_LINK_MS = DAY_MS;
const SIGN_IN_LINK_MS = 30 * MINUTE_MS;
/** Who asked for a link an hour ago no longer waits for it. */
const MAX_REQUEST_AGE_MS = HOUR_MS;

export interface ComposeContext {
  service: Pick<ServiceSettings, 'publicUrl' | 'signingKey'>;
  now: Date;
}

type Compose = (
  db: Kysely<Database>,
  mail: Row<'mails'>,
  context: ComposeContext,
) => Promise<MailContent | null>;

/** Makes the content of each kind of mail; null if there is nothing to say any more. */
const KINDS: Record<string, Compose> = {
  test: async (_db, _mail, { service }) => mailTexts.test({ url: service.publicUrl }),

  async invitation(db, { recipient, organization_id: organizationId, data }, { service, now }) {
    const invited = await db
      .selectFrom('members')
      .innerJoin('users', 'users.id', 'members.user_id')
      .innerJoin('organizations', 'organizations.id', 'members.organization_id')
      .select(['users.id', 'organizations.title', sql<boolean>`organizations.sso or members.sso`.as('sso')])
      .where('organizations.id', '=', organizationId)
      .where((is) => is(is.fn<string>('lower', ['users.email']), '=', recipient))
      .executeTakeFirst();
    if (!invited) return null;
    const path = `/o/${organizationId}`;
    const names = { inviter: textOf(data, 'inviter'), organization: invited.title };
    // Who signs on through an identity provider makes no credential here.
    if (invited.sso || (await hasCredential(db, invited.id)))
      return mailTexts.invitation({ ...names, url: appUrl(service, path), makesAccount: false });
    const expires_at = new Date(now.getTime() + INVITATION_MS);
    const account = { purpose: 'account', user_id: invited.id, email: recipient, expires_at } as const;
    const url = linkWith(service, await createCode(db, account, now), path);
    return mailTexts.invitation({ ...names, url, makesAccount: true });
  },

  async 'sign-in'(db, { recipient, created_at: askedAt, data }, { service, now }) {
    if (now.getTime() - askedAt.getTime() > MAX_REQUEST_AGE_MS) return null;
    const user = await findRecipient(db, recipient);
    const joins = user ? undefined : await findJoinableOrganization(db, recipient);
    if (!user && !joins) return null;
    const owner = { recipient, userId: user?.id ?? null, joins: joins?.id };
    const { code, isComplete } = await createRecipientCode(db, owner, now);
    const url = linkWith(service, code, textOf(data, 'next') ?? '/');
    return isComplete ? mailTexts.signIn({ url }) : mailTexts.account({ url, organization: joins?.title });
  },

  async 'sign-on'(db, { recipient, created_at: askedAt, data }, { service, now }) {
    if (now.getTime() - askedAt.getTime() > SIGN_IN_LINK_MS) return null;
    const user = await findRecipient(db, recipient);
    if (!user) return null;
    const expires_at = new Date(now.getTime() + SIGN_IN_LINK_MS);
    const signIn = { purpose: 'sign-in', user_id: user.id, email: recipient, expires_at } as const;
    const url = linkWith(service, await createCode(db, signIn, now), '/account');
    return mailTexts.signOn({ provider: textOf(data, 'provider') ?? '', url });
  },

  async join(db, { recipient, organization_id: organizationId, created_at: askedAt, data }, context) {
    const { service, now } = context;
    const secret = textOf(data, 'secret') ?? '';
    if (now.getTime() - askedAt.getTime() > MAX_REQUEST_AGE_MS || organizationId === null) return null;
    const invite = await findOpenInvite(db, organizationId, secret);
    if (!invite?.inviteLinks || invite.sso) return null;
    const user = await findRecipient(db, recipient);
    const owner = { recipient, userId: user?.id ?? null };
    const { code, isComplete } = await createRecipientCode(db, owner, now);
    const url = linkWith(service, code, `/join/${organizationId}/${secret}`);
    return mailTexts.join({ url, organization: invite.organizationTitle, makesAccount: !isComplete });
  },

  async 'email-change'(db, { recipient, created_at: askedAt, data }, { service, now }) {
    if (now.getTime() - askedAt.getTime() > MAX_REQUEST_AGE_MS) return null;
    const userId = textOf(data, 'userId') ?? '';
    const user = await db
      .selectFrom('users')
      .select(['email', 'display_name'])
      .where('id', '=', userId)
      .executeTakeFirst();
    // An address with an account keeps it.
    if (!user || (await findRecipient(db, recipient))) return null;
    const expires_at = new Date(now.getTime() + ACCOUNT_LINK_MS);
    const change = { purpose: 'email-change', user_id: userId, email: recipient, expires_at } as const;
    const from = { from: user.email, identityId: textOf(data, 'identityId') ?? undefined };
    const code = await createCode(db, { ...change, data: JSON.stringify(from) }, now);
    const url = appUrl(service, `/account#confirm-email=${code}`);
    return mailTexts.emailChange({ name: user.display_name, url });
  },

  async 'email-confirmation'(db, { recipient, created_at: askedAt, data }, { service, now }) {
    if (now.getTime() - askedAt.getTime() > MAX_REQUEST_AGE_MS) return null;
    const userId = textOf(data, 'userId') ?? '';
    const user = await db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirst();
    if (user?.email.toLowerCase() !== recipient) return null;
    const expires_at = new Date(now.getTime() + ACCOUNT_LINK_MS);
    const address = { purpose: 'email-change', user_id: userId, email: user.email, expires_at } as const;
    const code = await createCode(db, { ...address, data: JSON.stringify({ from: user.email }) }, now);
    return mailTexts.emailConfirmation({ url: appUrl(service, `/account#confirm-email=${code}`) });
  },

  'email-change-notice': async (_db, { data }) =>
    mailTexts.emailChangeNotice({ at: toMinute(textOf(data, 'at')) }),
  'email-changed': async (_db, { data }) => mailTexts.emailChanged({ at: toMinute(textOf(data, 'at')) }),
  'account-deleted': async (_db, { data }) => mailTexts.accountDeleted({ at: toMinute(textOf(data, 'at')) }),

  notification: composeNotification,
  digest: composeDigest,

  credentials: async (_db, { data }, { service }) =>
    mailTexts.credentials({
      change: textOf(data, 'change') ?? 'changed how you sign in',
      at: toMinute(textOf(data, 'at')),
      url: appUrl(service, '/account'),
    }),

  'provider-metadata': async (_db, { data }, { service }) => {
    const change = textOf(data, 'change');
    return mailTexts.providerMetadata({
      label: textOf(data, 'label') ?? '',
      news: change === null ? { problem: textOf(data, 'problem') ?? '' } : { change },
      url: appUrl(service, textOf(data, 'path') ?? '/'),
    });
  },

  'new-device': async (_db, { data }, { service }) =>
    mailTexts.newDevice({
      device: textOf(data, 'device') ?? 'an unknown device',
      address: textOf(data, 'address'),
      country: textOf(data, 'country'),
      at: toMinute(textOf(data, 'at')),
      url: appUrl(service, '/'),
    }),
};

/** The content of a queued mail; null if there is nothing to say any more. */
export async function composeMail(
  db: Kysely<Database>,
  mail: Row<'mails'>,
  context: ComposeContext,
): Promise<MailContent | null> {
  return (await KINDS[mail.kind]?.(db, mail, context)) ?? null;
}

const findRecipient = (db: Kysely<Database>, recipient: string) =>
  db
    .selectFrom('users')
    .select('id')
    .where((is) => is(is.fn<string>('lower', ['email']), '=', recipient))
    .executeTakeFirst();

/**
 * A code that signs the owner of an address in, or makes their account: `userId` is null where there is none, `joins` the
 * organization that a new account joins by its domain.
 */
async function createRecipientCode(
  db: Kysely<Database>,
  { recipient, userId, joins }: { recipient: string; userId: string | null; joins?: string | undefined },
  now: Date,
): Promise<{ code: string; isComplete: boolean }> {
  const isComplete = userId !== null && (await hasCredential(db, userId));
  const purpose = isComplete ? 'sign-in' : 'account';
  const expires_at = new Date(now.getTime() + (isComplete ? SIGN_IN_LINK_MS : ACCOUNT_LINK_MS));
  const owner = { user_id: userId, data: JSON.stringify(joins === undefined ? {} : { joins }) };
  const code = await createCode(db, { purpose, ...owner, email: recipient, expires_at }, now);
  return { code, isComplete };
}

/** The link of a mailed code, which stands after the `#`: browsers keep that for themselves. */
function linkWith(service: ComposeContext['service'], code: string, next: string): string {
  const query = next === '/' ? '' : `?${new URLSearchParams({ next })}`;
  return appUrl(service, `/login${query}#mail=${code}`);
}

/** "2026-11-25 09:30 UTC" */
function toMinute(time: string | null): string {
  return (time ?? '').replace(/^(.{10})T(.{5}).*$/, '$1 $2 UTC');
}

function textOf(data: unknown, name: string): string | null {
  const value: unknown = Reflect.get(Object(data), name);
  return typeof value === 'string' ? value : null;
}
