import { type Kysely, sql } from 'kysely';
import { runStatements } from './statements.ts';

/**
 * What readers of sites do, in numbers for each day (docs/insights.md). Nothing is about one reader, except marks: a keyed
 * hash of who came today, whose key is overwritten at midnight. The key and the marks are not in the log of the database,
 * so that no copy of the log has them. Tables of numbers have a partition for each month; what has none yet is in `…_rest`.
 */
const NUMBERS: readonly [table: string, columns: string, key: string][] = [
  [
    'site_views',
    `section_id text not null,
  site_space_id text not null,
  page_id text not null,
  reader text not null,
  agent text not null,
  language text not null,
  country text not null,
  referrer text not null,
  views bigint not null`,
    'site_space_id, page_id, reader, agent, language, country, referrer, section_id',
  ],
  [
    'site_visitors',
    `reader text not null,
  visitors bigint not null`,
    'reader',
  ],
  [
    'site_searches',
    `reader text not null,
  words_key bytea not null,
  words text,
  searches bigint not null,
  without_result bigint not null,
  opened bigint not null,
  ranked bigint not null,
  rank_sum bigint not null,
  visitors bigint not null`,
    'reader, words_key',
  ],
  [
    'site_missing_paths',
    `path text not null,
  referrer text not null,
  reader text not null,
  requests bigint not null`,
    'path, referrer, reader',
  ],
];

const numberTable = ([table, columns, key]: (typeof NUMBERS)[number]) => `
create table ${table} (
  site_id text not null references sites (id) on delete cascade,
  day date not null,
  ${columns},
  primary key (site_id, day, ${key})
) partition by range (day);
create table ${table}_rest partition of ${table} default;
`;

const STATEMENTS = `
create unlogged table visitor_salts (
  id smallint primary key check (id = 1),
  day date not null,
  salt bytea not null
);
create unlogged table site_visitor_marks (
  site_id text not null,
  day date not null,
  reader text not null,
  words_key bytea not null,
  mark bytea not null,
  primary key (site_id, day, reader, words_key, mark)
);
create table insight_batches (
  id text primary key,
  at timestamptz not null
);
alter table sites add column counts_visits boolean, add column asks_feedback boolean;
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  // Changes of sites wait for the columns, and not the other way round.
  await sql`lock table sites in access exclusive mode`.execute(db);
  await runStatements(db, NUMBERS.map(numberTable).join('') + STATEMENTS);
}
