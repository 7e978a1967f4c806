import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '#server/database/tables/schema.ts';
import type { Membership } from './actor.ts';
import { LEVEL } from './roles.ts';
import { reasonNotOpen } from './sign-in-policy.ts';

/** The membership of a user, read from the database; undefined where they are no member or a disabled one. */
export async function findMembership(
  db: Kysely<Database>,
  organizationId: string,
  userId: string,
): Promise<Membership | undefined> {
  return selectMembership(db, organizationId).where('members.user_id', '=', userId).executeTakeFirst();
}

/** The membership that a living session opens; undefined where it opens none in this organization. */
export async function findSessionMembership(
  db: Kysely<Database>,
  organizationId: string,
  { sessionId, now }: { sessionId: string; now: Date },
): Promise<Membership | undefined> {
  const row = await selectMembership(db, organizationId)
    .innerJoin('sessions', 'sessions.user_id', 'members.user_id')
    .innerJoin('organizations', 'organizations.id', 'members.organization_id')
    .select([
      'sessions.method',
      'sessions.created_at as createdAt',
      'sessions.sso_organization_id as limitedTo',
      'organizations.passkey_required as passkeyRequired',
      'organizations.session_hours as sessionHours',
      'organizations.token_days as tokenDays',
      sql<boolean>`organizations.sso or members.sso`.as('ssoRequired'),
    ])
    .where('sessions.id', '=', sessionId)
    .where('sessions.revoked_at', 'is', null)
    .where('sessions.expires_at', '>', now)
    .where((is) =>
      is.or([
        is('sessions.sso_organization_id', 'is', null),
        is('sessions.sso_organization_id', '=', organizationId),
      ]),
    )
    .where(sql<boolean>`${organizationId} <> all(sessions.without_organization_ids)`)
    .executeTakeFirst();
  return row && reasonNotOpen({ ...row, kind: 'session' }, row, row, now) === undefined ? row : undefined;
}

function selectMembership(db: Kysely<Database>, organizationId: string) {
  const teams = () =>
    sql`select team_id from team_members where organization_id = members.organization_id
      and user_id = members.user_id`;
  return db
    .selectFrom('members')
    .select([
      'members.organization_id as organizationId',
      'members.user_id as userId',
      'members.role',
      'members.disabled',
      'members.sso',
      sql<string[]>`array(${teams()})`.as('teamIds'),
      sql<string[]>`array(${teams()} and role = 'owner')`.as('ownedTeamIds'),
    ])
    .where('members.organization_id', '=', organizationId)
    .where('members.disabled', '=', false);
}

/**
 * Whether this is the only active administrator. Locks all administrators in one order, so that two of them cannot
 * remove each other concurrently.
 */
export async function isLastAdministrator(
  trx: Transaction<Database>,
  organizationId: string,
  userId: string,
): Promise<boolean> {
  const administrators = await trx
    .selectFrom('members')
    .select('user_id')
    .where('organization_id', '=', organizationId)
    .where('role', '=', LEVEL.admin)
    .where('disabled', '=', false)
    .orderBy('user_id')
    .forUpdate()
    .execute();
  return administrators.length === 1 && administrators[0]?.user_id === userId;
}

/** Makes a user findable by a name or email address that was just stored, in all their organizations. */
export async function updateMemberSearch(trx: Transaction<Database>, userId: string): Promise<void> {
  await trx
    .updateTable('members')
    .from('users')
    .set({ search_text: sql`search_key(users.display_name || ' ' || users.email)` })
    .whereRef('users.id', '=', 'members.user_id')
    .where('users.id', '=', userId)
    .execute();
}
