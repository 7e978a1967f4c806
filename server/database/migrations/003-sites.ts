import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/**
 * Sites with their structure; resources of an organization (custom fields, translations, API specifications, identity
 * providers); the audit log and the job queue.
 */
const STATEMENTS = `
create table custom_fields (
  id text primary key,
  organization_id text not null references organizations (id) on delete cascade,
  name text not null,
  title text,
  description text,
  placeholder text,
  type text not null,
  options text[],
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (organization_id, name)
);

create table custom_field_values (
  space_id text not null references spaces (id) on delete cascade,
  custom_field_id text not null references custom_fields (id) on delete cascade,
  value jsonb not null,
  primary key (space_id, custom_field_id)
);

create table translations (
  id text primary key,
  organization_id text not null references organizations (id) on delete cascade,
  title text not null,
  languages text[] not null default '{}',
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index translations_created on translations (organization_id, created_at, id);

create table api_specs (
  id text primary key,
  organization_id text not null references organizations (id) on delete cascade,
  slug text not null,
  source_url text,
  source_text text,
  processing_state text not null default 'pending',
  last_version_id text,
  last_processed_at timestamptz(3),
  last_process_error_code text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (organization_id, slug)
);

create table api_spec_versions (
  id text primary key,
  api_spec_id text not null references api_specs (id) on delete cascade,
  content_hash text not null,
  filesystem jsonb not null,
  created_at timestamptz(3) not null default now()
);
create index api_spec_versions_spec on api_spec_versions (api_spec_id, created_at, id);

create table saml_providers (
  id text primary key,
  organization_id text not null references organizations (id) on delete cascade,
  label text not null,
  entity_id text,
  sso_url text,
  certificate text,
  default_team_id text references teams (id) on delete set null,
  default_role smallint not null default 0,
  status text not null default 'pending',
  created_at timestamptz(3) not null default now()
);
create index saml_providers_created on saml_providers (organization_id, created_at, id);

create table sites (
  id text primary key,
  organization_id text not null references organizations (id) on delete cascade,
  type text not null default 'basic',
  title text not null,
  icon jsonb,
  hostname text,
  basename text,
  proxy text,
  visibility text not null default 'public',
  share_key text not null,
  published boolean not null default false,
  adaptive_content boolean not null default false,
  adaptive_schema jsonb,
  adaptive_schema_updated_at timestamptz(3),
  ads jsonb,
  features jsonb not null default '[]',
  customization jsonb not null default '{}',
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index sites_created on sites (organization_id, created_at, id);
create unique index sites_basename on sites (organization_id, basename);
create index sites_title on sites using gin (title gin_trgm_ops);

create table site_section_groups (
  id text primary key,
  site_id text not null references sites (id) on delete cascade,
  title text not null,
  icon text,
  rank text collate "C" not null,
  created_at timestamptz(3) not null default now()
);
create index site_section_groups_rank on site_section_groups (site_id, rank);

create table site_sections (
  id text primary key,
  site_id text not null references sites (id) on delete cascade,
  group_id text references site_section_groups (id) on delete set null,
  title text not null,
  description text,
  path text not null,
  condition text,
  icon text,
  is_default boolean not null default false,
  rank text collate "C" not null,
  created_at timestamptz(3) not null default now(),
  unique (site_id, path)
);
create index site_sections_rank on site_sections (site_id, group_id, rank);
create unique index site_sections_default on site_sections (site_id) where is_default;

create table site_spaces (
  id text primary key,
  site_id text not null references sites (id) on delete cascade,
  section_id text references site_sections (id) on delete cascade,
  space_id text not null references spaces (id) on delete cascade,
  path text not null,
  condition text,
  is_default boolean not null default false,
  rank text collate "C" not null,
  created_at timestamptz(3) not null default now()
);
create index site_spaces_rank on site_spaces (site_id, section_id, rank);
create index site_spaces_space on site_spaces (space_id);
create index site_spaces_section on site_spaces (section_id);
create unique index site_spaces_path on site_spaces (site_id, coalesce(section_id, ''), path);
create unique index site_spaces_once on site_spaces (site_id, coalesce(section_id, ''), space_id);

create table audit_log (
  id text primary key,
  organization_id text not null references organizations (id) on delete cascade,
  at timestamptz(3) not null default now(),
  actor_id text,
  action text not null,
  target_kind text not null,
  target_id text not null,
  summary text not null,
  before jsonb,
  after jsonb
);
create index audit_log_at on audit_log (organization_id, at, id);

create table jobs (
  id text primary key,
  kind text not null,
  payload jsonb not null default '{}',
  run_at timestamptz(3) not null default now(),
  attempts integer not null default 0,
  locked_until timestamptz(3),
  finished_at timestamptz(3),
  last_error text
);
create index jobs_due on jobs (run_at) where finished_at is null;
`;

export function up(db: Kysely<unknown>): Promise<void> {
  return runStatements(db, STATEMENTS);
}
