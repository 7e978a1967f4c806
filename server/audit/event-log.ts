import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/database/tables/schema.ts';

/** A place in the record of events. Numbers of transactions count within an epoch: see `event-cursors.ts`. */
export interface EventPosition {
  epoch: number;
  /** The transaction, as PostgreSQL writes it. */
  tx: string;
  seq: number;
}

/** An entry of the audit log, or of the log of the installation. */
export interface LoggedEvent {
  id: string;
  /** Null for events of accounts without an organization. */
  organizationId: string | null;
  at: Date;
  /** Null for the server itself. */
  actorId: string | null;
  /** The operation id: `updateMember`. */
  action: string;
  targetKind: string;
  targetId: string;
  summary: string;
  before: unknown;
  after: unknown;
  names: Readonly<Record<string, string>> | null;
  /** The space that the target belongs to. Null too for comments of servers of an earlier version that were deleted. */
  spaceId: string | null;
  changeRequestId: string | null;
  position: EventPosition;
  /** Whether no event can still appear before it. */
  isSettled: boolean;
}

export interface ReadOptions {
  after: EventPosition;
  limit: number;
  /** Of one organization only. */
  organizationId?: string;
  /** Reads also what later commits may still precede. */
  withUnsettled?: boolean;
}

/**
 * The events after a position, oldest first. Numbers are given before a commit, so a lower one may appear later: only
 * events whose transaction is older than every running one are returned, in the order of transactions, and no later
 * commit can precede them. A transaction that stays open, in any database of the cluster, delays all that came after it.
 */
export async function readEvents(db: Kysely<Database>, options: ReadOptions): Promise<LoggedEvent[]> {
  const { after, limit } = options;
  const epochs = await db
    .selectFrom('event_epochs')
    .select(['epoch', 'first_seq'])
    .where('epoch', '>=', after.epoch)
    .orderBy('epoch')
    .execute();
  const events: LoggedEvent[] = [];
  for (const [index, { epoch, first_seq: first }] of epochs.entries()) {
    const position = epoch === after.epoch ? after : { epoch, tx: '0', seq: 0 };
    const end = epochs[index + 1]?.first_seq;
    const span = { ...options, after: position, limit: limit - events.length, first, end };
    events.push(...(await readEpoch(db, span)));
    if (events.length >= limit) break;
  }
  return events;
}

/** How many events of an organization follow on a position, counted up to a limit. */
export async function countEvents(
  db: Kysely<Database>,
  { after, limit, organizationId }: { after: EventPosition; limit: number; organizationId: string },
): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from (
      select from audit_log where tx is not null and (tx, seq) > (${after.tx}::xid8, ${after.seq}::bigint)
        and organization_id = ${organizationId} limit ${limit}::int) as counted`.execute(db);
  return rows[0]?.total ?? 0;
}

interface EpochSpan extends ReadOptions {
  first: number;
  /** Of the next epoch; undefined for the one that runs. */
  end: number | undefined;
}

const SHARED_COLUMNS = sql.raw(
  'id, at, actor_id, action, target_kind, target_id, summary, before, after, tx, seq',
);

async function readEpoch(db: Kysely<Database>, span: EpochSpan): Promise<LoggedEvent[]> {
  const { after, limit, first, end, organizationId, withUnsettled = false } = span;
  const horizon = sql`pg_snapshot_xmin(pg_current_snapshot())`;
  // Everything of an epoch that has ended was committed in another cluster.
  const bounds = [
    sql`(tx, seq) > (${after.tx}::xid8, ${after.seq}::bigint)`,
    sql`seq >= ${first}::bigint`,
    ...(end === undefined ? [] : [sql`seq < ${end}::bigint`]),
    ...(end === undefined && !withUnsettled ? [sql`tx < ${horizon}`] : []),
  ];
  const where = sql.join(bounds, sql` and `);
  const rest = sql`where tx is not null and ${where} order by tx, seq limit ${limit}::int`;
  const installation =
    organizationId === undefined
      ? sql`union all (select null, null, null, null, ${SHARED_COLUMNS} from installation_log ${rest})`
      : sql``;
  const ofOrganization = organizationId === undefined ? sql`` : sql`organization_id = ${organizationId} and `;
  const { rows } = await sql<EventRow>`
    select *, ${end !== undefined}::boolean or tx < ${horizon} as is_settled from (
      (select organization_id, names, space_id, change_request_id, ${SHARED_COLUMNS} from audit_log
        where ${ofOrganization}tx is not null and ${where} order by tx, seq limit ${limit}::int)
      ${installation}) as logged
    order by tx, seq limit ${limit}::int`.execute(db);
  const places = await findPlaces(db, rows);
  return rows.map((row) => toEvent({ ...row, ...places.get(row.target_id) }, after.epoch));
}

type Place = Pick<EventRow, 'space_id' | 'change_request_id'>;

/**
 * The space and the change request of entries without them, by the id of their target. A server of an earlier version stores
 * neither, and may still write while servers are updated one after the other.
 */
async function findPlaces(db: Kysely<Database>, rows: readonly EventRow[]): Promise<Map<string, Place>> {
  const entries = rows.filter(
    ({ space_id, target_kind }) => space_id === null && PLACED_KINDS.has(target_kind),
  );
  if (entries.length === 0) return new Map();
  const targets = sql`any(${[...new Set(entries.map(({ target_id }) => target_id))]}::text[])`;
  const { rows: places } = await sql<Place & { id: string }>`
    select id, space_id, id as change_request_id from change_requests where id = ${targets}
    union all select id, space_id, change_request_id from comments where id = ${targets}
    union all select comment_replies.id, space_id, change_request_id
      from comment_replies join comments on comments.id = comment_id where comment_replies.id = ${targets}`.execute(
    db,
  );
  return new Map(places.map(({ id, ...place }) => [id, place]));
}

const PLACED_KINDS: ReadonlySet<string> = new Set(['change-request', 'comment', 'comment-reply']);

interface EventRow {
  id: string;
  organization_id: string | null;
  at: Date;
  actor_id: string | null;
  action: string;
  target_kind: string;
  target_id: string;
  summary: string;
  before: unknown;
  after: unknown;
  names: Record<string, string> | null;
  space_id: string | null;
  change_request_id: string | null;
  tx: string;
  seq: number;
  is_settled: boolean;
}

function toEvent(row: EventRow, epoch: number): LoggedEvent {
  return {
    id: row.id,
    organizationId: row.organization_id,
    at: row.at,
    actorId: row.actor_id,
    action: row.action,
    targetKind: row.target_kind,
    targetId: row.target_id,
    summary: row.summary,
    before: row.before,
    after: row.after,
    names: row.names,
    spaceId: row.space_id ?? (row.target_kind === 'space' ? row.target_id : null),
    changeRequestId: row.change_request_id ?? (row.target_kind === 'change-request' ? row.target_id : null),
    position: { epoch, tx: row.tx, seq: row.seq },
    isSettled: row.is_settled,
  };
}
