import type { Transaction } from 'kysely';
import type { Actor } from '#server/access/actor.ts';
import { columnsIn } from '#server/audit-changes.ts';
import { recordAudit } from '#server/audit.ts';
import type { Database } from '#server/database/schema.ts';
import { badValue, notFound } from '#server/errors.ts';
import { holdTeams } from '../permissions/grants.queries.ts';
import type { ProviderColumns } from './read-provider.ts';
import {
  changeProvider,
  deleteProvider,
  insertProvider,
  lockProvider,
  type ProviderRow,
} from './saml.queries.ts';

/** Who changes the identity providers of which organization. */
export interface SamlChange {
  organizationId: string;
  actor: Actor;
}

/** Adds an identity provider. */
export async function addProvider(
  trx: Transaction<Database>,
  change: SamlChange,
  columns: ProviderColumns & { label: string },
): Promise<ProviderRow> {
  await requireTeam(trx, change, columns);
  const row = await insertProvider(trx, change.organizationId, columns);
  await audit(trx, change, row, {
    action: 'createSamlProvider',
    summary: `Added the identity provider ${row.label}.`,
    after: columns,
  });
  return row;
}

/** Changes an identity provider. Once its address, name or certificate is another one it has to prove itself again. */
export async function updateProvider(
  trx: Transaction<Database>,
  change: SamlChange & { samlProviderId: string },
  columns: ProviderColumns,
): Promise<ProviderRow> {
  const before = await lock(trx, change);
  await requireTeam(trx, change, columns);
  if (Object.values(columns).every((value) => value === undefined)) return before;
  const isOther = (['entity_id', 'sso_url', 'certificate'] as const).some(
    (column) => columns[column] !== undefined && columns[column] !== before[column],
  );
  const row = await changeProvider(trx, before.id, { ...columns, ...(isOther && { status: 'pending' }) });
  await audit(trx, change, row, {
    action: 'updateSamlProvider',
    summary: `Changed the identity provider ${row.label}.`,
    before: columnsIn(columns, before),
    after: columns,
  });
  return row;
}

/** Removes an identity provider. */
export async function removeProvider(
  trx: Transaction<Database>,
  change: SamlChange & { samlProviderId: string },
): Promise<void> {
  const row = await lock(trx, change);
  await deleteProvider(trx, row.id);
  await audit(trx, change, row, {
    action: 'deleteSamlProvider',
    summary: `Removed the identity provider ${row.label}.`,
    before: { label: row.label, entity_id: row.entity_id, sso_url: row.sso_url },
  });
}

async function lock(
  trx: Transaction<Database>,
  { organizationId, samlProviderId }: SamlChange & { samlProviderId: string },
): Promise<ProviderRow> {
  const row = await lockProvider(trx, organizationId, samlProviderId);
  if (!row) throw notFound('identity provider');
  return row;
}

async function requireTeam(
  trx: Transaction<Database>,
  { organizationId }: SamlChange,
  { default_team_id: teamId }: ProviderColumns,
): Promise<void> {
  if (teamId == null || (await holdTeams(trx, organizationId, [teamId])).has(teamId)) return;
  throw badValue('body.defaultTeam', 'is not a team of this organization');
}

function audit(
  trx: Transaction<Database>,
  { organizationId, actor }: SamlChange,
  { id }: ProviderRow,
  entry: { action: string; summary: string; before?: unknown; after?: unknown },
): Promise<void> {
  return recordAudit(trx, { organizationId, actor, targetKind: 'saml-provider', targetId: id, ...entry });
}
