import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/**
 * Long lists of pages and files are stored in parts that the revisions of a space share (decision 268). `revisions` stays
 * as a view with whole lists: servers of the version before read and write it, and so does what is rarely used.
 */
const STATEMENTS = `
alter table revisions rename to revision_rows;
alter table revision_rows add column page_parts text[], add column file_parts text[];

create table revision_parts (
  space_id text not null references spaces (id) on delete cascade,
  id text not null,
  text text not null,
  created_at timestamptz(3) not null default now(),
  primary key (space_id, id)
);

create function revision_list(revision_space text, parts text[]) returns jsonb language sql stable as $$
  select string_agg(part.text, '' order by place)::jsonb
  from unnest(parts) with ordinality as named (id, place)
  join revision_parts as part on part.space_id = revision_space and part.id = named.id $$;

create view revisions as
select id, space_id, change_request_id, type, parents,
  case when page_parts is null then pages else revision_list(space_id, page_parts) end as pages,
  case when file_parts is null then files else revision_list(space_id, file_parts) end as files,
  reusable_contents, git, message, created_by, created_at, first_saved_at, superseded_at, book
from revision_rows;

alter view revisions alter column type set default 'edits';
alter view revisions alter column parents set default '{}';
alter view revisions alter column pages set default '[]';
alter view revisions alter column files set default '[]';
alter view revisions alter column reusable_contents set default '[]';
alter view revisions alter column created_at set default now();

create function insert_revision() returns trigger language plpgsql as $$ begin
  insert into revision_rows (id, space_id, change_request_id, type, parents, pages, files, reusable_contents, git,
    message, created_by, created_at, first_saved_at, superseded_at, book)
  values (new.id, new.space_id, new.change_request_id, new.type, new.parents, new.pages, new.files,
    new.reusable_contents, new.git, new.message, new.created_by, new.created_at, new.first_saved_at,
    new.superseded_at, new.book); return new; end $$;
create trigger revisions_insert instead of insert on revisions for each row execute function insert_revision();
`;

export function up(db: Kysely<unknown>): Promise<void> {
  return runStatements(db, STATEMENTS);
}
