/**
 * The predicted result of a sign-in at an identity provider, for the administrator who tests it. Nothing is
 * created or changed.
 */
import type { Kysely, Transaction } from 'kysely';
import { z } from 'zod';
import { type Actor, isAdministrator, membershipOr404 } from '#server/access/actor.ts';
import { roleOf } from '#server/access/roles.ts';
import { forbidden, notFound } from '#server/base/errors.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { createCode, findCode } from '../credentials/one-time-codes.ts';
import { findOffer } from '../own/offered-address.ts';
import { findProvider, type Person, type Provider } from './identities.ts';
import { ownerOfLinkSession } from './link-codes.ts';
import { SignOnError } from './sign-on-error.ts';
import { findOrAddMember, retryForNewUser } from './sign-on-member.ts';

/** How long a result can be read, by the session that started the test. */
const RESULT_MS = 10 * 60_000;
const MAX_SENT = 200;
const MAX_VALUES = 50;
const MAX_LENGTH = 1000;

const sentValue = z.object({
  source: z.enum(['NameID', 'attribute', 'ID token', 'userinfo']),
  name: z.string(),
  values: z.array(z.string()),
});

const sentAttribute = z.object({ value: z.string(), from: z.string() });

const result = z.object({
  provider: z.object({ kind: z.enum(['saml', 'oidc']), id: z.string(), label: z.string() }),
  /** Everything that the provider said about the person; empty where it could not be verified. */
  sent: z.array(sentValue),
  email: sentAttribute.nullable(),
  /** Why the address counts or does not; null where a signed response is enough. */
  proof: z.string().nullable(),
  displayName: sentAttribute.nullable(),
  subject: sentAttribute.nullable(),
  outcome: z.discriminatedUnion('kind', [
    /** Signs in to an account that is linked; `offeredEmail` is the address that its person is offered. */
    z.object({
      kind: z.literal('linked'),
      displayName: z.string(),
      email: z.string(),
      offeredEmail: z.string().nullable(),
    }),
    /** An account has the address; its person links it first. */
    z.object({ kind: z.literal('to-link'), hasCredential: z.boolean() }),
    z.object({ kind: z.literal('new'), role: z.string().nullable(), team: z.string().nullable() }),
    z.object({ kind: z.literal('refused'), code: z.string(), reason: z.string() }),
  ]),
});

export type SentValue = z.infer<typeof sentValue>;
export type SignOnTestResult = z.infer<typeof result>;
type Outcome = SignOnTestResult['outcome'];

/** The facts of a response before it is accepted. */
export type TestReport = Pick<SignOnTestResult, 'sent' | 'email' | 'proof' | 'displayName' | 'subject'>;

/** Who may test a provider: the administrators of its organization, in a session. */
export async function requireTester(
  db: Kysely<Database>,
  actor: Actor,
  providerId: string,
): Promise<{ provider: Provider; sessionId: string }> {
  const provider = await findProvider(db, providerId);
  if (!provider) throw notFound('identity provider');
  return { provider, sessionId: requireAdministrator(actor, provider.organization_id) };
}

function requireAdministrator(actor: Actor, organizationId: string): string {
  if (!isAdministrator(membershipOr404(actor, organizationId)))
    throw forbidden('You need the role "admin" in this organization to test identity providers.');
  if (actor.sessionId === null) throw forbidden('Sign in to test identity providers.');
  return actor.sessionId;
}

/**
 * Judges a response.
 *
 * @param read completes the report as far as it gets; throws `SignOnError` where a sign-in would be refused
 */
export async function judgeSignOn(
  db: Kysely<Database>,
  provider: Provider,
  now: Date,
  read: (report: TestReport) => Promise<Person>,
): Promise<SignOnTestResult> {
  const report: TestReport = { sent: [], email: null, proof: null, displayName: null, subject: null };
  const { kind, id, label } = provider;
  const outcome = await read(report).then(
    (person) => foreseeOutcome(db, provider, person, now),
    (error: unknown) => refusalOf(error),
  );
  return {
    provider: { kind, id, label },
    ...report,
    sent: report.sent.slice(0, MAX_SENT).map(shortened),
    outcome,
  };
}

const shortened = ({ source, name, values }: SentValue): SentValue => ({
  source,
  name: name.slice(0, MAX_LENGTH),
  values: values.slice(0, MAX_VALUES).map((value) => value.slice(0, MAX_LENGTH)),
});

function refusalOf(error: unknown): Outcome {
  if (!(error instanceof SignOnError)) throw error;
  return { kind: 'refused', code: error.code, reason: error.message };
}

/** Ends a transaction without keeping anything of it. */
class Undone extends Error {
  readonly outcome: Outcome;

  constructor(outcome: Outcome) {
    super('A test keeps nothing.');
    this.outcome = outcome;
  }
}

/** Signs in as a sign-in does, and takes everything back. */
async function foreseeOutcome(
  db: Kysely<Database>,
  provider: Provider,
  person: Person,
  now: Date,
): Promise<Outcome> {
  try {
    return await retryForNewUser(() =>
      inTransaction(db, async (trx) => {
        const member = await findOrAddMember(trx, provider, person, now);
        if ('toLink' in member)
          throw new Undone({ kind: 'to-link', hasCredential: member.toLink.hasCredential });
        throw new Undone(
          member.isNew ? await newMember(trx, provider) : await linkedAccount(trx, provider, member.userId),
        );
      }),
    );
  } catch (error) {
    return error instanceof Undone ? error.outcome : refusalOf(error);
  }
}

async function linkedAccount(
  trx: Transaction<Database>,
  { organization_id: organizationId }: Provider,
  userId: string,
): Promise<Outcome> {
  const { display_name: displayName, email } = await trx
    .selectFrom('users')
    .select(['display_name', 'email'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const offer = await findOffer(trx, { userId, organizationId });
  return { kind: 'linked', displayName, email, offeredEmail: offer?.email ?? null };
}

async function newMember(
  trx: Transaction<Database>,
  { default_role: role, default_team_id: teamId }: Provider,
): Promise<Outcome> {
  const team =
    teamId === null
      ? undefined
      : await trx.selectFrom('teams').select('title').where('id', '=', teamId).executeTakeFirst();
  return { kind: 'new', role: roleOf(role), team: team?.title ?? null };
}

const storedResult = z.object({ sessionId: z.string(), result });

/** Keeps a result for the session that asked for it. Returns the code that it is read with. */
export async function storeResult(
  db: Kysely<Database>,
  { organization_id: organizationId }: Provider,
  sessionId: string,
  tested: SignOnTestResult,
  now: Date,
): Promise<string> {
  return inTransaction(db, async (trx) => {
    const data: z.infer<typeof storedResult> = { sessionId, result: tested };
    const code = {
      purpose: 'sign-on-test' as const,
      user_id: await ownerOfLinkSession(trx, sessionId, now),
      organization_id: organizationId,
      data: JSON.stringify(data),
      expires_at: new Date(now.getTime() + RESULT_MS),
    };
    return createCode(trx, code, now);
  });
}

/** Reads a result, any number of times, in the session that started the test. */
export async function readResult(
  db: Kysely<Database>,
  actor: Actor,
  code: string,
  now: Date,
): Promise<SignOnTestResult> {
  const testCode = await findCode(db, 'sign-on-test', code, now);
  const storedTest = testCode?.user_id === actor.user.id ? storedResult.parse(testCode.data) : undefined;
  if (!storedTest || storedTest.sessionId !== actor.sessionId || testCode?.organization_id == null)
    throw notFound('result of a test');
  requireAdministrator(actor, testCode.organization_id);
  return storedTest.result;
}
