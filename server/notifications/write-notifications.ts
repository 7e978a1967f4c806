import { type Kysely, sql, type Transaction } from 'kysely';
import type { NotificationReason, NotificationSubjectKind } from '#api/generated/types.gen.ts';
import { groupBy } from '#server/base/group-by.ts';
import { newId } from '#server/base/ids.ts';
import { afterCommit } from '#server/database/engine/transaction.ts';
import type { Database, Row } from '#server/database/tables/schema.ts';
import { findDeliveries } from './notification-settings.ts';
import { signalNotifications } from './notification-signals.ts';
import { isReadableByMember, type NotificationReaders } from './readable-notifications.ts';
import { isDirect, REASONS, sortReasons } from './reasons.ts';

/** Something that one person is told. */
export interface Notice {
  userId: string;
  organizationId: string;
  /** A person is told of an event once. */
  eventId: string;
  at: Date;
  reason: NotificationReason;
  /** Operation id, or what else happened. */
  action: string;
  subject: { kind: NotificationSubjectKind; id: string };
  readers: NotificationReaders;
  /** The space or the collection whose readers may read it. */
  contentId: string | null;
  actorId: string | null;
  commentId: string | null;
  detail: string | null;
}

/** Rows of one statement: each has up to 17 parameters, of at most 65,535. */
const ROWS_PER_STATEMENT = 1000;
/** People that a notification remembers. */
const MAX_ACTORS = 10;

/**
 * Tells people: those who may read it at this moment, have not turned it off and were not told of the event before. In a
 * transaction of which the event is a part, or that can be repeated.
 */
export async function writeNotices(trx: Transaction<Database>, notices: readonly Notice[]): Promise<void> {
  const fresh = await withoutTold(trx, onePerEvent(notices));
  const readable = await withoutUnreadable(trx, await withoutTurnedOff(trx, fresh));
  if (readable.length === 0) return;
  const groups = groupBy(readable, keyOf);
  const rows = new Map(
    (await lockNotifications(trx, [...groups.values()])).map((row) => [rowKeyOf(row), row]),
  );
  const changed = [...groups].map(([key, group]) => addTo(rows.get(key), group));
  for (const part of parts(changed)) await putNotifications(trx, part);
  const ids = new Map(changed.map((row) => [rowKeyOf(row), row.id]));
  for (const part of parts(readable)) await insertEvents(trx, part, ids);
  const signals = changed.map(({ id, user_id, organization_id }) => ({
    notificationId: id,
    userId: user_id,
    organizationId: organization_id,
  }));
  afterCommit(trx, () => signalNotifications(signals));
}

/** With the most important reason. */
function onePerEvent(notices: readonly Notice[]): Notice[] {
  const groups = groupBy(notices, ({ userId, eventId }) => `${userId} ${eventId}`);
  return [...groups.values()].flatMap((group) => {
    const [reason] = sortReasons(group.map((notice) => notice.reason));
    return group.find((notice) => notice.reason === reason) ?? [];
  });
}

async function withoutTold(db: Kysely<Database>, notices: readonly Notice[]): Promise<Notice[]> {
  if (notices.length === 0) return [];
  const users = notices.map(({ userId }) => userId);
  const events = notices.map(({ eventId }) => eventId);
  const { rows } = await sql<{ user_id: string; event_id: string }>`
    select user_id, event_id from notification_events
    where (user_id, event_id) in (select * from unnest(${users}::text[], ${events}::text[]))`.execute(db);
  const told = new Set(rows.map((row) => `${row.user_id} ${row.event_id}`));
  return notices.filter(({ userId, eventId }) => !told.has(`${userId} ${eventId}`));
}

async function withoutTurnedOff(db: Kysely<Database>, notices: readonly Notice[]): Promise<Notice[]> {
  const deliveriesOf = await findDeliveries(db, notices);
  return notices.filter((notice) => deliveriesOf(notice)[REASONS[notice.reason].group] !== 'off');
}

async function withoutUnreadable(db: Kysely<Database>, notices: readonly Notice[]): Promise<Notice[]> {
  if (notices.length === 0) return [];
  const wanted = [...groupBy(notices, readerKeyOf).values()].flatMap(([notice]) => notice ?? []);
  const { rows } = await sql<{ key: string }>`
    select wanted.key from unnest(${wanted.map(readerKeyOf)}::text[], ${wanted.map(({ userId }) => userId)}::text[],
      ${wanted.map(({ organizationId }) => organizationId)}::text[],
      ${wanted.map(({ readers }) => readers)}::text[], ${wanted.map(({ contentId }) => contentId)}::text[]
    ) as wanted (key, user_id, organization_id, readers, content_id)
    join members on members.organization_id = wanted.organization_id and members.user_id = wanted.user_id
    where ${isReadableByMember(sql.ref('wanted.readers'), sql.ref('wanted.content_id'))}`.execute(db);
  const readable = new Set(rows.map(({ key }) => key));
  return notices.filter((notice) => readable.has(readerKeyOf(notice)));
}

const readerKeyOf = ({ userId, organizationId, readers, contentId }: Notice): string =>
  `${userId} ${organizationId} ${readers} ${contentId}`;

type NotificationRow = Omit<Row<'notifications'>, 'changed_tx' | 'changed_at'>;

const keyOf = ({ userId, organizationId, subject }: Notice): string =>
  `${userId} ${organizationId} ${subject.kind} ${subject.id}`;
