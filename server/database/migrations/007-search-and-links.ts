import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/**
 * Search and links. `document_facts` is the parsed form of a text, shared by all pages that have it; `search_pages` are
 * the indexed pages of the current revision of each space; `space_indexes` stores the indexed revision and its link
 * counts.
 */
const STATEMENTS = `
create table document_facts (
  document_id text primary key references documents (id) on delete cascade,
  version smallint not null,
  links jsonb not null,
  anchors jsonb not null,
  sections jsonb not null
);

create table search_pages (
  space_id text not null references spaces (id) on delete cascade,
  page_id text not null,
  document_id text,
  title text not null,
  path text not null,
  fingerprint text not null,
  words tsvector not null,
  primary key (space_id, page_id)
);
create index search_pages_words on search_pages using gin (words);

create table space_indexes (
  space_id text primary key references spaces (id) on delete cascade,
  revision_id text not null,
  version smallint not null,
  links integer not null,
  broken integer not null
);
create index space_indexes_broken on space_indexes (space_id) include (broken) where broken > 0;
`;

export function up(db: Kysely<unknown>): Promise<void> {
  return runStatements(db, STATEMENTS);
}
