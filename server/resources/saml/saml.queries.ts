import { type Kysely, sql, type Transaction } from 'kysely';
import type { Actor } from '#server/access/actor.ts';
import { deleteIdentities } from '#server/accounts/sign-on/identities.ts';
import { pickChangedColumns, recordAudit } from '#server/audit/audit.ts';
import { badValue, notFound } from '#server/base/errors.ts';
import { newId } from '#server/base/ids.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { lockTeamsForShare } from '../permissions/permissions.queries.ts';
import { selectTeams } from '../teams/teams.queries.ts';
import type { TeamRow } from '../teams/teams.rules.ts';
import type { ProviderColumns, ProviderRow } from './saml.rules.ts';

/** Base query. */
export function selectProviders(db: Kysely<Database>, organizationId: string) {
  return db.selectFrom('saml_providers').selectAll().where('organization_id', '=', organizationId);
}

export async function findProviderOr404(
  db: Kysely<Database>,
  { organizationId, samlProviderId }: { organizationId: string; samlProviderId: string },
): Promise<ProviderRow> {
  const query = selectProviders(db, organizationId).where('id', '=', samlProviderId);
  const row = await query.executeTakeFirst();
  if (!row) throw notFound('identity provider');
  return row;
}

/** Locked until the transaction ends. */
function lockProvider(
  trx: Transaction<Database>,
  organizationId: string,
  providerId: string,
): Promise<ProviderRow | undefined> {
  return selectProviders(trx, organizationId).where('id', '=', providerId).forUpdate().executeTakeFirst();
}

export async function countProviders(db: Kysely<Database>, organizationId: string): Promise<number> {
  const { total } = await db
    .selectFrom('saml_providers')
    .select(sql<number>`count(*)::int`.as('total'))
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow();
  return total;
}

/** Default teams by id. */
export async function getDefaultTeams(
  db: Kysely<Database>,
  providers: readonly Pick<ProviderRow, 'default_team_id'>[],
): Promise<Map<string, TeamRow>> {
  const ids = providers.flatMap(({ default_team_id }) => default_team_id ?? []);
  if (ids.length === 0) return new Map();
  const teams = await selectTeams(db)
    .where('teams.id', '=', sql<string>`any(${ids}::text[])`)
    .execute();
  return new Map(teams.map((team) => [team.id, team]));
}

/** The level of the organization's default role. */
export async function findDefaultRole(db: Kysely<Database>, organizationId: string): Promise<number> {
  const { default_role: defaultRole } = await db
    .selectFrom('organizations')
    .select('default_role')
    .where('id', '=', organizationId)
    .executeTakeFirstOrThrow();
  return defaultRole;
}

async function insertProvider(
  trx: Transaction<Database>,
  organizationId: string,
  { label, ...columns }: ProviderColumns & { label: string },
): Promise<ProviderRow> {
  const defaultRole = await findDefaultRole(trx, organizationId);
  return trx
    .insertInto('saml_providers')
    .values({
      id: newId(),
      organization_id: organizationId,
      label,
      entity_id: columns.entity_id ?? null,
      sso_url: columns.sso_url ?? null,
      certificate: columns.certificate ?? null,
      default_team_id: columns.default_team_id ?? null,
      default_role: columns.default_role ?? defaultRole,
      email_attributes: columns.email_attributes ?? [],
      name_attributes: columns.name_attributes ?? [],
      metadata_url: columns.metadata_url ?? null,
      metadata_read_at: columns.metadata_read_at ?? null,
      next_metadata_read_at: columns.next_metadata_read_at ?? null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** undefined leaves a column unchanged. */
function updateProviderColumns(
  trx: Transaction<Database>,
  providerId: string,
  columns: ProviderColumns & { status?: string },
): Promise<ProviderRow> {
  return trx
    .updateTable('saml_providers')
    .set(columns)
    .where('id', '=', providerId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** With its pending sign-ins. */
async function deleteProvider(trx: Transaction<Database>, providerId: string): Promise<void> {
  await trx.deleteFrom('saml_providers').where('id', '=', providerId).execute();
}

export interface SamlChangeContext {
  organizationId: string;
  actor: Actor;
}

/** The default role is the organization's where none is given. */
export async function addProvider(
  trx: Transaction<Database>,
  change: SamlChangeContext,
  columns: ProviderColumns & { label: string },
): Promise<ProviderRow> {
  await requireTeamInOrganization(trx, change, columns);
  const row = await insertProvider(trx, change.organizationId, columns);
  await auditProvider(trx, change, row, {
    action: 'createSamlProvider',
    summary: `Created the identity provider “${row.label}”.`,
    after: auditedColumns(columns),
  });
  return row;
}

/** A changed SSO URL, entity ID or certificate resets the status to pending. */
export async function updateProvider(
  trx: Transaction<Database>,
  change: SamlChangeContext & { samlProviderId: string },
  columns: ProviderColumns,
): Promise<ProviderRow> {
  const before = await lockOr404(trx, change);
  await requireTeamInOrganization(trx, change, columns);
  if (Object.values(columns).every((value) => value === undefined)) return before;
  const trustChanged = (['entity_id', 'sso_url', 'certificate'] as const).some(
    (column) => columns[column] !== undefined && columns[column] !== before[column],
  );
  const row = await updateProviderColumns(trx, before.id, {
    ...columns,
    ...(trustChanged && { status: 'pending' }),
  });
  if (columns.entity_id !== undefined && columns.entity_id !== before.entity_id)
    await deleteIdentities(trx, { kind: 'saml', id: before.id });
  await auditProvider(trx, change, row, {
    action: 'updateSamlProvider',
    summary: `Changed the identity provider “${row.label}”.`,
    before: pickChangedColumns(auditedColumns(columns), before),
    after: auditedColumns(columns),
  });
  return row;
}

/** Without what reading the metadata notes. */
function auditedColumns({
  metadata_read_at: _readAt,
  metadata_problem: _problem,
  next_metadata_read_at: _nextReadAt,
  ...columns
}: ProviderColumns): ProviderColumns {
  return columns;
}

export async function removeProvider(
  trx: Transaction<Database>,
  change: SamlChangeContext & { samlProviderId: string },
): Promise<void> {
  const row = await lockOr404(trx, change);
  await deleteProvider(trx, row.id);
  await auditProvider(trx, change, row, {
    action: 'deleteSamlProvider',
    summary: `Deleted the identity provider “${row.label}”.`,
    before: { label: row.label, entity_id: row.entity_id, sso_url: row.sso_url },
  });
}

async function lockOr404(
  trx: Transaction<Database>,
  { organizationId, samlProviderId }: SamlChangeContext & { samlProviderId: string },
): Promise<ProviderRow> {
  const row = await lockProvider(trx, organizationId, samlProviderId);
  if (!row) throw notFound('identity provider');
  return row;
}

/** Throws 400 for a team of another organization. */
export async function requireTeamInOrganization(
  trx: Transaction<Database>,
  { organizationId }: SamlChangeContext,
  { default_team_id: teamId }: Pick<ProviderColumns, 'default_team_id'>,
): Promise<void> {
  if (teamId == null || (await lockTeamsForShare(trx, organizationId, [teamId])).has(teamId)) return;
  throw badValue('body.defaultTeam', 'is not a team of this organization');
}

function auditProvider(
  trx: Transaction<Database>,
  { organizationId, actor }: SamlChangeContext,
  { id }: ProviderRow,
  entry: { action: string; summary: string; before?: unknown; after?: unknown },
): Promise<void> {
  return recordAudit(trx, { organizationId, actor, targetKind: 'saml-provider', targetId: id, ...entry });
}
