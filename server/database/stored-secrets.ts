import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import {
  ENCRYPTED_PREFIX,
  isEncrypted,
  type SecretKeys,
  type SecretPlace,
} from '#server/base/secret-keys.ts';
import { inTransaction } from './engine/transaction.ts';
import type { Database } from './tables/schema.ts';

/** Encrypted again together: few enough that nobody waits for the locks. */
const BATCH = 200;

/** A kind of secret that has to be read again, so that it cannot be hashed. */
interface SecretKind {
  table: keyof Database;
  column: string;
  idColumn: string;
  /** The rows of the table that contain one; all of them without it. */
  condition?: RawBuilder<boolean>;
  /** A sentence part with the row's names, in SQL over the table; ends up in what the operator reads. */
  description: RawBuilder<string>;
  organizationId: RawBuilder<string | null>;
  /** Whether a server makes it anew where it is missing, so that nothing has to be entered again. */
  isRemade?: true;
  /** How the audit log of that organization names the removal of the secret. */
  audit?: { action: string; targetKind: string; targetId: RawBuilder<string> };
  /** Leaves of a row what still has a use without the secret. */
  discard: (trx: Transaction<Database>, id: string) => Promise<unknown>;
}

/** Every secret that is stored so that it can be read again. `docs/security.md` says what is not in this list, and why. */
const SECRET_KINDS: readonly SecretKind[] = [
  {
    table: 'server_settings',
    column: 'value',
    idColumn: 'key',
    condition: sql<boolean>`key = 'signing_secret'`,
    description: sql<string>`'what signs addresses of files and visits to sites (made anew by itself)'`,
    organizationId: sql<string | null>`null`,
    isRemade: true,
    discard: (trx, id) => trx.deleteFrom('server_settings').where('key', '=', id).execute(),
  },
  {
    table: 'oidc_providers',
    column: 'client_secret',
    idColumn: 'id',
    description: sql<string>`'the client secret of the identity provider “' || label || '” of '
      || (select title from organizations where organizations.id = organization_id)`,
    organizationId: sql<string | null>`organization_id`,
    audit: { action: 'updateOidcProvider', targetKind: 'oidc-provider', targetId: sql<string>`id` },
    discard: (trx, id) =>
      trx
        .updateTable('oidc_providers')
        .set({ client_secret: '', status: 'pending' })
        .where('id', '=', id)
        .execute(),
  },
  {
    table: 'site_visitor_keys',
    column: 'secret',
    idColumn: 'id',
    description: sql<string>`'a visitor key of the site “'
      || (select sites.title || '” of ' || organizations.title from sites
        join organizations on organizations.id = sites.organization_id where sites.id = site_id)`,
    organizationId: sql<string | null>`(select organization_id from sites where sites.id = site_id)`,
    audit: { action: 'deleteSiteVisitorKey', targetKind: 'site', targetId: sql<string>`site_id` },
    discard: (trx, id) => trx.deleteFrom('site_visitor_keys').where('id', '=', id).execute(),
  },
  ...(['secret', 'previous_secret', 'address'] as const).map((column): SecretKind => ({
    table: 'webhooks',
    column,
    idColumn: 'id',
    description: sql<string>`${sql.lit(column === 'address' ? 'the address' : 'the secret')} || ' of the webhook “' || coalesce(title, url) || '” of '
      || (select organizations.title from organizations where organizations.id = organization_id)`,
    organizationId: sql<string | null>`organization_id`,
    audit: { action: 'updateWebhook', targetKind: 'webhook', targetId: sql<string>`id` },
    discard: (trx, id) =>
      trx
        .updateTable('webhooks')
        .set({
          [column]: '',
          ...(column !== 'previous_secret' && { enabled: false, disabled_reason: 'secret' }),
        })
        .where('id', '=', id)
        .execute(),
  })),
  ...(['space', 'site'] as const).flatMap(secretsOfGitConnections),
];

/** Of the connections of spaces, or of those of sites, with repositories. */
function secretsOfGitConnections(owner: 'space' | 'site'): SecretKind[] {
  const ownerId = sql.ref(`${owner}_id`);
  const owners = sql.table(`${owner}s`);
  const ofOwner = sql<string>`' of the ${sql.raw(owner)} “' || (select title from ${owners} owner where owner.id = ${ownerId}) || '”'`;
  const shared = {
    table: 'git_connections',
    idColumn: 'id',
    condition: sql<boolean>`${ownerId} is not null`,
    organizationId: sql<
      string | null
    >`(select organization_id from ${owners} owner where owner.id = ${ownerId})`,
  } as const;
  const target = { targetKind: owner, targetId: sql<string>`${ownerId}` };
  return [
    {
      ...shared,
      column: 'token',
      description: sql<string>`'the token for the repository ' || url || ${ofOwner}`,
      audit: { action: owner === 'space' ? 'updateSpaceGit' : 'updateSiteGit', ...target },
      discard: (trx, id) =>
        trx
          .updateTable('git_connections')
          .set({ token: '', error: TOKEN_LOST, error_reason: 'authentication' })
          .where('id', '=', id)
          .execute(),
    },
    {
      ...shared,
      column: 'webhook_secret',
      description: sql<string>`'the secret of the webhook of the repository ' || url || ${ofOwner}`,
      audit: { action: owner === 'space' ? 'rotateSpaceGitWebhook' : 'rotateSiteGitWebhook', ...target },
      discard: (trx, id) =>
        trx.updateTable('git_connections').set({ webhook_secret: '' }).where('id', '=', id).execute(),
    },
  ];
}

