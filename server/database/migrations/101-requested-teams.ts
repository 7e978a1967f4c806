import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/** Teams that are asked to review a change request. */
const STATEMENTS = `
create table requested_teams (
  change_request_id text not null references change_requests (id) on delete cascade,
  team_id text not null references teams (id) on delete cascade,
  requested_by text references users (id) on delete set null,
  created_at timestamptz(3) not null,
  primary key (change_request_id, team_id)
);
create index requested_teams_team on requested_teams (team_id, change_request_id);
create index requested_teams_requester on requested_teams (requested_by) where requested_by is not null;
`;

export function up(db: Kysely<unknown>): Promise<void> {
  return runStatements(db, STATEMENTS);
}
