import { type Kysely, sql, type Transaction } from 'kysely';
import { clientSecretPlace } from '#server/accounts/oidc/relying-party.ts';
import { deleteIdentities } from '#server/accounts/sign-on/identities.ts';
import { pickChangedColumns, recordAudit } from '#server/audit/audit.ts';
import { badValue, notFound } from '#server/base/errors.ts';
import { newId } from '#server/base/ids.ts';
import type { SecretKeys } from '#server/base/secret-keys.ts';
import type { Database, Row } from '#server/database/tables/schema.ts';
import type { OidcColumns } from './oidc.rules.ts';
import { findDefaultRole, requireTeamInOrganization, type SamlChangeContext } from './saml.queries.ts';

type OidcRow = Row<'oidc_providers'>;

/** Base query. */
export function selectOidcProviders(db: Kysely<Database>, organizationId: string) {
  return db.selectFrom('oidc_providers').selectAll().where('organization_id', '=', organizationId);
}

/** Throws 404 where there is none. */
export async function findOidcProvider(
  db: Kysely<Database>,
  organizationId: string,
  providerId: string,
): Promise<OidcRow> {
  const row = await selectOidcProviders(db, organizationId).where('id', '=', providerId).executeTakeFirst();
  if (!row) throw notFound('identity provider');
  return row;
}

export async function countOidcProviders(db: Kysely<Database>, organizationId: string): Promise<number> {
  const { total } = await db
    .selectFrom('oidc_providers')
    .select(sql<number>`count(*)::int`.as('total'))
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow();
  return total;
}

interface OidcChange extends SamlChangeContext {
  oidcProviderId: string;
}

/** The default role is the organization's where none is given. */
export async function addOidcProvider(
  trx: Transaction<Database>,
  { secretKeys, ...change }: SamlChangeContext & { secretKeys: SecretKeys },
  columns: OidcColumns & Pick<OidcRow, 'label' | 'issuer' | 'client_id' | 'client_secret'>,
): Promise<OidcRow> {
  const { organizationId } = change;
  await requireTeamInOrganization(trx, change, columns);
  const id = newId();
  const row = await trx
    .insertInto('oidc_providers')
    .values({
      id,
      organization_id: organizationId,
      label: columns.label,
      issuer: columns.issuer,
      client_id: columns.client_id,
      client_secret: secretKeys.encrypt(columns.client_secret, clientSecretPlace(id)),
      trusts_verified_domains: columns.trusts_verified_domains ?? false,
      default_team_id: columns.default_team_id ?? null,
      default_role: columns.default_role ?? (await findDefaultRole(trx, organizationId)),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await auditOidcProvider(trx, change, row, {
    action: 'createOidcProvider',
    summary: `Created the identity provider “${row.label}”.`,
    after: withoutSecret(columns),
  });
  return row;
}

/** A changed issuer, client ID or secret resets the status to pending. A new issuer never gets the old one's secret. */
export async function updateOidcProvider(
  trx: Transaction<Database>,
  { secretKeys, ...change }: OidcChange & { secretKeys: SecretKeys },
  columns: OidcColumns,
): Promise<OidcRow> {
  const locked = await lockOr404(trx, change);
  const place = clientSecretPlace(locked.id);
  const before = { ...locked, client_secret: secretKeys.decrypt(locked.client_secret, place) };
  await requireTeamInOrganization(trx, change, columns);
  if (Object.values(columns).every((value) => value === undefined)) return locked;
  const isOther = (column: 'issuer' | 'client_id' | 'client_secret') =>
    columns[column] !== undefined && columns[column] !== before[column];
  if (isOther('issuer') && columns.client_secret === undefined)
    throw badValue('body.clientSecret', 'is required with another issuer');
  const isNew = isOther('issuer') || isOther('client_id') || isOther('client_secret');
  const row = await trx
    .updateTable('oidc_providers')
    .set({
      ...columns,
      ...(columns.client_secret !== undefined && {
        client_secret: secretKeys.encrypt(columns.client_secret, place),
      }),
      ...(isNew && { status: 'pending' }),
    })
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (isOther('issuer') || isOther('client_id')) await deleteIdentities(trx, { kind: 'oidc', id: before.id });
  const audited = withoutSecret(columns);
  await auditOidcProvider(trx, change, row, {
    action: 'updateOidcProvider',
    summary: isOther('client_secret')
      ? `Changed the identity provider “${row.label}” and its client secret.`
      : `Changed the identity provider “${row.label}”.`,
    before: pickChangedColumns(audited, before),
    after: audited,
  });
  return row;
}

/** With its sign-ins under way. */
export async function removeOidcProvider(trx: Transaction<Database>, change: OidcChange): Promise<void> {
  const row = await lockOr404(trx, change);
  await trx.deleteFrom('oidc_providers').where('id', '=', row.id).execute();
  await auditOidcProvider(trx, change, row, {
    action: 'deleteOidcProvider',
    summary: `Deleted the identity provider “${row.label}”.`,
    before: { label: row.label, issuer: row.issuer, client_id: row.client_id },
  });
}

async function lockOr404(
  trx: Transaction<Database>,
  { organizationId, oidcProviderId }: OidcChange,
): Promise<OidcRow> {
  const row = await selectOidcProviders(trx, organizationId)
    .where('id', '=', oidcProviderId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound('identity provider');
  return row;
}

/** The audit log is read by every administrator, and kept. */
function withoutSecret(columns: OidcColumns): Omit<OidcColumns, 'client_secret'> {
  const { client_secret: _secret, ...audited } = columns;
  return audited;
}

function auditOidcProvider(
  trx: Transaction<Database>,
  { organizationId, actor }: SamlChangeContext,
  { id }: OidcRow,
  entry: { action: string; summary: string; before?: unknown; after?: unknown },
): Promise<void> {
  return recordAudit(trx, { organizationId, actor, targetKind: 'oidc-provider', targetId: id, ...entry });
}