const TOKEN_LOST = 'The server has lost the token, whose key is missing. Enter it again.';

/** A stored secret, with what it is for. */
export interface StoredSecret {
  place: SecretPlace;
  stored: string;
  /** A part of a sentence, with the names of the row. */
  description: string;
  isRemade: boolean;
  /** Where the audit log tells of it; undefined for what belongs to no organization. */
  audit: { organizationId: string; action: string; targetKind: string; targetId: string } | undefined;
}

interface SecretRow {
  id: string;
  stored: string;
  description: string;
  organization_id: string | null;
  target_id: string;
}

/** The secrets that none of the keys decrypts, with what they are for. */
export async function listUnreadableSecrets(db: Kysely<Database>, keys: SecretKeys): Promise<StoredSecret[]> {
  const prefixes = keys.ids.map((id) => `${ENCRYPTED_PREFIX}${id}:%`);
  const unreadable: StoredSecret[] = [];
  for (const kind of SECRET_KINDS) {
    const column = sql.ref(kind.column);
    const { rows } = await selectSecrets(
      db,
      kind,
      sql`${column} like ${`${ENCRYPTED_PREFIX}%`} and not ${column} like any(${prefixes}::text[])`,
    );
    unreadable.push(...rows.map((row) => toStoredSecret(kind, row)));
  }
  return unreadable;
}

/** How many secrets are stored readable, as releases before `SECRETS_KEY` did. */
export async function countReadableSecrets(db: Kysely<Database>): Promise<number> {
  let total = 0;
  for (const kind of SECRET_KINDS) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from ${sql.table(kind.table)}
      where ${kind.condition ?? sql`true`} and ${sql.ref(kind.column)} <> ''
        and not ${sql.ref(kind.column)} like ${`${ENCRYPTED_PREFIX}%`}`.execute(db);
    total += rows[0]?.count ?? 0;
  }
  return total;
}

/**
 * Encrypts with the current key whatever is stored readable or with a former key, and returns how many. Others may write
 * at the same time. Throws 503 for one that no key decrypts.
 */
export async function encryptStoredSecrets(db: Kysely<Database>, keys: SecretKeys): Promise<number> {
  let total = 0;
  for (const kind of SECRET_KINDS) {
    for (;;) {
      const count = await inTransaction(db, (trx) => encryptBatch(trx, kind, keys));
      total += count;
      if (count < BATCH) break;
    }
  }
  return total;
}

async function encryptBatch(trx: Transaction<Database>, kind: SecretKind, keys: SecretKeys): Promise<number> {
  const column = sql.ref(kind.column);
  const { rows } = await sql<{ id: string; stored: string }>`
    select ${sql.ref(kind.idColumn)} as id, ${column} as stored from ${sql.table(kind.table)}
    where ${kind.condition ?? sql`true`} and ${column} <> ''
      and not ${column} like ${`${ENCRYPTED_PREFIX}${keys.currentId}:%`}
    order by 1 limit ${BATCH} for update`.execute(trx);
  for (const { id, stored } of rows) {
    const place = placeOf(kind, id);
    const encrypted = keys.encrypt(keys.decrypt(stored, place), place);
    await sql`update ${sql.table(kind.table)} set ${column} = ${encrypted} where ${sql.ref(kind.idColumn)} = ${id}`.execute(
      trx,
    );
  }
  return rows.length;
}

/** Removes a secret that cannot be read any more, so that its place can get a new one. False if it has one already. */
export async function discardSecret(
  trx: Transaction<Database>,
  { place, stored }: StoredSecret,
): Promise<boolean> {
  for (const kind of SECRET_KINDS) {
    if (kind.table !== place.table || kind.column !== place.column) continue;
    const { rows } = await selectSecrets(
      trx,
      kind,
      sql`${sql.ref(kind.idColumn)} = ${place.id} and ${sql.ref(kind.column)} = ${stored}`,
    );
    if (rows.length === 0) continue;
    await kind.discard(trx, place.id);
    return true;
  }
  return false;
}

function selectSecrets(db: Kysely<Database>, kind: SecretKind, condition: RawBuilder<unknown>) {
  return sql<SecretRow>`
    select ${sql.ref(kind.idColumn)} as id, ${sql.ref(kind.column)} as stored,
      ${kind.description} as description, ${kind.organizationId} as organization_id,
      ${kind.audit?.targetId ?? sql`null`} as target_id
    from ${sql.table(kind.table)} where ${kind.condition ?? sql`true`} and ${condition} order by 1`.execute(
    db,
  );
}

function toStoredSecret(kind: SecretKind, row: SecretRow): StoredSecret {
  const { id, stored, description, organization_id: organizationId, target_id: targetId } = row;
  const audit =
    kind.audit && organizationId !== null ? { ...kind.audit, organizationId, targetId } : undefined;
  return { place: placeOf(kind, id), stored, description, isRemade: kind.isRemade === true, audit };
}

const placeOf = ({ table, column }: SecretKind, id: string): SecretPlace => ({ table, column, id });

/** The id of the key with which it is encrypted; undefined if it is readable. */
export function keyIdOf(stored: string): string | undefined {
  return isEncrypted(stored) ? stored.slice(ENCRYPTED_PREFIX.length).split(':', 1)[0] : undefined;
}
