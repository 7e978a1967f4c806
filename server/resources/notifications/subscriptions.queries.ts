import { type Kysely, sql, type Transaction } from 'kysely';
import type { SubscriptionState, SubscriptionSubjectKind } from '#api/generated/types.gen.ts';
import { type Actor, membershipOr404 } from '#server/access/actor.ts';
import { conflict, notFound } from '#server/base/errors.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { isReadableByMember, subjectsOf } from '#server/notifications/readable-notifications.ts';
import type { NotificationOwner } from './notifications.queries.ts';
import { MAX_SUBSCRIPTIONS, type SubscriptionRow } from './notifications.rules.ts';

const NAMES: Readonly<Record<SubscriptionSubjectKind, string>> = {
  'change-request': 'change request',
  space: 'space',
  site: 'site',
};

export interface SubscriptionSubject {
  subjectKind: SubscriptionSubjectKind;
  subjectId: string;
}

/** Those of what the owner may read now. */
export function selectSubscriptions(db: Kysely<Database>, { userId, organizationIds }: NotificationOwner) {
  const kind = sql.ref('subscriptions.subject_kind');
  const isReadable = isReadableByMember(
    sql<string>`case ${kind} when 'site' then 'members' else 'content' end`,
    sql<string | null>`subject.space_id`,
  );
  return db
    .selectFrom('subscriptions')
    .innerJoin('members', (join) =>
      join
        .onRef('members.organization_id', '=', 'subscriptions.organization_id')
        .onRef('members.user_id', '=', 'subscriptions.user_id'),
    )
    .innerJoinLateral(subjectsOf('subscriptions').as('subject'), (join) => join.onTrue())
    .where('subscriptions.user_id', '=', userId)
    .where('subscriptions.organization_id', '=', sql<string>`any(${[...organizationIds]}::text[])`)
    .where(isReadable);
}

export function selectSubscriptionRows(query: ReturnType<typeof selectSubscriptions>) {
  return query
    .selectAll('subscriptions')
    .select([
      'subject.subject_title',
      'subject.subject_number',
      'subject.subject_slug',
      'subject.space_id',
      'subject.space_title',
    ]);
}

/** Throws 404. */
export async function findSubscription(
  db: Kysely<Database>,
  owner: NotificationOwner,
  { subjectKind, subjectId }: SubscriptionSubject,
): Promise<SubscriptionRow> {
  const row = await selectSubscriptionRows(selectSubscriptions(db, owner))
    .where('subscriptions.subject_kind', '=', subjectKind)
    .where('subscriptions.subject_id', '=', subjectId)
    .executeTakeFirst();
  if (!row) throw notFound('subscription');
  return row;
}

/** Throws 404 where the caller may not read the subject. Returns its organization. */
export async function requireSubject(
  db: Kysely<Database>,
  actor: Actor,
  { subjectKind, subjectId }: SubscriptionSubject,
): Promise<string> {
  const { rows } = await sql<{ organization_id: string; content_id: string | null }>`
    select organization_id, space_id as content_id from change_requests
      where ${subjectKind} = 'change-request' and id = ${subjectId}
    union all select organization_id, id from spaces where ${subjectKind} = 'space' and id = ${subjectId}
    union all select organization_id, null from sites where ${subjectKind} = 'site' and id = ${subjectId}`.execute(
    db,
  );
  const [subject] = rows;
  if (!subject || !actor.membership(subject.organization_id)) throw notFound(NAMES[subjectKind]);
  const { organizationId } = membershipOr404(actor, subject.organization_id);
  const readers = subjectKind === 'site' ? 'members' : 'content';
  const member = await db
    .selectFrom('members')
    .select('user_id')
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', actor.user.id)
    .where(isReadableByMember(sql`${readers}::text`, sql`${subject.content_id}::text`))
    .executeTakeFirst();
  if (!member) throw notFound(NAMES[subjectKind]);
  return organizationId;
}

export async function putSubscription(
  trx: Transaction<Database>,
  { userId, organizationId }: { userId: string; organizationId: string },
  { subjectKind, subjectId }: SubscriptionSubject,
  { state, now }: { state: SubscriptionState; now: Date },
): Promise<void> {
  const { others } = await trx
    .selectFrom('subscriptions')
    .select(sql<number>`count(*)::int`.as('others'))
    .where('user_id', '=', userId)
    .where('organization_id', '=', organizationId)
    .where(sql<boolean>`(subject_kind, subject_id) <> (${subjectKind}, ${subjectId})`)
    .executeTakeFirstOrThrow();
  if (others >= MAX_SUBSCRIPTIONS)
    throw conflict(
      `You can follow and mute ${MAX_SUBSCRIPTIONS} items in an organization. Stop following one first.`,
    );
  await trx
    .insertInto('subscriptions')
    .values({
      user_id: userId,
      organization_id: organizationId,
      subject_kind: subjectKind,
      subject_id: subjectId,
      state,
      created_at: now,
    })
    .onConflict((row) => row.columns(['user_id', 'subject_kind', 'subject_id']).doUpdateSet({ state }))
    .execute();
}

/** Throws 404. */
export async function removeSubscription(
  db: Kysely<Database>,
  { userId, organizationIds }: NotificationOwner,
  { subjectKind, subjectId }: SubscriptionSubject,
): Promise<void> {
  const row = await db
    .deleteFrom('subscriptions')
    .where('user_id', '=', userId)
    .where('organization_id', '=', sql<string>`any(${[...organizationIds]}::text[])`)
    .where('subject_kind', '=', subjectKind)
    .where('subject_id', '=', subjectId)
    .returning('subject_id')
    .executeTakeFirst();
  if (!row) throw notFound('subscription');
}
