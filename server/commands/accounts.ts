import type { Kysely } from 'kysely';
import type { Role } from '#api/generated/types.gen.ts';
import { levelOf } from '#server/access/roles.ts';
import { newToken } from '#server/access/tokens.ts';
import { insertOrganization } from '#server/accounts/joining/new-organization.ts';
import { insertApiToken, revokeApiToken } from '#server/accounts/sessions/api-tokens.ts';
import { createAskedSignInCode } from '#server/accounts/sign-in/link-sign-in.ts';
import { recordAccountEvent, recordInstallationEvent } from '#server/audit/account-events.ts';
import { recordAudit } from '#server/audit/audit.ts';
import { newId } from '#server/base/ids.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { toSearchKey } from '#server/lists/lists.ts';
import { UsageError } from './settings.ts';

/** Length limits of a title, as in the contract's `updateOrganization`. */
const TITLE = { min: 2, max: 255 };

/** Creates an organization without members; returns the id. `user create --organization` adds members. */
export async function createOrganization(db: Kysely<Database>, title: string): Promise<string> {
  const { length } = [...title];
  if (length < TITLE.min || length > TITLE.max) {
    throw new UsageError(`The title must have ${TITLE.min} to ${TITLE.max} characters, not ${length}.`);
  }
  return insertOrganization(db, title);
}

export interface NewUser {
  email: string;
  displayName: string;
  /** Adds the user to this organization. */
  membership?: { organizationId: string; role: Role | null };
}

/** Creates a user; returns the id. */
export async function createUser(db: Kysely<Database>, user: NewUser): Promise<string> {
  if (!/^\S+@\S+$/.test(user.email)) throw new UsageError(`"${user.email}" is not a valid email address.`);
  if (await findUser(db, user.email))
    throw new UsageError(`A user with the email ${user.email} already exists.`);
  const id = newId();
  await inTransaction(db, async (trx) => {
    await trx.insertInto('users').values({ id, display_name: user.displayName, email: user.email }).execute();
    if (!user.membership) {
      return recordInstallationEvent(trx, {
        actor: null,
        action: 'createUser',
        targetKind: 'user',
        targetId: id,
        summary: `Created the user ${user.displayName} from the command line.`,
      });
    }
    const { organizationId, role } = user.membership;
    const organization = await trx
      .selectFrom('organizations')
      .select('id')
      .where('id', '=', organizationId)
      .executeTakeFirst();
    if (!organization) throw new UsageError(`There is no organization with the ID ${organizationId}.`);
    await trx
      .insertInto('members')
      .values({
        organization_id: organizationId,
        user_id: id,
        role: levelOf(role),
        last_seen_at: null,
        search_text: toSearchKey(`${user.displayName} ${user.email}`),
      })
      .execute();
    await recordAudit(trx, {
      organizationId,
      actor: null,
      action: 'createUser',
      targetKind: 'member',
      targetId: id,
      summary: `Added ${user.displayName} from the command line.`,
      after: { role },
    });
  });
  return id;
}

/** Creates an API token and returns it; only its hash is stored. */
export async function createToken(
  db: Kysely<Database>,
  { email, name, expiresAt, now }: { email: string; name: string; expiresAt: Date | null; now: Date },
): Promise<string> {
  const user = await findUser(db, email);
  if (!user) throw new UsageError(`There is no user with the email ${email}.`);
  const token = newToken();
  await inTransaction(db, (trx) =>
    insertApiToken(trx, { userId: user.id, name, expiresAt, token, limits: null, actor: null, now }),
  );
  return token;
}

/**
 * Creates a link that signs a user in, and returns it. The operator of the server may: they own its database.
 */
export async function createLink(
  db: Kysely<Database>,
  { email, publicUrl, now }: { email: string; publicUrl: string; now: Date },
): Promise<string> {
  const user = await findUser(db, email);
  if (!user) throw new UsageError(`There is no user with the email ${email}.`);
  const code = await inTransaction(db, async (trx) => {
    await recordAccountEvent(trx, {
      userId: user.id,
      actor: null,
      action: 'createSignInLink',
      targetKind: 'user',
      targetId: user.id,
      summary: 'A sign-in link was created from the command line.',
    });
    return createAskedSignInCode(trx, user.id, now);
  });
  return `${publicUrl}/login#code=${code}`;
}

/** A table of API tokens, of one user or of all. */
export async function listTokens(db: Kysely<Database>, email: string | undefined): Promise<string> {
  const rows = await db
    .selectFrom('tokens')
    .innerJoin('users', 'users.id', 'tokens.user_id')
    .select(['tokens.id', 'users.email', 'tokens.name', 'tokens.created_at', 'tokens.last_used_at'])
    .select(['tokens.expires_at', 'tokens.revoked_at'])
    .where('tokens.session_id', 'is', null)
    .$if(email !== undefined, (tokens) =>
      tokens.where((user) =>
        user(user.fn<string>('lower', ['users.email']), '=', (email ?? '').toLowerCase()),
      ),
    )
    .orderBy('tokens.created_at')
    .orderBy('tokens.id')
    .execute();
  return toTable([
    ['ID', 'OWNER', 'NAME', 'CREATED', 'LAST USED', 'EXPIRES', 'REVOKED'],
    ...rows.map((row) => [
      row.id,
      row.email,
      row.name,
      minuteOf(row.created_at),
      minuteOf(row.last_used_at),
      minuteOf(row.expires_at),
      minuteOf(row.revoked_at),
    ]),
  ]);
}

/** Revokes an API token and ends the sessions that it started. */
export async function revokeToken(db: Kysely<Database>, id: string, now: Date): Promise<void> {
  await inTransaction(db, async (trx) => {
    const token = await trx
      .selectFrom('tokens')
      .selectAll()
      .where('id', '=', id)
      .where('session_id', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (!token)
      throw new UsageError(
        `There is no token with the ID ${id}. Run "bindery token list" to see all tokens.`,
      );
    if (token.revoked_at === null) await revokeApiToken(trx, token, { actor: null, now });
  });
}

export async function findUser(db: Kysely<Database>, email: string): Promise<{ id: string } | undefined> {
  return db
    .selectFrom('users')
    .select('id')
    .where((user) => user(user.fn<string>('lower', ['email']), '=', email.toLowerCase()))
    .executeTakeFirst();
}

/** The minute of a time; a dash for none. */
export function minuteOf(time: Date | null): string {
  return time?.toISOString().slice(0, 16).replace('T', ' ') ?? '-';
}

export function toTable(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
