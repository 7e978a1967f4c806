import { type Kysely, sql, type Transaction } from 'kysely';
import type { AccountScope } from '#server/access/account-scope.ts';
import type { Actor } from '#server/access/actor.ts';
import { findPolicyMemberships, type PolicyMembership } from '#server/access/session-limits.ts';
import { revokeApiToken } from '#server/accounts/sessions/api-tokens.ts';
import { closeToSessions } from '#server/accounts/sessions/end-sessions.ts';
import { nameOf } from '#server/accounts/sessions/session-events.ts';
import { recordAudit } from '#server/audit/audit.ts';
import { badValue, conflict, notFound } from '#server/base/errors.ts';
import type { Database } from '#server/database/tables/schema.ts';
import type { ChosenOrganization } from './api-tokens.rules.ts';

/** More could not be distinguished, and each is a secret that can leak. */
const MAX_TOKENS = 100;

/** Base query: API tokens of a person that are not revoked; those created in SSO sessions, if the scope is limited. */
export function selectTokens(db: Kysely<Database>, { userId, organizationId }: AccountScope) {
  return db
    .selectFrom('tokens')
    .selectAll('tokens')
    .where('tokens.user_id', '=', userId)
    .where('tokens.session_id', 'is', null)
    .where('tokens.revoked_at', 'is', null)
    .$if(organizationId !== null, (tokens) =>
      tokens.where('tokens.sso_organization_id', '=', organizationId),
    );
}

/** Base query: API tokens with which a member can access the organization. The same rule as `reasonNotOpen`. */
export function selectMemberTokens(
  db: Kysely<Database>,
  userId: string,
  { organizationId, passkeyRequired, tokenDays, ssoRequired }: PolicyMembership,
  now: Date,
) {
  return selectTokens(db, { userId, organizationId: null })
    .where((is) => is.or([is('tokens.expires_at', 'is', null), is('tokens.expires_at', '>', now)]))
    .where(
      sql<boolean>`(${organizationId} <> all(tokens.without_organization_ids)
        and (tokens.organization_ids is null or ${organizationId} = any(tokens.organization_ids)))`,
    )
    .$if(tokenDays !== null, (tokens) =>
      tokens.where(
        'tokens.created_at',
        '>',
        sql<Date>`${now}::timestamptz - ${tokenDays}::int * interval '1 day'`,
      ),
    )
    .$if(ssoRequired || passkeyRequired, (tokens) =>
      tokens.where((is) =>
        is.or([
          is('tokens.organization_ids', 'is', null),
          is.and([
            is('tokens.sso_organization_id', '=', organizationId),
            is('tokens.method', 'in', ['saml', 'oidc']),
          ]),
          ...(ssoRequired ? [] : [is('tokens.method', '=', 'passkey')]),
        ]),
      ),
    );
}

/** The titles of a person's organizations, by id. */
export async function findTitles(db: Kysely<Database>, userId: string): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('members')
    .innerJoin('organizations', 'organizations.id', 'members.organization_id')
    .select(['organizations.id', 'organizations.title'])
    .where('members.user_id', '=', userId)
    .execute();
  return new Map(rows.map(({ id, title }) => [id, title]));
}

/** The organizations of a new token, in the given order. Throws 400 naming an id that is none the caller can access. */
export async function loadChosenOrganizations(
  db: Kysely<Database>,
  actor: Actor,
  ids: readonly string[],
): Promise<ChosenOrganization[]> {
  const [titles, memberships] = [
    await findTitles(db, actor.user.id),
    await findPolicyMemberships(db, actor.user.id),
  ];
  return ids.map((id, index) => {
    const path = `body.organizations[${index}]`;
    if (ids.indexOf(id) < index) throw badValue(path, 'is listed twice');
    const membership = memberships.find(({ organizationId }) => organizationId === id);
    if (!membership || !actor.membership(id))
      throw badValue(path, 'is not an organization that you can access now');
    return { ...membership, title: titles.get(id) ?? id };
  });
}

/** Throws 409 if someone has as many API tokens as possible. Locks the person, so that two requests count in turn. */
export async function assertTokenCount(trx: Transaction<Database>, userId: string): Promise<void> {
  await trx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
  const { total } = await selectTokens(trx, { userId, organizationId: null })
    .clearSelect()
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow();
  if (total >= MAX_TOKENS)
    throw conflict(`You have ${MAX_TOKENS} API tokens. Revoke those that you no longer use.`);
}

export interface TokenChange {
  actor: Actor;
  now: Date;
}

/** Revokes one of the caller's tokens; 404 if it is none of theirs. */
export async function revokeOwnToken(
  trx: Transaction<Database>,
  scope: AccountScope,
  tokenId: string,
  change: TokenChange,
): Promise<void> {
  const token = await selectTokens(trx, scope)
    .where('tokens.id', '=', tokenId)
    .forUpdate()
    .executeTakeFirst();
  if (!token) throw notFound('API token');
  await revokeApiToken(trx, token, change);
}

/** Closes the organization to a token of a member, and revokes it if it has no other; 404 if it has no access. */
export async function revokeMemberToken(
  trx: Transaction<Database>,
  { userId, policy }: { userId: string; policy: PolicyMembership },
  tokenId: string,
  { actor, now }: TokenChange,
): Promise<void> {
  const { organizationId } = policy;
  const token = await selectMemberTokens(trx, userId, policy, now)
    .where('tokens.id', '=', tokenId)
    .forUpdate()
    .executeTakeFirst();
  if (!token) throw notFound('API token');
  const without = [...token.without_organization_ids, organizationId];
  const isUseless = token.organization_ids?.every((id) => without.includes(id)) ?? false;
  await trx
    .updateTable('tokens')
    .set({ without_organization_ids: without, ...(isUseless && { revoked_at: now }) })
    .where('id', '=', token.id)
    .execute();
  const which = sql<boolean>`sessions.started_by_token_id = ${token.id}`;
  await closeToSessions(trx, organizationId, { which, exceptSessionId: null, now });
  await recordAudit(trx, {
    organizationId,
    actor,
    action: 'revokeMemberToken',
    targetKind: 'member',
    targetId: userId,
    summary: `Revoked the API token “${token.name}” of ${await nameOf(trx, userId)}.`,
    before: { name: token.name },
  });
}
