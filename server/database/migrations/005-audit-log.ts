import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/** Indexes for the audit log's filters, for spaces by title, and for the comments of an organization. */
const STATEMENTS = `
create index audit_log_actor on audit_log (organization_id, actor_id, at, id);
create index audit_log_action on audit_log (organization_id, action, at, id);
create index audit_log_target on audit_log (organization_id, target_id, at, id);
create index spaces_by_title on spaces (organization_id, title, id) where deleted_at is null;
create index comments_posted on comments (posted_at, id);
create index comments_in_space on comments (space_id, posted_at, id);
create index custom_field_values_field on custom_field_values (custom_field_id);
`;

export function up(db: Kysely<unknown>): Promise<void> {
  return runStatements(db, STATEMENTS);
}
