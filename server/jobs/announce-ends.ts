import { type Kysely, sql, type Transaction } from 'kysely';
import type { NotificationSubjectKind } from '#api/generated/types.gen.ts';
import { lastEndOf } from '#server/accounts/saml/certificates.ts';
import { groupBy } from '#server/base/group-by.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import type { Database } from '#server/database/tables/schema.ts';
import {
  findAdministrators,
  tellAdministrators,
  writeNotices,
} from '#server/notifications/write-notifications.ts';

const DAY_MS = 24 * 60 * 60_000;
const CERTIFICATE_NOTICE_MS = 14 * DAY_MS;
const TOKEN_NOTICE_MS = 7 * DAY_MS;
const GIT_TOKEN_NOTICE_MS = 14 * DAY_MS;
/** Tokens of one run; the rest follows with the next one. */
const MAX_TOKENS = 1000;

/** Tells administrators of certificates and tokens of repositories, and people of their API tokens, that end soon: once for each end. */
export async function announceEnds(db: Kysely<Database>, now: Date): Promise<void> {
  await announceCertificates(db, now);
  await announceTokens(db, now);
  await announceGitTokens(db, now);
}

interface End {
  kind: NotificationSubjectKind;
  id: string;
  endsAt: Date;
}

/** Whether an end is announced for the first time. */
async function isNew(trx: Transaction<Database>, { kind, id, endsAt }: End, now: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('announced_ends')
    .values({ subject_kind: kind, subject_id: id, ends_at: endsAt, announced_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

const eventOf = ({ kind, id, endsAt }: End): string => `${kind}:${id}:${endsAt.toISOString()}`;

async function announceCertificates(db: Kysely<Database>, now: Date): Promise<void> {
  const providers = await db
    .selectFrom('saml_providers')
    .select(['id', 'organization_id', 'label', 'certificate'])
    .where('certificate', 'is not', null)
    .execute();
  for (const { id, organization_id: organizationId, label, certificate } of providers) {
    const endsAt = lastEndOf(certificate ?? '');
    if (!endsAt || Math.abs(endsAt.getTime() - now.getTime()) > CERTIFICATE_NOTICE_MS) continue;
    const end: End = { kind: 'identity-provider', id, endsAt };
    await inTransaction(db, async (trx) => {
      if (!(await isNew(trx, end, now))) return;
      await tellAdministrators(trx, {
        organizationId,
        eventId: eventOf(end),
        at: now,
        reason: 'certificate-ends',
        subject: { kind: 'identity-provider', id },
        detail: `The certificate of “${label}” ends on ${dayOf(endsAt)}. Nobody can sign in with it afterwards.`,
      });
    });
  }
}

/** What all notices of tokens that end have. */
function noticeOf(end: End, now: Date) {
  return {
    eventId: eventOf(end),
    at: now,
    reason: 'token-ends',
    action: 'token-ends',
    subject: { kind: end.kind, id: end.id },
    actorId: null,
    commentId: null,
  } as const;
}

async function announceTokens(db: Kysely<Database>, now: Date): Promise<void> {
  const { rows } = await sql<{
    id: string;
    user_id: string;
    name: string;
    ends_at: Date;
    organization_id: string;
  }>`
    select tokens.id, tokens.user_id, tokens.name, tokens.expires_at as ends_at, min(members.organization_id) as organization_id
    from tokens join members on members.user_id = tokens.user_id and not members.disabled
    where tokens.session_id is null and tokens.revoked_at is null
      and tokens.expires_at > ${now} and tokens.expires_at <= ${new Date(now.getTime() + TOKEN_NOTICE_MS)}
      and (tokens.organization_ids is null or members.organization_id = any(tokens.organization_ids))
      and not exists (select from announced_ends where subject_kind = 'api-token' and subject_id = tokens.id
        and ends_at = tokens.expires_at)
    group by tokens.id order by tokens.id limit ${MAX_TOKENS}::int`.execute(db);
  for (const [, tokens] of groupBy(rows, ({ user_id }) => user_id)) {
    await inTransaction(db, async (trx) => {
      for (const { id, user_id: userId, organization_id: organizationId, name, ends_at: endsAt } of tokens) {
        const end: End = { kind: 'api-token', id, endsAt };
        if (!(await isNew(trx, end, now))) continue;
        await writeNotices(trx, [
          {
            ...noticeOf(end, now),
            userId,
            organizationId,
            readers: 'everyone',
            contentId: null,
            detail: `The API token “${name}” ends on ${dayOf(endsAt)}.`,
          },
        ]);
      }
    });
  }
}

/** Of connections of spaces and sites with repositories, as far as somebody said when their tokens end. */
async function announceGitTokens(db: Kysely<Database>, now: Date): Promise<void> {
  const { rows } = await sql<{
    id: string;
    space_id: string | null;
    site_id: string | null;
    url: string;
    created_by: string | null;
    ends_at: Date;
    organization_id: string;
  }>`
    select git_connections.id, git_connections.space_id, git_connections.site_id, git_connections.url,
      git_connections.created_by, git_connections.token_ends_at as ends_at,
      coalesce(spaces.organization_id, sites.organization_id) as organization_id
    from git_connections left join spaces on spaces.id = git_connections.space_id
      left join sites on sites.id = git_connections.site_id
    where spaces.deleted_at is null and git_connections.token <> '' and git_connections.token_ends_at > ${now}
      and git_connections.token_ends_at <= ${new Date(now.getTime() + GIT_TOKEN_NOTICE_MS)}
      and not exists (select from announced_ends where subject_kind = 'git-connection'
        and subject_id = git_connections.id and ends_at = git_connections.token_ends_at)
    order by git_connections.id limit ${MAX_TOKENS}::int`.execute(db);
  for (const row of rows) {
    const { id, space_id, site_id, url, created_by, ends_at: endsAt, organization_id: organizationId } = row;
    const end: End = { kind: 'git-connection', id, endsAt };
    await inTransaction(db, async (trx) => {
      if (!(await isNew(trx, end, now))) return;
      const administrators = (await findAdministrators(trx, [organizationId])).get(organizationId) ?? [];
      const people = new Set([...(created_by === null ? [] : [created_by]), ...administrators]);
      await writeNotices(
        trx,
        [...people].map((userId) => ({
          ...noticeOf(end, now),
          userId,
          organizationId,
          readers: space_id === null ? 'administrators' : 'content',
          contentId: space_id,
          ...(site_id !== null && { subject: { kind: 'site', id: site_id } as const }),
          detail: `The token for the repository ${url} ends on ${dayOf(endsAt)}.`,
        })),
      );
    });
  }
}

const dayOf = (date: Date): string => date.toISOString().slice(0, 10);
