import { type Kysely, sql } from 'kysely';

/**
 * The first schema: every noun of the contract, in the subset of SQL that PostgreSQL 15 and the embedded
 * engine share. Roles are levels (0 guest or no access … 6 admin); content default levels add -1 (inherit).
 * Ranks sort by byte order, so their columns carry the "C" collation.
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

create table collections (
  id text primary key,
  organization_id text not null references organizations (id) on delete cascade,
  parent_id text references collections (id) on delete cascade,
  title text not null,
  description text,
  default_level smallint not null default 1,
  grant_path text[] not null,
  resolved_level smallint,
  rank text collate "C" not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index collections_rank on collections (organization_id, parent_id, rank);
create index collections_created on collections (organization_id, created_at, id);
create index collections_parent on collections (parent_id);
create index collections_grant_path on collections using gin (grant_path);

create table spaces (
  id text primary key,
  organization_id text not null references organizations (id) on delete cascade,
  parent_id text references collections (id) on delete set null,
  title text not null,
  emoji text not null default '',
  visibility text not null default 'private',
  edit_mode text not null default 'live',
  default_level smallint not null default 1,
  grant_path text[] not null,
  resolved_level smallint,
  rank text collate "C" not null,
  share_key text,
  git_sync jsonb,
  visitor_auth jsonb,
  revision_id text not null,
  comments_open integer not null default 0,
  change_requests_total integer not null default 0,
  change_requests_open integer not null default 0,
  change_requests_draft integer not null default 0,
  change_requests_number integer not null default 0,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3)
);
create index spaces_rank on spaces (organization_id, parent_id, rank) where deleted_at is null;
create index spaces_created on spaces (organization_id, created_at, id) where deleted_at is null;
create index spaces_deleted on spaces (organization_id, deleted_at, id) where deleted_at is not null;
create index spaces_parent on spaces (parent_id);
create index spaces_grant_path on spaces using gin (grant_path);
create index spaces_title on spaces using gin (title gin_trgm_ops);

create table grants (
  id text primary key,
  organization_id text not null references organizations (id) on delete cascade,
  content_kind text not null,
  content_id text not null,
  user_id text,
  team_id text references teams (id) on delete cascade,
  level smallint not null,
  created_at timestamptz(3) not null default now(),
  foreign key (organization_id, user_id) references members (organization_id, user_id) on delete cascade,
  check (num_nonnulls(user_id, team_id) = 1)
);
create unique index grants_user on grants (content_id, user_id) where user_id is not null;
create unique index grants_team on grants (content_id, team_id) where team_id is not null;
create index grants_by_user on grants (organization_id, user_id) where user_id is not null;
create index grants_by_team on grants (team_id) where team_id is not null;

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

create table documents (
  id text primary key,
  markdown text not null,
  created_at timestamptz(3) not null default now()
);

create table revisions (
  id text primary key,
  space_id text not null references spaces (id) on delete cascade,
  change_request_id text,
  type text not null default 'edits',
  parents text[] not null default '{}',
  pages jsonb not null default '[]',
  files jsonb not null default '[]',
  reusable_contents jsonb not null default '[]',
  git jsonb,
  message text,
  created_by text references users (id) on delete set null,
  created_at timestamptz(3) not null default now()
);
create index revisions_space on revisions (space_id, created_at, id);

create table files (
  id text primary key,
  space_id text not null references spaces (id) on delete cascade,
  name text not null,
  content_type text not null,
  size integer not null,
  width integer,
  height integer,
  data bytea not null,
  created_at timestamptz(3) not null default now()
);
create index files_space on files (space_id, created_at, id);

create table change_requests (
  id text primary key,
  organization_id text not null references organizations (id) on delete cascade,
  space_id text not null references spaces (id) on delete cascade,
  number integer not null,
  status text not null default 'draft',
  subject text not null default '',
  created_by text references users (id) on delete set null,
  revision_id text not null,
  revision_initial text not null,
  revision_merged_ancestor text,
  revision_merged text,
  contributors text[] not null default '{}',
  comments_open integer not null default 0,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (space_id, number)
);
create index change_requests_space on change_requests (space_id, status, created_at, id);
create index change_requests_organization on change_requests (organization_id, status, updated_at, id);
create index change_requests_contributors on change_requests using gin (contributors);

create table comments (
  id text primary key,
  space_id text not null references spaces (id) on delete cascade,
  change_request_id text references change_requests (id) on delete cascade,
  posted_by text references users (id) on delete set null,
  body jsonb not null,
  status text not null default 'open',
  page_id text,
  node_id text,
  node_preview text,
  page_document_id text,
  revision_id text,
  replies integer not null default 0,
  posted_at timestamptz(3) not null default now(),
  edited_at timestamptz(3),
  resolved_at timestamptz(3),
  resolved_by text references users (id) on delete set null
);
create index comments_space on comments (space_id, posted_at, id) where change_request_id is null;
create index comments_change_request on comments (change_request_id, posted_at, id) where change_request_id is not null;

create table comment_replies (
  id text primary key,
  comment_id text not null references comments (id) on delete cascade,
  posted_by text references users (id) on delete set null,
  body jsonb not null,
  posted_at timestamptz(3) not null default now(),
  edited_at timestamptz(3)
);
create index comment_replies_comment on comment_replies (comment_id, posted_at, id);

create table comment_reactions (
  comment_id text references comments (id) on delete cascade,
  reply_id text references comment_replies (id) on delete cascade,
  emoji text not null,
  user_id text not null references users (id) on delete cascade,
  reacted_at timestamptz(3) not null default now(),
  check (num_nonnulls(comment_id, reply_id) = 1)
);
create unique index comment_reactions_comment on comment_reactions (comment_id, emoji, user_id) where comment_id is not null;
create unique index comment_reactions_reply on comment_reactions (reply_id, emoji, user_id) where reply_id is not null;

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

/** Creates the schema; statements run one by one because the embedded engine's wire adapter takes one each. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS.split(/;\n/).map((text) => text.trim())) {
    if (statement !== '') await sql.raw(statement).execute(db);
  }
}
