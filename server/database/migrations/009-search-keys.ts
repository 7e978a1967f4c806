import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/** Names are found without accents: "Horvath" finds "Horváth". `search_key` normalizes names like `toSearchKey`. */
const STATEMENTS = `
create function search_key(value text) returns text language sql immutable strict parallel safe
return lower(regexp_replace(normalize(value, nfd), '[\\u0300-\\u036f]', '', 'g'));

update members set search_text = search_key(search_text) where search_text <> search_key(search_text);

drop index teams_title;
create index teams_title on teams using gin (search_key(title) gin_trgm_ops);
drop index sites_title;
create index sites_title on sites using gin (search_key(title) gin_trgm_ops);
drop index spaces_title;
create index spaces_title on spaces using gin (search_key(title) gin_trgm_ops);
`;

export function up(db: Kysely<unknown>): Promise<void> {
  return runStatements(db, STATEMENTS);
}
