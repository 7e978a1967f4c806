import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/**
 * API specifications as references (decision 141).
 *
 * Documents stay as they were written: `jsonb` sorts members by the length of their names, and readers want operations and
 * fields in the order of the author. Versions from before stay sorted. The operations of a version that pages show are
 * rows, so that visitors find each: `operations_version` says how they were read, 0 if not yet. Pages name their
 * specification; those from before are found in the current revision of their space.
 */
const STATEMENTS = `
alter table api_spec_versions alter column filesystem type json using filesystem::json;
alter table api_spec_versions add column operations_version smallint not null default 0;

create table api_spec_operations (
  version_id text not null references api_spec_versions (id) on delete cascade,
  position integer not null,
  anchor text not null,
  title text not null,
  body text not null,
  words tsvector not null,
  primary key (version_id, position)
);

alter table search_pages add column spec text;
create index search_pages_spec on search_pages (space_id) where spec is not null;

update search_pages
set spec = page.value -> 'computed' -> 'dependencies' -> 'spec' -> 'ref' ->> 'spec'
from spaces
join revisions on revisions.id = spaces.revision_id
cross join lateral jsonb_path_query(revisions.pages, '$.** ? (@.type == "computed")') as page (value)
where search_pages.space_id = spaces.id and search_pages.page_id = page.value ->> 'id';
`;

export function up(db: Kysely<unknown>): Promise<void> {
  return runStatements(db, STATEMENTS);
}
