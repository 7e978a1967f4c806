import { randomUUID } from 'node:crypto';
import pg from 'pg';

/** A limit that no role has, as the first connection asks for it, and as PostgreSQL writes it. */
const PROBED_TIMEOUT_MS = 30_007;
const PROBED_TIMEOUT = '30007ms';
const CONNECTION_TIMEOUT_MS = 10_000;
/** Limit of the statements that look at a new connection; the types of `pg` lack it. */
export const limited = { query_timeout: 5000 };

/** How to talk to the server behind a connection string. */
export interface PostgresTraits {
  /** A pooler stands before the server, and may give each transaction another connection to it. */
  isPooled: boolean;
  /** Named statements are found again in later transactions. */
  keepsNames: boolean;
  /** No statement runs longer than `STATEMENT_TIMEOUT_MS` of the engine, or what the role's own limit is. */
  limitsStatements: boolean;
}

/**
 * Examines the server behind a connection string. PgBouncer refuses start-up parameters that it does not
 * know, or drops them if configured to; from version 1.21 it can keep named statements, under its own names.
 */
export async function examinePostgres(url: string): Promise<PostgresTraits> {
  const direct = await limitOf(url, PROBED_TIMEOUT_MS).catch((error: unknown) => {
    if (/startup parameter/.test(error instanceof Error ? error.message : '')) return undefined;
    throw error;
  });
  if (direct?.limit === PROBED_TIMEOUT) return { isPooled: false, keepsNames: true, limitsStatements: true };
  const pooled = await limitOf(url, false);
  return { isPooled: true, keepsNames: pooled.keepsNames, limitsStatements: pooled.limit !== '0' };
}

/** The limit of statements on a connection, and whether a name is translated on its way to the server. */
async function limitOf(url: string, statementTimeout: number | false) {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    ...limited,
    application_name: 'bindery',
    statement_timeout: statementTimeout,
  });
  // The connection may break later than the statement that notices it.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ limit: string; is_standby: boolean }>(
      "select current_setting('statement_timeout') as limit, pg_is_in_recovery() as is_standby",
    );
    if (rows[0]?.is_standby) throw new Error('it is a standby, which takes no changes');
    const name = `probe_${randomUUID()}`;
    const preparedStatements = await client.query({
      name,
      text: 'select from pg_prepared_statements where name = $1',
      values: [name],
    });
    return { limit: rows[0]?.limit ?? '0', keepsNames: preparedStatements.rowCount === 0 };
  } finally {
    await client.end();
  }
}

/** Whether a server could not be reached, or takes no changes: another error, such as a wrong password, stays. */
export function isAway(error: unknown): boolean {
  return !(error instanceof pg.DatabaseError) || /^(57P|08)/.test(error.code ?? '');
}
