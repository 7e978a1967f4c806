import { type Kysely, sql } from 'kysely';
import type { NotificationDeliveries } from '#api/generated/types.gen.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { mergeDeliveries } from './reasons.ts';

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

/** Changes what an owner has chosen; null removes a choice. */
export async function updateDeliveries(
  db: Kysely<Database>,
  { userId, organizationId }: SettingsOwner,
  changes: { readonly [Group in keyof NotificationDeliveries]?: NotificationDeliveries[Group] | null },
  now: Date,
): Promise<void> {
  const text = JSON.stringify(changes);
  await sql`insert into notification_settings as settings (user_id, organization_id, deliveries, updated_at)
    values (${userId}, ${organizationId}, jsonb_strip_nulls(${text}::jsonb), ${now})
    on conflict (user_id, coalesce(organization_id, '')) do update
    set deliveries = jsonb_strip_nulls(settings.deliveries || ${text}::jsonb), updated_at = ${now}`.execute(
    db,
  );
}
