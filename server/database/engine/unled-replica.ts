import type { ProbeConnection } from './probe-connection.ts';

/** How far a replica is, as far as it can say itself. */
export interface UnledState {
  /** Why nothing may be read from it; undefined where it may. */
  problem?: string;
  /** When a server last wrote to the primary, as far as it has that, in ms of the primary's clock. */
  latest: number;
}

/**
 * Asks a replica how far it is, where this server has never been at the primary. What any server has last written there says which
 * replica has more.
 *
 * @throws where no server has been at its primary yet: there is nothing to begin with
 * @param examineSchema says what speaks against reading tables after these migrations; undefined if nothing does
 */
export async function askUnled(
  probe: ProbeConnection,
  examineSchema: (migrations: readonly string[]) => string | undefined,
): Promise<UnledState & { isOtherSchema: boolean }> {
  const schema = await probe.query<{ names: string[] | null; is_filled: boolean }>(
    `select array_agg(name::text order by name) as names,
      exists (select from server_settings where key = 'signing_secret') as is_filled from kysely_migration`,
  );
  if (!schema?.is_filled) throw new Error('no server has filled it yet');
  const refusal = examineSchema(schema.names ?? []);
  if (refusal !== undefined) return { problem: refusal, latest: 0, isOtherSchema: true };
  const state = await probe.query<{ latest: number | null; is_behind: boolean | null }>(
    `select (select extract(epoch from max(at))::float8 * 1000 from server_heartbeats) as latest,
      pg_last_wal_receive_lsn() > pg_last_wal_replay_lsn() as is_behind`,
  );
  const latest = state?.latest ?? 0;
  if (state?.is_behind === true)
    return { problem: 'it has not replayed all that it has received', latest, isOtherSchema: false };
  return { latest, isOtherSchema: false };
}
