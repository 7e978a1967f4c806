import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/**
 * Content: collections, spaces, grants, revisions, change requests and comments. Default levels add -1 (inherit) to the
 * roles. Ranks sort by byte order, so their columns have the "C" collation.
 */
const STATEMENTS = `
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
`;

export function up(db: Kysely<unknown>): Promise<void> {
  return runStatements(db, STATEMENTS);
}
