import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/** The session of the administrator who tests a provider (decision 243); null for a sign-in. */
const STATEMENTS = `
alter table saml_requests add column test_session_id text references sessions (id) on delete cascade;
alter table oidc_requests add column test_session_id text references sessions (id) on delete cascade;
create index saml_requests_test on saml_requests (test_session_id) where test_session_id is not null;
create index oidc_requests_test on oidc_requests (test_session_id) where test_session_id is not null;
`;

export function up(db: Kysely<unknown>): Promise<void> {
  return runStatements(db, STATEMENTS);
}