const rowKeyOf = (row: NotificationRow): string =>
  `${row.user_id} ${row.organization_id} ${row.subject_kind} ${row.subject_id}`;

/** In one order, so that two writers do not wait for each other. */
async function lockNotifications(
  trx: Transaction<Database>,
  groups: readonly (readonly Notice[])[],
): Promise<NotificationRow[]> {
  const firsts = groups.flatMap(([notice]) => notice ?? []);
  return trx
    .selectFrom('notifications')
    .selectAll()
    .where(
      sql<boolean>`(user_id, organization_id, subject_kind, subject_id) in (select * from unnest(
        ${firsts.map(({ userId }) => userId)}::text[], ${firsts.map(({ organizationId }) => organizationId)}::text[],
        ${firsts.map(({ subject }) => subject.kind)}::text[], ${firsts.map(({ subject }) => subject.id)}::text[]))`,
    )
    .orderBy('id')
    .forUpdate()
    .execute();
}

/**
 * A notification with more events. One that was read or is done begins anew; one that is snoozed stays so unless its
 * person is asked, mentioned or replied to.
 */
function addTo(row: NotificationRow | undefined, group: readonly Notice[]): NotificationRow {
  const latest = group.reduce((last, notice) => (notice.at >= last.at ? notice : last));
  const begun = row && row.read_at === null && row.done_at === null ? row : undefined;
  const reasons = sortReasons([...group.map(({ reason }) => reason), ...(begun?.reasons ?? [])]);
  const actors = group.toReversed().flatMap(({ actorId }) => actorId ?? []);
  const isSnoozed = row !== undefined && row.snoozed_until !== null && row.snoozed_until > latest.at;
  const staysAway = isSnoozed && !group.some(({ reason }) => isDirect(reason));
  return {
    id: row?.id ?? newId(),
    user_id: latest.userId,
    organization_id: latest.organizationId,
    subject_kind: latest.subject.kind,
    subject_id: latest.subject.id,
    readers: latest.readers,
    content_id: latest.contentId,
    reason: reasons[0] ?? latest.reason,
    reasons,
    count: group.length + (begun?.count ?? 0),
    actor_ids: [...new Set([...actors, ...(begun?.actor_ids ?? [])])].slice(0, MAX_ACTORS),
    created_at: row?.created_at ?? group.reduce((first, { at }) => (at < first ? at : first), latest.at),
    updated_at: latest.at,
    shown_at: staysAway ? row.shown_at : latest.at,
    read_at: null,
    done_at: null,
    snoozed_until: staysAway ? row.snoozed_until : null,
  };
}

async function putNotifications(trx: Transaction<Database>, rows: readonly NotificationRow[]): Promise<void> {
  await trx
    .insertInto('notifications')
    .values([...rows])
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet(({ ref }) => ({
        readers: ref('excluded.readers'),
        content_id: ref('excluded.content_id'),
        reason: ref('excluded.reason'),
        reasons: ref('excluded.reasons'),
        count: ref('excluded.count'),
        actor_ids: ref('excluded.actor_ids'),
        updated_at: ref('excluded.updated_at'),
        shown_at: ref('excluded.shown_at'),
        read_at: ref('excluded.read_at'),
        done_at: ref('excluded.done_at'),
        snoozed_until: ref('excluded.snoozed_until'),
      })),
    )
    .execute();
}

async function insertEvents(
  trx: Transaction<Database>,
  notices: readonly Notice[],
  ids: ReadonlyMap<string, string>,
): Promise<void> {
  const values = notices.map((notice) => ({
    user_id: notice.userId,
    event_id: notice.eventId,
    notification_id: ids.get(keyOf(notice)) ?? '',
    reason: notice.reason,
    action: notice.action,
    actor_id: notice.actorId,
    comment_id: notice.commentId,
    detail: notice.detail,
    at: notice.at,
  }));
  await trx.insertInto('notification_events').values(values).execute();
}

function parts<Item>(items: readonly Item[]): Item[][] {
  const count = Math.ceil(items.length / ROWS_PER_STATEMENT);
  return Array.from({ length: count }, (_, index) =>
    items.slice(index * ROWS_PER_STATEMENT, (index + 1) * ROWS_PER_STATEMENT),
  );
}

/** The administrators of organizations, by organization. */
export async function findAdministrators(
  db: Kysely<Database>,
  organizationIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (organizationIds.length === 0) return new Map();
  const { rows } = await sql<{ organization_id: string; user_ids: string[] }>`
    select organization_id, array_agg(user_id) as user_ids from members
    where organization_id = any(${[...organizationIds]}::text[]) and role = 6 and not disabled
    group by organization_id`.execute(db);
  return new Map(rows.map((row) => [row.organization_id, row.user_ids]));
}

/** Tells the administrators of an organization something that no action of the audit log says. */
export async function tellAdministrators(
  trx: Transaction<Database>,
  notice: Pick<Notice, 'organizationId' | 'eventId' | 'at' | 'reason' | 'subject' | 'detail'>,
): Promise<void> {
  const administrators = await findAdministrators(trx, [notice.organizationId]);
  const rest = { readers: 'administrators', contentId: null, actorId: null, commentId: null } as const;
  const userIds = administrators.get(notice.organizationId) ?? [];
  await writeNotices(
    trx,
    userIds.map((userId) => ({ ...rest, action: notice.reason, ...notice, userId })),
  );
}
