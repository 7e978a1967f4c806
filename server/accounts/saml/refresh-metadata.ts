import { type Kysely, sql, type Transaction } from 'kysely';
import type { Actor } from '#server/access/actor.ts';
import { LEVEL } from '#server/access/roles.ts';
import { recordAudit } from '#server/audit/audit.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import type { Database, Row } from '#server/database/tables/schema.ts';
import type { Fetcher } from '#server/network/guarded-fetch.ts';
import type { Mailer } from '#server/network/mailer.ts';
import { canMail, enqueueMails } from '#server/queue/mail-queue.ts';
import { splitCertificates, withFormerCertificates } from './certificates.ts';
import { fetchMetadata } from './fetch-metadata.ts';
import type { ProviderMetadata } from './metadata.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/** Until a process that took over a check is thought to have ended. */
const CLAIM_MS = HOUR_MS / 6;
/** Sooner than a day, as a certificate may be about to change. */
const RETRY_MS = 6 * HOUR_MS;
const MAX_CHECKS = 20;
/** Administrators who get a mail about a change. */
const MAX_TOLD = 50;

type ProviderRow = Row<'saml_providers'>;

export interface RefreshContext {
  fetcher: Fetcher;
  mailer: Pick<Mailer, 'delivery'>;
  now: Date;
  /** Who asked for it; the server itself otherwise. */
  actor?: Actor;
}

/** When the metadata of a provider is read again, after it was read just now. */
export function nextMetadataRead(now: Date): Date {
  return new Date(now.getTime() + DAY_MS);
}

/** Reads the metadata that is due; every process may call it. */
export async function refreshDueMetadata(db: Kysely<Database>, context: RefreshContext): Promise<void> {
  const due = await db
    .updateTable('saml_providers')
    .set({ next_metadata_read_at: new Date(context.now.getTime() + CLAIM_MS) })
    .where(sql<boolean>`id in (select id from saml_providers where next_metadata_read_at <= ${context.now}
      order by next_metadata_read_at limit ${MAX_CHECKS} for update skip locked)`)
    .returningAll()
    .execute();
  await Promise.all(due.map((provider) => refreshMetadata(db, provider, context)));
}

/**
 * Reads the metadata of a provider again. A new certificate or SSO URL of the same entity ID is taken, audited and
 * mailed to administrators; certificates in use stay until they end. Everything else is a problem that is shown, and
 * changes nothing.
 */
export async function refreshMetadata(
  db: Kysely<Database>,
  { id, metadata_url: url }: Pick<ProviderRow, 'id' | 'metadata_url'>,
  context: RefreshContext,
): Promise<void> {
  if (url === null) return;
  const { now } = context;
  const read = await fetchMetadata(context.fetcher, url, now);
  await inTransaction(db, async (trx) => {
    const provider = await trx
      .selectFrom('saml_providers')
      .selectAll()
      .where('id', '=', id)
      .where('metadata_url', '=', url)
      .forUpdate()
      .executeTakeFirst();
    // Deleted, or given another address in between.
    if (!provider) return;
    const problem = problemOf(provider, read);
    const changes = problem === null && !('problem' in read) ? changesOf(provider, read, now) : {};
    await trx
      .updateTable('saml_providers')
      .set({
        ...changes,
        metadata_read_at: now,
        metadata_problem: problem,
        next_metadata_read_at: problem === null ? nextMetadataRead(now) : new Date(now.getTime() + RETRY_MS),
      })
      .where('id', '=', id)
      .execute();
    if (Object.keys(changes).length > 0) await tellOfChange(trx, provider, changes, context);
    const isNewProblem = problem !== null && provider.metadata_problem === null;
    if (isNewProblem) await mailAdministrators(trx, provider, { problem }, context);
  });
}

/** As a sentence. */
function problemOf(provider: ProviderRow, read: ProviderMetadata | { problem: string }): string | null {
  if ('problem' in read) return `The address ${read.problem}.`;
  if (provider.entity_id === null || read.entityID === provider.entity_id) return null;
  return `The address now describes another identity provider, “${read.entityID.slice(0, 200)}”. If that is right, enter it as its entity ID.`;
}

interface Changes {
  entity_id?: string;
  sso_url?: string;
  certificate?: string;
}

function changesOf(provider: ProviderRow, read: ProviderMetadata, now: Date): Changes {
  const former = provider.certificate ?? '';
  const isKnown = splitCertificates(read.certificate).every((pem) => former.includes(pem));
  return {
    ...(provider.entity_id === null && { entity_id: read.entityID }),
    ...(read.ssoURL !== provider.sso_url && { sso_url: read.ssoURL }),
    ...(!isKnown && { certificate: withFormerCertificates(read.certificate, former, now) }),
  };
}

async function tellOfChange(
  trx: Transaction<Database>,
  provider: ProviderRow,
  changes: Changes,
  context: RefreshContext,
): Promise<void> {
  const what = [
    ...(changes.entity_id === undefined ? [] : ['entity ID']),
    ...(changes.sso_url === undefined ? [] : ['SSO URL']),
    ...(changes.certificate === undefined ? [] : ['certificate']),
  ].join(' and ');
  const { entity_id, sso_url, certificate } = provider;
  await recordAudit(trx, {
    organizationId: provider.organization_id,
    actor: context.actor ?? null,
    action: 'readSamlMetadata',
    targetKind: 'saml-provider',
    targetId: provider.id,
    summary: `Took a new ${what} from the metadata of the identity provider “${provider.label}”.`,
    before: pick({ entity_id, sso_url, certificate }, changes),
    after: changes,
  });
  await mailAdministrators(trx, provider, { change: `new ${what}` }, context);
}

function pick(before: Record<string, string | null>, changes: object): Record<string, string | null> {
  return Object.fromEntries(Object.entries(before).filter(([column]) => column in changes));
}

async function mailAdministrators(
  trx: Transaction<Database>,
  { id, organization_id: organizationId, label }: ProviderRow,
  news: { change: string } | { problem: string },
  { mailer, now }: RefreshContext,
): Promise<void> {
  const administrators = await trx
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select('users.email')
    .where('members.organization_id', '=', organizationId)
    .where('members.role', '=', LEVEL.admin)
    .where('members.disabled', '=', false)
    .orderBy('users.id')
    .limit(MAX_TOLD)
    .execute();
  const mails = administrators
    .filter(({ email }) => canMail(mailer, email))
    .map(({ email }) => ({
      kind: 'provider-metadata',
      to: email,
      organizationId,
      data: { label, path: `/o/${organizationId}/sso/${id}`, ...news },
    }));
  await enqueueMails(trx, mails, now);
}
