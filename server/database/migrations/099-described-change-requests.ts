import { type Kysely, sql } from 'kysely';
import { runStatements } from './statements.ts';

/**
 * Descriptions of change requests as they were typed, the issue that they are about, and how much they change. Servers of
 * the version before write `description` alone: then the Markdown of an earlier one must not stay beside it.
 */
const STATEMENTS = `
alter table change_requests add column description_markdown text;
alter table change_requests add column issue_url text;
alter table change_requests add column size jsonb;
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await runStatements(db, STATEMENTS);
  await sql`
    create function forget_description_markdown() returns trigger language plpgsql as $$
    begin
      if new.description::text is distinct from old.description::text
        and new.description_markdown is not distinct from old.description_markdown
      then new.description_markdown := null; end if;
      return new;
    end $$`.execute(db);
  await sql`
    create trigger forget_description_markdown before update of description on change_requests
    for each row execute function forget_description_markdown()`.execute(db);
  // Those that are open are counted once; later changes are counted as they come.
  await sql`
    insert into jobs (id, kind, payload, run_at)
    select 'size-' || change_requests.id, 'measure-change-request',
      jsonb_build_object('changeRequestId', change_requests.id), now()
    from change_requests where status in ('draft', 'open')`.execute(db);
}
