import type { Generated } from 'kysely';
import type { Json, JsonWithDefault } from './columns.ts';

// The tables of migration 003: sites and organization resources.

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
  /** Names by id in `before` and `after`, as they were at the time of the change. */
  names: Json<Record<string, string> | null>;
}

export interface JobsTable {
  id: string;
  kind: string;
  payload: JsonWithDefault<unknown>;
  run_at: Generated<Date>;
  attempts: Generated<number>;
  /** How often it was interrupted because its process ended. */
  interruptions: Generated<number>;
  locked_until: Date | null;
  finished_at: Date | null;
  last_error: string | null;
}
