import { type Kysely, sql, type Transaction } from 'kysely';
import { newId } from '#server/base/ids.ts';
import type { Database } from '#server/database/tables/schema.ts';

/** The organization's rules for new members. */
export interface JoinRules {
  defaultRole: number;
  emailDomains: readonly string[];
  sso: boolean;
  inviteLinks: boolean;
  /** Whether a complete identity provider exists. */
  hasProvider: boolean;
}

/** Locked for share until the transaction ends. */
export async function lockJoinRules(
  trx: Transaction<Database>,
  organizationId: string,
): Promise<JoinRules | undefined> {
  return trx
    .selectFrom('organizations')
    .select([
      'default_role as defaultRole',
      'email_domains as emailDomains',
      'sso',
      'invite_links as inviteLinks',
      sql<boolean>`exists (select from saml_providers provider
        where provider.organization_id = organizations.id and provider.certificate is not null
          and provider.sso_url is not null and provider.entity_id is not null)
        or exists (select from oidc_providers provider where provider.organization_id = organizations.id)`.as(
        'hasProvider',
      ),
    ])
    .where('id', '=', organizationId)
    .forShare('organizations')
    .executeTakeFirst();
}

/** The public facts about an invite link, for a person without an account. */
export interface OpenInvite {
  organizationTitle: string;
  inviteLinks: boolean;
  sso: boolean;
}

/** An invite link by its secret; undefined where it is unknown or revoked, or its content was deleted. */
export function findOpenInvite(
  db: Kysely<Database>,
  organizationId: string,
  secret: string,
): Promise<OpenInvite | undefined> {
  return db
    .selectFrom('link_invites')
    .innerJoin('organizations', 'organizations.id', 'link_invites.organization_id')
    .select([
      'organizations.title as organizationTitle',
      'organizations.invite_links as inviteLinks',
      'organizations.sso',
    ])
    .where('link_invites.organization_id', '=', organizationId)
    .where('link_invites.secret', '=', secret)
    .where(
      sql<boolean>`(link_invites.content_id is null
        or exists (select from spaces where id = link_invites.content_id and deleted_at is null)
        or exists (select from collections where id = link_invites.content_id))`,
    )
    .executeTakeFirst();
}

/** Users by email address, created where missing; ids by lower-case address. */
export async function findOrCreateUsers(
  trx: Transaction<Database>,
  emails: readonly string[],
): Promise<Map<string, string>> {
  const rows = emails.map((email) => ({
    id: newId(),
    display_name: email.slice(0, email.lastIndexOf('@')),
    email,
  }));
  if (rows.length === 0) return new Map();
  // In one order everywhere, so that two invitations of the same people do not wait for each other.
  const sorted = rows.toSorted((a, b) => (a.email.toLowerCase() < b.email.toLowerCase() ? -1 : 1));
  await trx
    .insertInto('users')
    .values(sorted)
    .onConflict((conflict) => conflict.expression(sql`lower(email)`).doNothing())
    .execute();
  const lowered = emails.map((email) => email.toLowerCase());
  const users = await trx
    .selectFrom('users')
    .select(['id', sql<string>`lower(email)`.as('key')])
    .where(sql`lower(email)`, '=', sql<string>`any(${lowered}::text[])`)
    .execute();
  return new Map(users.map(({ id, key }) => [key, id]));
}

/** `role` is a level. */
export interface NewMember {
  userId: string;
  role: number;
  sso: boolean;
  /** When they were invited by address; they may not know of it yet. */
  invitedAt?: Date;
}

/** Existing members are unchanged. Returns the ids of added members. */
export async function insertMembers(
  trx: Transaction<Database>,
  organizationId: string,
  joining: readonly NewMember[],
): Promise<Set<string>> {
  if (joining.length === 0) return new Set();
  const sorted = joining.toSorted((a, b) => (a.userId < b.userId ? -1 : 1));
  const { rows } = await sql<{ user_id: string }>`
    insert into members (organization_id, user_id, role, sso, invited_at, search_text)
    select ${organizationId}, users.id, fresh.role, fresh.sso, fresh.invited_at, search_key(users.display_name || ' ' || users.email)
    from unnest(${sorted.map(({ userId }) => userId)}::text[], ${sorted.map(({ role }) => role)}::smallint[],
      ${sorted.map(({ sso }) => sso)}::boolean[],
      ${sorted.map(({ invitedAt }) => invitedAt ?? null)}::timestamptz[])
      with ordinality as fresh(user_id, role, sso, invited_at, place)
    join users on users.id = fresh.user_id
    order by fresh.place
    on conflict do nothing returning user_id`.execute(trx);
  return new Set(rows.map(({ user_id }) => user_id));
}

/** A role in a team, as the database keeps it. */
export type StoredTeamRole = 'owner' | 'member';

export interface TeamIds {
  id: string;
  organizationId: string;
}

/** Adds members, or updates the role of existing ones. */
export async function upsertTeamMembers(
  trx: Transaction<Database>,
  team: TeamIds,
  roles: ReadonlyMap<string, StoredTeamRole>,
): Promise<void> {
  if (roles.size === 0) return;
  await trx
    .insertInto('team_members')
    .values(toRows(team, roles))
    .onConflict((conflict) =>
      conflict.columns(['team_id', 'user_id']).doUpdateSet((row) => ({ role: row.ref('excluded.role') })),
    )
    .execute();
}

/** Existing members keep their role. */
export async function addTeamMembers(
  trx: Transaction<Database>,
  team: TeamIds,
  userIds: readonly string[],
): Promise<void> {
  if (userIds.length === 0) return;
  await trx
    .insertInto('team_members')
    .values(toRows(team, new Map(userIds.map((userId) => [userId, 'member']))))
    .onConflict((conflict) => conflict.columns(['team_id', 'user_id']).doNothing())
    .execute();
}

function toRows(team: TeamIds, roles: ReadonlyMap<string, StoredTeamRole>) {
  return [...roles]
    .map(([userId, role]) => ({
      team_id: team.id,
      organization_id: team.organizationId,
      user_id: userId,
      role,
    }))
    .toSorted((a, b) => a.user_id.localeCompare(b.user_id));
}

/** Notes that a member uses the organization. */
export async function updateLastSeen(
  db: Kysely<Database>,
  { organizationId, userId }: { organizationId: string; userId: string },
  now: Date,
): Promise<void> {
  await db
    .updateTable('members')
    .set({ last_seen_at: now })
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .execute();
}
