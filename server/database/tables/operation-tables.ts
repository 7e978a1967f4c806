import type { Generated } from 'kysely';
import type { Json } from './columns.ts';

// The table of migration 122: keys of changes that were made.

interface IdempotencyKeysTable {
  /** The digest of caller, method, URL and key. */
  name: string;
  user_id: string;
  /** The arrival of the request that made the change. */
  attempt: string;
  body_digest: string;
  created_at: Date;
  /** Null until the response is stored. */
  status: number | null;
  headers: Json<Record<string, string> | null>;
  /** Encrypted with a key that is made from the caller's. */
  body: Buffer | null;
}

// The table of migration 121: operators of the server.

interface OperatorsTable {
  user_id: string;
  added_at: Date;
}

// The table of migration 115: what each server last wrote to the primary, where it reads from replicas.

interface ServerHeartbeatsTable {
  server_id: string;
  /** Counts up while the server runs. */
  beat: number;
  at: Date;
}

// The table of migration 113: backups that servers wrote on a schedule.

interface BackupsTable {
  name: string;
  /** The whole path or address. */
  place: string;
  bytes: number;
  at: Date;
  /** Whether it could be restored, the last time that was tried. */
  is_verified: boolean;
  /** When that was tried again; null if never since it was made. */
  checked_at: Generated<Date | null>;
}

/** What concerns the server itself, and requests to it. */
export interface OperationTables {
  server_heartbeats: ServerHeartbeatsTable;
  operators: OperatorsTable;
  backups: BackupsTable;
  idempotency_keys: IdempotencyKeysTable;
}
