import { type Kysely, sql } from 'kysely';
import { runStatements } from './statements.ts';

/**
 * The logs of changes become the record of events (decision 275): a number and the transaction of each row, and a
 * partition for each month. Rows of before stay without both, so that every reader starts behind them. Their table
 * becomes the partition of the past with its indexes; nothing is copied. The columns have no default while they are added:
 * PostgreSQL would write each row again. Servers of the version before name their columns and get the defaults.
 */
const preparation = (log: string, indexes: readonly string[]) => `
alter table ${log} rename to ${log}_past;
${indexes.map((name) => `alter index ${log}_${name} rename to ${log}_past_${name};\n`).join('')}
alter table ${log}_past add column seq bigint, add column tx xid8;
create table ${log} (like ${log}_past including defaults) partition by range (at);
`;

const completion = (log: string, until: string) => `
alter table ${log} alter column seq set default nextval('event_seq'), alter column tx set default pg_current_xact_id();
create index ${log}_order on ${log} (tx, seq) where tx is not null;
alter table ${log} attach partition ${log}_past for values from (minvalue) to ('${until}');
create table ${log}_rest partition of ${log} (primary key (id)) default;
`;

const AUDIT_LOG = `
alter table audit_log add foreign key (organization_id) references organizations (id) on delete cascade;
alter table audit_log_past add column space_id text, add column change_request_id text;
alter table audit_log add column space_id text, add column change_request_id text;
create index audit_log_at on audit_log (organization_id, at, id);
create index audit_log_actor on audit_log (organization_id, actor_id, at, id);
create index audit_log_action on audit_log (organization_id, action, at, id);
create index audit_log_target on audit_log (organization_id, target_id, at, id);
`;

const INSTALLATION_LOG = `
create index installation_log_at on installation_log (at, id);
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  // In the order in which the foreign key and the names need them: others wait instead of locking crosswise.
  await runStatements(
    db,
    `lock table organizations in share row exclusive mode;
    lock table audit_log, installation_log in access exclusive mode;
    create sequence event_seq;`,
  );
  // All rows of before are in the partition of the past, also those of a clock that was ahead.
  const { rows } = await sql<{ until: string }>`
    select to_char(date_trunc('month', greatest(now(), (select max(at) from audit_log),
      (select max(at) from installation_log)) at time zone 'UTC') + interval '1 month',
      'YYYY-MM-DD"T00:00:00Z"') as until`.execute(db);
  const until = rows[0]?.until ?? '';
  await runStatements(db, preparation('audit_log', ['at', 'actor', 'action', 'target', 'pkey']));
  await runStatements(db, AUDIT_LOG + completion('audit_log', until));
  await runStatements(db, preparation('installation_log', ['at', 'pkey']));
  await runStatements(db, INSTALLATION_LOG + completion('installation_log', until));
}
