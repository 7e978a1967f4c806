import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/**
 * Where each reader of the record of events is. Numbers of transactions count within one database cluster: a dump that is
 * restored into another one starts an epoch, whose rows follow those of the epoch before whatever their numbers are.
 */
const STATEMENTS = `
create table event_epochs (
  epoch integer primary key,
  mark text not null,
  first_seq bigint not null,
  started_at timestamptz(3) not null default now()
);
insert into event_epochs (epoch, mark, first_seq)
  values (1, left(md5(random()::text || clock_timestamp()::text), 12), 0);

create table event_cursors (
  reader text primary key,
  epoch integer not null references event_epochs (epoch),
  tx xid8 not null,
  seq bigint not null,
  moved_at timestamptz(3) not null default now()
);
`;

export function up(db: Kysely<unknown>): Promise<void> {
  return runStatements(db, STATEMENTS);
}
