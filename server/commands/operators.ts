import type { Kysely } from 'kysely';
import { deleteOperator, insertOperators } from '#server/access/operators.ts';
import { recordInstallationEvent } from '#server/audit/account-events.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { findUser, minuteOf, toTable } from './accounts.ts';
import { UsageError } from './settings.ts';

/** Makes a user an operator of the server. No organization's rights follow from it. */
export async function addOperator(db: Kysely<Database>, email: string, now: Date): Promise<string> {
  const user = await requireUser(db, email);
  const isNew = await inTransaction(db, async (trx) => {
    if (!(await insertOperators(trx, [user.id], now))) return false;
    await recordInstallationEvent(trx, {
      actor: null,
      action: 'addOperator',
      targetKind: 'user',
      targetId: user.id,
      summary: `Made ${email} an operator from the command line.`,
    });
    return true;
  });
  return isNew
    ? `${email} is an operator now. Their menu has "Operation".`
    : `${email} is an operator already.`;
}

export async function removeOperator(db: Kysely<Database>, email: string): Promise<string> {
  const user = await requireUser(db, email);
  const wasOperator = await inTransaction(db, async (trx) => {
    if (!(await deleteOperator(trx, user.id))) return false;
    await recordInstallationEvent(trx, {
      actor: null,
      action: 'removeOperator',
      targetKind: 'user',
      targetId: user.id,
      summary: `Removed ${email} from the operators from the command line.`,
    });
    return true;
  });
  if (!wasOperator)
    throw new UsageError(`${email} is not an operator. Run "bindery operator list" to see all.`);
  return `${email} is not an operator any more.`;
}

/** A table of the operators. */
export async function listOperators(db: Kysely<Database>): Promise<string> {
  const rows = await db
    .selectFrom('operators')
    .innerJoin('users', 'users.id', 'operators.user_id')
    .select(['users.email', 'users.display_name', 'operators.added_at'])
    .orderBy('operators.added_at')
    .orderBy('users.id')
    .execute();
  return toTable([
    ['EMAIL', 'NAME', 'SINCE'],
    ...rows.map((row) => [row.email, row.display_name, minuteOf(row.added_at)]),
  ]);
}

async function requireUser(db: Kysely<Database>, email: string): Promise<{ id: string }> {
  const user = await findUser(db, email);
  if (user) return user;
  throw new UsageError(
    `There is no user with the email ${email}. Create one with "bindery user create --email ${email}".`,
  );
}
