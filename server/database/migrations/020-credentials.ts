import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/**
 * How people sign in by themselves (decision 150): passwords, passkeys, confirmed email addresses, one-time codes,
 * devices that signed in before, and waits after failed attempts. A credential with an organization was made with a
 * link of its administrators, who vouch for the address in their organization only.
 */
const STATEMENTS = `
alter table users add column email_confirmed_at timestamptz(3);
alter table sessions add column method text;

create table passwords (
  user_id text primary key references users (id) on delete cascade,
  hash text not null,
  organization_id text references organizations (id) on delete cascade,
  set_at timestamptz(3) not null default now()
);

create table passkeys (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  credential_id text not null unique,
  public_key text not null,
  counter bigint not null default 0,
  transports text[] not null default '{}',
  is_synced boolean not null default false,
  name text not null,
  organization_id text references organizations (id) on delete cascade,
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3)
);
create index passkeys_user on passkeys (user_id, created_at, id);

alter table sign_in_links rename to one_time_codes;
alter table one_time_codes alter column user_id drop not null;
alter table one_time_codes add column purpose text not null default 'sign-in';
alter table one_time_codes add column email text;
alter table one_time_codes add column organization_id text references organizations (id) on delete cascade;
alter table one_time_codes add column data jsonb not null default '{}';
alter table one_time_codes add column browser_hash text;
alter table one_time_codes add column created_at timestamptz(3) not null default now();
create index one_time_codes_user on one_time_codes (user_id, purpose);
create index one_time_codes_expires on one_time_codes (expires_at);

create table known_devices (
  user_id text not null references users (id) on delete cascade,
  hash text not null,
  last_used_at timestamptz(3) not null default now(),
  primary key (user_id, hash)
);

create table sign_in_failures (
  key text primary key,
  failures integer not null,
  blocked_until timestamptz(3) not null,
  last_failed_at timestamptz(3) not null
);
create index sign_in_failures_last on sign_in_failures (last_failed_at);
`;

export function up(db: Kysely<unknown>): Promise<void> {
  return runStatements(db, STATEMENTS);
}
