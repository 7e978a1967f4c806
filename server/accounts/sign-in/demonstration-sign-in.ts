import { type Kysely, sql } from 'kysely';
import type { Role } from '#api/generated/types.gen.ts';
import { roleOf } from '#server/access/roles.ts';
import { DEMONSTRATION_DOMAIN } from '#server/base/demonstration-people.ts';
import type { ServiceSettings } from '#server/base/service-settings.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { type SessionGrant, startSession } from '../sessions/sessions.ts';
import { type BrowserContext, finishSignIn } from '../sessions/sign-in-browser.ts';
import { FIRST_ADMINISTRATOR_KEY } from './first-administrator.ts';

/** The setting that stores that a database was filled with the demonstration. */
export const DEMONSTRATION_KEY = 'demonstration';

/** Someone to try the demonstration as. */
export interface DemonstrationPerson {
  id: string;
  displayName: string;
  /** In the organization of the first administrator; null for a guest. */
  role: Role | null;
}

/**
 * The people as whom anyone who reaches the sign-in page may sign in, the most powerful first: those of the
 * demonstration, on a server that only its machine reaches. None as soon as an account of anybody else can be signed in
 * to, because the data is not only the demonstration's any more.
 */
export async function findDemonstrationPeople(
  db: Kysely<Database>,
  { isLocal }: Pick<ServiceSettings, 'isLocal'>,
): Promise<DemonstrationPerson[]> {
  if (!isLocal) return [];
  const isOthers = sql<boolean>`lower(users.email) not like ${`%${DEMONSTRATION_DOMAIN}`}`;
  const rows = await db
    .selectFrom('server_settings')
    .innerJoin('members as first', 'first.user_id', 'server_settings.value')
    .innerJoin('members', 'members.organization_id', 'first.organization_id')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select(['users.id', 'users.display_name', 'members.role'])
    .distinctOn('users.id')
    .where('server_settings.key', '=', FIRST_ADMINISTRATOR_KEY)
    .where(sql<boolean>`exists (select from server_settings where key = ${DEMONSTRATION_KEY})`)
    .where(
      sql<boolean>`not exists (select from users where ${isOthers} and (email_confirmed_at is not null
        or exists (select from passwords where user_id = users.id)
        or exists (select from passkeys where user_id = users.id)))`,
    )
    .where(sql<boolean>`not ${isOthers}`)
    .where('members.disabled', '=', false)
    .where('members.sso', '=', false)
    .orderBy('users.id')
    .orderBy('members.role', 'desc')
    .execute();
  return rows
    .toSorted((a, b) => b.role - a.role || a.display_name.localeCompare(b.display_name))
    .map(({ id, display_name: displayName, role }) => ({ id, displayName, role: roleOf(role) }));
}

/** Starts a session of one of these people. Undefined for others, and where none is listed. */
export async function startDemonstrationSession(
  db: Kysely<Database>,
  service: Pick<ServiceSettings, 'isLocal'>,
  userId: string,
  browser: BrowserContext,
): Promise<SessionGrant | undefined> {
  const people = await findDemonstrationPeople(db, service);
  if (!people.some(({ id }) => id === userId)) return undefined;
  return inTransaction(db, async (trx) => {
    const grant = await startSession(trx, { userId, method: 'link' }, browser);
    await finishSignIn(trx, userId, browser);
    return grant;
  });
}
