import { type Kysely, sql, type Transaction } from 'kysely';
import { newId } from '#server/database/ids.ts';
import type { Database, Row } from '#server/database/schema.ts';
import { selectTeams, type TeamRow } from '../teams/teams.queries.ts';
import type { ProviderColumns } from './read-provider.ts';

/** An identity provider as it is stored. */
export type ProviderRow = Row<'saml_providers'>;

/** Identity providers of an organization: a query to go on with. */
export function selectProviders(db: Kysely<Database>, organizationId: string) {
  return db.selectFrom('saml_providers').selectAll().where('organization_id', '=', organizationId);
}

/** One identity provider of an organization. */
export function findProvider(
  db: Kysely<Database>,
  organizationId: string,
  providerId: string,
): Promise<ProviderRow | undefined> {
  return selectProviders(db, organizationId).where('id', '=', providerId).executeTakeFirst();
}

/** One identity provider of an organization, locked until the transaction ends. */
export function lockProvider(
  trx: Transaction<Database>,
  organizationId: string,
  providerId: string,
): Promise<ProviderRow | undefined> {
  return selectProviders(trx, organizationId).where('id', '=', providerId).forUpdate().executeTakeFirst();
}

/** How many identity providers an organization has. */
export async function countProviders(db: Kysely<Database>, organizationId: string): Promise<number> {
  const { total } = await db
    .selectFrom('saml_providers')
    .select(sql<number>`count(*)::int`.as('total'))
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow();
  return total;
}

/** The teams that newcomers of some providers are put into, by id. */
export async function teamsOf(
  db: Kysely<Database>,
  providers: readonly ProviderRow[],
): Promise<Map<string, TeamRow>> {
  const ids = providers.flatMap(({ default_team_id }) => default_team_id ?? []);
  if (ids.length === 0) return new Map();
  const teams = await selectTeams(db)
    .where('teams.id', '=', sql<string>`any(${ids}::text[])`)
    .execute();
  return new Map(teams.map((team) => [team.id, team]));
}

/** Adds an identity provider. Newcomers get the organization's role for new members where no other is named. */
export async function insertProvider(
  trx: Transaction<Database>,
  organizationId: string,
  { label, ...columns }: ProviderColumns & { label: string },
): Promise<ProviderRow> {
  const { default_role: defaultRole } = await trx
    .selectFrom('organizations')
    .select('default_role')
    .where('id', '=', organizationId)
    .executeTakeFirstOrThrow();
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
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Changes the columns of an identity provider that are not undefined. */
export function changeProvider(
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

/** Deletes an identity provider, and what is under way through it. */
export async function deleteProvider(trx: Transaction<Database>, providerId: string): Promise<void> {
  await trx.deleteFrom('saml_providers').where('id', '=', providerId).execute();
}
