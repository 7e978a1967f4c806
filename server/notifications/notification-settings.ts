import { type Kysely, sql } from 'kysely';
import type { NotificationDeliveries } from '#api/generated/types.gen.ts';
import { DEFAULT_TIME_ZONE } from '#server/base/time-zones.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { DEFAULT_DELIVERIES, mergeDeliveries } from './reasons.ts';

/** Whose settings: of all organizations, or of one. */
export interface SettingsOwner {
  userId: string;
  organizationId: string | null;
}

/** How each group of reasons reaches people, by `user organization`. */
export async function findDeliveries(
  db: Kysely<Database>,
  owners: readonly SettingsOwner[],
): Promise<(owner: SettingsOwner) => NotificationDeliveries> {
  const rows =
    owners.length === 0
      ? []
      : await db
          .selectFrom('notification_settings')
          .select(['user_id', 'organization_id', 'deliveries'])
          .where('user_id', 'in', [...new Set(owners.map(({ userId }) => userId))])
          .execute();
  const choices = new Map(rows.map((row) => [`${row.user_id} ${row.organization_id ?? ''}`, row.deliveries]));
  return ({ userId, organizationId }) =>
    mergeDeliveries([
      choices.get(`${userId} `) ?? {},
      (organizationId === null ? undefined : choices.get(`${userId} ${organizationId}`)) ?? {},
    ]);
}

/** What applies to an owner: how groups of reasons reach them, what would without a choice, and the time zone. */
export interface AppliedSettings {
  deliveries: NotificationDeliveries;
  defaults: NotificationDeliveries;
  timeZone: string;
}

export async function findSettings(
  db: Kysely<Database>,
  { userId, organizationId }: SettingsOwner,
): Promise<AppliedSettings> {
  const rows = await db
    .selectFrom('notification_settings')
    .select(['organization_id', 'deliveries', 'time_zone'])
    .where('user_id', '=', userId)
    .execute();
  const ofAll = rows.find((row) => row.organization_id === null);
  const ofOne =
    organizationId === null ? undefined : rows.find((row) => row.organization_id === organizationId);
  const common = ofAll?.deliveries ?? {};
  return {
    deliveries: mergeDeliveries([common, ofOne?.deliveries ?? {}]),
    defaults: organizationId === null ? DEFAULT_DELIVERIES : mergeDeliveries([common]),
    timeZone: ofOne?.time_zone ?? ofAll?.time_zone ?? DEFAULT_TIME_ZONE,
  };
}

/** What to change; null removes a choice, undefined keeps it. */
export interface SettingsChange {
  deliveries: { readonly [Group in keyof NotificationDeliveries]?: NotificationDeliveries[Group] | null };
  timeZone?: string | null | undefined;
}

/** Changes what an owner has chosen. */
export async function updateSettings(
  db: Kysely<Database>,
  { userId, organizationId }: SettingsOwner,
  { deliveries, timeZone }: SettingsChange,
  now: Date,
): Promise<void> {
  const text = JSON.stringify(deliveries);
  const zone = timeZone ?? null;
  await sql`insert into notification_settings as settings (user_id, organization_id, deliveries, time_zone, updated_at)
    values (${userId}, ${organizationId}, jsonb_strip_nulls(${text}::jsonb), ${zone}, ${now})
    on conflict (user_id, coalesce(organization_id, '')) do update
    set deliveries = jsonb_strip_nulls(settings.deliveries || ${text}::jsonb), updated_at = ${now},
      time_zone = case when ${timeZone === undefined}::boolean then settings.time_zone else ${zone} end`.execute(
    db,
  );
}
