import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/**
 * Fields that clients of the public platform send: the icon of a space, the description of a change request
 * as a document, and the target of a redirect, by id, beside the path that it was made into.
 */
const STATEMENTS = `
alter table spaces add column icon text not null default '';
alter table change_requests add column description json;
alter table site_redirects add column destination jsonb;
drop trigger spaces_structure_version on spaces;
create trigger spaces_structure_version after update of title, emoji, icon, deleted_at on spaces
for each row when (
  old.title <> new.title or old.emoji <> new.emoji or old.icon <> new.icon
  or old.deleted_at is distinct from new.deleted_at
) execute function change_structure_versions_of_space();
`;

export function up(db: Kysely<unknown>): Promise<void> {
  return runStatements(db, STATEMENTS);
}
