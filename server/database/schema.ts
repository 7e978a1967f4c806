import type { ColumnType, Generated, Selectable } from 'kysely';

/**
 * The shape of every table, as the migrations leave it. `Generated` columns have a default; jsonb columns are
 * read as values and written as JSON text (`JSON.stringify`), which both engines take alike.
 */

/** A jsonb column: read as T, written as JSON text. */
export type Json<T> = ColumnType<T, string | null, string | null>;
/** A jsonb column that has a default. */
export type JsonWithDefault<T> = ColumnType<T, string | undefined, string>;
/** A row as it is read from a table. */
export type Row<Table extends keyof Database> = Selectable<Database[Table]>;

export interface ServerSettingsTable {
  key: string;
  value: string;
}

export interface UsersTable {
  id: string;
  display_name: string;
  email: string;
  photo_url: string | null;
  created_at: Generated<Date>;
}

export interface OrganizationsTable {
  id: string;
  title: string;
  hostname: string | null;
  type: Generated<string>;
  use_case: string | null;
  community_type: string | null;
  plan: Generated<string>;
  email_domains: Generated<string[]>;
  default_role: Generated<number>;
  default_content_site_id: string | null;
  logo_url: string | null;
  sso: Generated<boolean>;
  ai: Generated<boolean>;
  invite_links: Generated<boolean>;
  custom_hostname: string | null;
  billing: JsonWithDefault<unknown>;
  trial: JsonWithDefault<unknown>;
  blocked: Json<unknown | null>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export interface MembersTable {
  organization_id: string;
  user_id: string;
  role: number;
  disabled: Generated<boolean>;
  sso: Generated<boolean>;
  joined_at: Generated<Date>;
  last_seen_at: Date | null;
  search_text: string;
}

export interface SessionsTable {
  id: string;
  user_id: string;
  /** Of the refresh cookie that is valid now; the one before it stays valid for a moment. */
  hash: string;
  previous_hash: string | null;
  rotated_at: Date | null;
  /** The API token that started the session; revoking it ends the session. */
  started_by_token_id: string | null;
  sso_organization_id: string | null;
  created_at: Generated<Date>;
  expires_at: Date;
  revoked_at: Date | null;
}

export interface TokensTable {
  id: string;
  user_id: string;
  session_id: string | null;
  name: string;
  hash: string;
  created_at: Generated<Date>;
  last_used_at: Date | null;
  expires_at: Date | null;
  revoked_at: Date | null;
}

export interface SignInLinksTable {
  hash: string;
  user_id: string;
  expires_at: Date;
  used_at: Date | null;
}

export interface TeamsTable {
  id: string;
  organization_id: string;
  title: string;
  created_at: Generated<Date>;
}

export interface TeamMembersTable {
  team_id: string;
  organization_id: string;
  user_id: string;
  role: Generated<string>;
  created_at: Generated<Date>;
}

export interface CollectionsTable {
  id: string;
  organization_id: string;
  parent_id: string | null;
  title: string;
  description: string | null;
  default_level: Generated<number>;
  grant_path: string[];
  resolved_level: number | null;
  rank: string;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export interface SpacesTable {
  id: string;
  organization_id: string;
  parent_id: string | null;
  title: string;
  emoji: Generated<string>;
  visibility: Generated<string>;
  edit_mode: Generated<string>;
  default_level: Generated<number>;
  grant_path: string[];
  resolved_level: number | null;
  rank: string;
  share_key: string | null;
  git_sync: Json<unknown | null>;
  visitor_auth: Json<unknown | null>;
  revision_id: string;
  comments_open: Generated<number>;
  change_requests_total: Generated<number>;
  change_requests_open: Generated<number>;
  change_requests_draft: Generated<number>;
  change_requests_number: Generated<number>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  deleted_at: Date | null;
}

export interface GrantsTable {
  id: string;
  organization_id: string;
  content_kind: string;
  content_id: string;
  user_id: string | null;
  team_id: string | null;
  level: number;
  created_at: Generated<Date>;
}

export interface LinkInvitesTable {
  id: string;
  organization_id: string;
  secret: string;
  role: number;
  content_kind: string | null;
  content_id: string | null;
  created_by: string | null;
  created_at: Generated<Date>;
}

export interface DocumentsTable {
  id: string;
  markdown: string;
  created_at: Generated<Date>;
}

export interface RevisionsTable {
  id: string;
  space_id: string;
  change_request_id: string | null;
  type: Generated<string>;
  parents: Generated<string[]>;
  pages: JsonWithDefault<unknown>;
  files: JsonWithDefault<unknown>;
  reusable_contents: JsonWithDefault<unknown>;
  git: Json<unknown | null>;
  message: string | null;
  created_by: string | null;
  created_at: Generated<Date>;
}

export interface FilesTable {
  id: string;
  space_id: string;
  name: string;
  content_type: string;
  size: number;
  width: number | null;
  height: number | null;
  data: Buffer;
  created_at: Generated<Date>;
}

export interface ChangeRequestsTable {
  id: string;
  organization_id: string;
  space_id: string;
  number: number;
  status: Generated<string>;
  subject: Generated<string>;
  created_by: string | null;
  revision_id: string;
  revision_initial: string;
  revision_merged_ancestor: string | null;
  revision_merged: string | null;
  contributors: Generated<string[]>;
  comments_open: Generated<number>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export interface CommentsTable {
  id: string;
  space_id: string;
  change_request_id: string | null;
  posted_by: string | null;
  body: Json<unknown>;
  status: Generated<string>;
  page_id: string | null;
  node_id: string | null;
  node_preview: string | null;
  page_document_id: string | null;
  revision_id: string | null;
  replies: Generated<number>;
  posted_at: Generated<Date>;
  edited_at: Date | null;
  resolved_at: Date | null;
  resolved_by: string | null;
}

export interface CommentRepliesTable {
  id: string;
  comment_id: string;
  posted_by: string | null;
  body: Json<unknown>;
  posted_at: Generated<Date>;
  edited_at: Date | null;
}

export interface CommentReactionsTable {
  comment_id: string | null;
  reply_id: string | null;
  emoji: string;
  user_id: string;
  reacted_at: Generated<Date>;
}

export interface CustomFieldsTable {
  id: string;
  organization_id: string;
  name: string;
  title: string | null;
  description: string | null;
  placeholder: string | null;
  type: string;
  options: string[] | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export interface CustomFieldValuesTable {
  space_id: string;
  custom_field_id: string;
  value: Json<unknown>;
}

export interface TranslationsTable {
  id: string;
  organization_id: string;
  title: string;
  languages: Generated<string[]>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export interface ApiSpecsTable {
  id: string;
  organization_id: string;
  slug: string;
  source_url: string | null;
  source_text: string | null;
  processing_state: Generated<string>;
  last_version_id: string | null;
  last_processed_at: Date | null;
  last_process_error_code: string | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export interface ApiSpecVersionsTable {
  id: string;
  api_spec_id: string;
  content_hash: string;
  filesystem: Json<unknown>;
  created_at: Generated<Date>;
}

export interface SamlProvidersTable {
  id: string;
  organization_id: string;
  label: string;
  entity_id: string | null;
  sso_url: string | null;
  certificate: string | null;
  default_team_id: string | null;
  default_role: Generated<number>;
  status: Generated<string>;
  created_at: Generated<Date>;
}

export interface SitesTable {
  id: string;
  organization_id: string;
  type: Generated<string>;
  title: string;
  icon: Json<unknown | null>;
  hostname: string | null;
  basename: string | null;
  proxy: string | null;
  visibility: Generated<string>;
  share_key: string;
  published: Generated<boolean>;
  adaptive_content: Generated<boolean>;
  adaptive_schema: Json<unknown | null>;
  adaptive_schema_updated_at: Date | null;
  ads: Json<unknown | null>;
  features: JsonWithDefault<unknown>;
  customization: JsonWithDefault<unknown>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export interface SiteSectionGroupsTable {
  id: string;
  site_id: string;
  title: string;
  icon: string | null;
  rank: string;
  created_at: Generated<Date>;
}

export interface SiteSectionsTable {
  id: string;
  site_id: string;
  group_id: string | null;
  title: string;
  description: string | null;
  path: string;
  condition: string | null;
  icon: string | null;
  is_default: Generated<boolean>;
  rank: string;
  created_at: Generated<Date>;
}

export interface SiteSpacesTable {
  id: string;
  site_id: string;
  section_id: string | null;
  space_id: string;
  path: string;
  condition: string | null;
  is_default: Generated<boolean>;
  rank: string;
  created_at: Generated<Date>;
}

export interface AuditLogTable {
  id: string;
  organization_id: string;
  at: Generated<Date>;
  actor_id: string | null;
  action: string;
  target_kind: string;
  target_id: string;
  summary: string;
  before: Json<unknown | null>;
  after: Json<unknown | null>;
}

export interface JobsTable {
  id: string;
  kind: string;
  payload: JsonWithDefault<unknown>;
  run_at: Generated<Date>;
  attempts: Generated<number>;
  locked_until: Date | null;
  finished_at: Date | null;
  last_error: string | null;
}

/** All tables by name: the type parameter of every Kysely instance. */
export interface Database {
  server_settings: ServerSettingsTable;
  users: UsersTable;
  organizations: OrganizationsTable;
  members: MembersTable;
  sessions: SessionsTable;
  tokens: TokensTable;
  sign_in_links: SignInLinksTable;
  teams: TeamsTable;
  team_members: TeamMembersTable;
  collections: CollectionsTable;
  spaces: SpacesTable;
  grants: GrantsTable;
  link_invites: LinkInvitesTable;
  documents: DocumentsTable;
  revisions: RevisionsTable;
  files: FilesTable;
  change_requests: ChangeRequestsTable;
  comments: CommentsTable;
  comment_replies: CommentRepliesTable;
  comment_reactions: CommentReactionsTable;
  custom_fields: CustomFieldsTable;
  custom_field_values: CustomFieldValuesTable;
  translations: TranslationsTable;
  api_specs: ApiSpecsTable;
  api_spec_versions: ApiSpecVersionsTable;
  saml_providers: SamlProvidersTable;
  sites: SitesTable;
  site_section_groups: SiteSectionGroupsTable;
  site_sections: SiteSectionsTable;
  site_spaces: SiteSpacesTable;
  audit_log: AuditLogTable;
  jobs: JobsTable;
}
