import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/**
 * People: users, organizations, members, teams, invites and credentials. Roles are levels: 0 guest … 6 administrator.
 * Trigram indexes serve substring searches of names.
 */
const STATEMENTS = `
create extension if not exists pg_trgm;
create table server_settings (
  key text primary key,
  value text not null
);

create table users (
  id text primary key,
  display_name text not null,
  email text not null,
  photo_url text,
  created_at timestamptz(3) not null default now()
);
create unique index users_email on users (lower(email));

create table organizations (
  id text primary key,
  title text not null,
  hostname text,
  type text not null default 'business',
  use_case text,
  community_type text,
  plan text not null default 'free_2024',
  email_domains text[] not null default '{}',
  default_role smallint not null default 1,
  default_content_site_id text,
  logo_url text,
  sso boolean not null default false,
  ai boolean not null default false,
  invite_links boolean not null default true,
  custom_hostname text,
  billing jsonb not null default '{}',
  trial jsonb not null default '{}',
  blocked jsonb,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create unique index organizations_hostname on organizations (hostname);
create index organizations_email_domains on organizations using gin (email_domains);

create table members (
  organization_id text not null references organizations (id) on delete cascade,
  user_id text not null references users (id) on delete cascade,
  role smallint not null,
  disabled boolean not null default false,
  sso boolean not null default false,
  joined_at timestamptz(3) not null default now(),
  last_seen_at timestamptz(3),
  search_text text not null,
  primary key (organization_id, user_id)
);
create index members_joined on members (organization_id, joined_at, user_id);
create index members_seen on members (organization_id, last_seen_at, user_id) where last_seen_at is not null;
create index members_role_joined on members (organization_id, role, joined_at, user_id);
create index members_role_seen on members (organization_id, role, last_seen_at, user_id) where last_seen_at is not null;
create index members_search on members using gin (search_text gin_trgm_ops);
create index members_user on members (user_id);

create table sessions (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  hash text not null unique,
  previous_hash text unique,
  rotated_at timestamptz(3),
  started_by_token_id text,
  sso_organization_id text references organizations (id) on delete cascade,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  revoked_at timestamptz(3)
);
create index sessions_user on sessions (user_id);

create table tokens (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  session_id text references sessions (id) on delete cascade,
  name text not null,
  hash text not null unique,
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3),
  expires_at timestamptz(3),
  revoked_at timestamptz(3)
);
create index tokens_user on tokens (user_id);
create index tokens_session on tokens (session_id);

create table sign_in_links (
  hash text primary key,
  user_id text not null references users (id) on delete cascade,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3)
);

create table teams (
  id text primary key,
  organization_id text not null references organizations (id) on delete cascade,
  title text not null,
  created_at timestamptz(3) not null default now()
);
create index teams_created on teams (organization_id, created_at, id);
create index teams_title on teams using gin (title gin_trgm_ops);

create table team_members (
  team_id text not null references teams (id) on delete cascade,
  organization_id text not null,
  user_id text not null,
  role text not null default 'member',
  created_at timestamptz(3) not null default now(),
  primary key (team_id, user_id),
  foreign key (organization_id, user_id) references members (organization_id, user_id) on delete cascade
);
create index team_members_user on team_members (organization_id, user_id);
create index team_members_created on team_members (team_id, created_at, user_id);

create table link_invites (
  id text primary key,
  organization_id text not null references organizations (id) on delete cascade,
  secret text not null unique,
  role smallint not null,
  content_kind text,
  content_id text,
  created_by text references users (id) on delete set null,
  created_at timestamptz(3) not null default now()
);
create index link_invites_created on link_invites (organization_id, created_at, id);
`;

export function up(db: Kysely<unknown>): Promise<void> {
  return runStatements(db, STATEMENTS);
}
