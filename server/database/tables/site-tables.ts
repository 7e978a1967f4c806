import type { ColumnType, Generated } from 'kysely';
import type {
  RedirectDestination,
  SiteAds,
  SiteFeature,
  SiteIcon,
  SiteType,
  SiteVisibility,
  SiteVisitorSegment,
} from '#api/generated/types.gen.ts';
import type { Json, JsonWithDefault, OptionalJson } from './columns.ts';
import type { PackedReference } from './stored-texts.ts';

// The tables of migrations 003 and 015 to 017: sites, their redirects and organization resources.

interface CustomFieldsTable {
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

interface CustomFieldValuesTable {
  space_id: string;
  custom_field_id: string;
  value: Json<unknown>;
}

interface TranslationsTable {
  id: string;
  organization_id: string;
  title: string;
  languages: Generated<string[]>;
  source_space_id: string | null;
  source_language: string | null;
  instructions: Json<unknown> | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

/** The texts of a specification by name. */
export interface StoredSpecFiles {
  main: string;
  files: Record<string, string>;
}

/** What is wrong or odd at a place of a specification. */
export interface StoredSpecProblem {
  message: string;
  file: string;
  line?: number;
  column?: number;
  /** A JSON pointer within the file. */
  path?: string;
}

interface ApiSpecsTable {
  id: string;
  organization_id: string;
  slug: string;
  source_url: string | null;
  source_text: string | null;
  /** Of a specification that was sent in several files. */
  source_files: OptionalJson<StoredSpecFiles>;
  processing_state: Generated<string>;
  last_version_id: string | null;
  last_processed_at: Date | null;
  last_process_error_code: string | null;
  last_process_error: OptionalJson<StoredSpecProblem>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

interface ApiSpecVersionsTable {
  id: string;
  api_spec_id: string;
  content_hash: string;
  filesystem: Json<unknown>;
  /** How its operations were read into rows, see `stored-operations.ts`; 0 if they were not. */
  operations_version: Generated<number>;
  /** What is odd in it: the first places. */
  warnings: JsonWithDefault<StoredSpecProblem[]>;
  warning_count: Generated<number>;
  /** Its operations and schemas in short; null until they are read. */
  outline: OptionalJson<unknown>;
  created_at: Generated<Date>;
}

interface ApiSpecFilesTable {
  version_id: string;
  /** Its path. */
  name: string;
  is_main: boolean;
  /** As visitors get it, compressed. */
  content: Buffer;
  digest: string;
}

interface ApiReferencesTable {
  version_id: string;
  /** The text of the page; '' for a page without text. */
  document_id: string;
  /** Of the reader's texts. */
  language: string;
  with_definitions: boolean;
  /** Of several pages the key of one; '' where it has all. */
  part: Generated<string>;
  /** Of everything that it was written from. */
  digest: string;
  /** Compressed, without what `gaps` stand for. */
  html: Buffer;
  /** Of the HTML, in bytes. */
  length: number;
  gaps: Json<PackedReference['gaps']>;
  headings: Json<PackedReference['headings']>;
  created_at: Generated<Date>;
}

interface ApiSpecOperationsTable {
  version_id: string;
  position: number;
  anchor: string;
  title: string;
  body: string;
  words: string;
}

interface SamlProvidersTable {
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
  /** Attributes of responses that are read before the usual ones. */
  email_attributes: Generated<string[]>;
  name_attributes: Generated<string[]>;
  /** Where the provider publishes its metadata, which is read again; null if its settings are entered by hand. */
  metadata_url: string | null;
  metadata_read_at: Date | null;
  /** Why it could not be used the last time. */
  metadata_problem: string | null;
  next_metadata_read_at: Date | null;
}

interface SitesTable {
  id: string;
  organization_id: string;
  type: Generated<SiteType>;
  title: string;
  icon: Json<SiteIcon | null>;
  hostname: string | null;
  /** The text of the DNS record that proves the hostname. */
  hostname_token: string | null;
  hostname_set_at: Date | null;
  /** Set while the site is served at its hostname. */
  hostname_proven_at: Date | null;
  /** Since when the record of a proven hostname has been missing. */
  hostname_missing_since: Date | null;
  hostname_checked_at: Date | null;
  hostname_next_check_at: Date | null;
  /** The result of the last lookup in place of the record, as a sentence. */
  hostname_problem: string | null;
  basename: string | null;
  proxy: string | null;
  visibility: ColumnType<SiteVisibility, string | undefined, string>;
  share_key: string;
  published: Generated<boolean>;
  adaptive_content: Generated<boolean>;
  adaptive_schema: Json<unknown | null>;
  adaptive_schema_updated_at: Date | null;
  /** Where visitors without a valid token are sent. */
  visitor_sign_in_url: string | null;
  ads: Json<SiteAds | null>;
  features: JsonWithDefault<SiteFeature[]>;
  customization: JsonWithDefault<unknown>;
  customization_updated_at: Date | null;
  /** Whether visits are counted; null: they are. */
  counts_visits: boolean | null;
  /** Whether pages ask if they were helpful; null: they do not. */
  asks_feedback: boolean | null;
  /** Whether links to other servers are asked; null: they are. */
  checks_links: boolean | null;
  /** Replaced by triggers with every change of what the structure shows. */
  structure_version: Generated<string>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

interface SiteSectionGroupsTable {
  id: string;
  site_id: string;
  title: string;
  icon: string | null;
  rank: string;
  created_at: Generated<Date>;
}

interface SiteSectionsTable {
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

interface SiteSpacesTable {
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

/** Written by triggers: what an item is called in addresses. */
interface SiteItemNamesTable {
  site_id: string;
  /** Whether the item is a section; else it is a site space. */
  is_section: boolean;
  /** The section of a site space; null on a flat site. */
  section_id: string | null;
  item_id: string;
  /** The path, or empty while it is the default. */
  name: string;
  /** Numbers of changes; null while it is called so. */
  since: Generated<string>;
  until: string | null;
}

/** Written by a trigger: a basename that a site had. */
interface FormerSiteNamesTable {
  site_id: string;
  name: string;
  until: Generated<string>;
}

/** Written by triggers: a hostname that an organization or (with `site_id`) a site had. */
interface FormerHostnamesTable {
  hostname: string;
  organization_id: string;
  site_id: string | null;
  until: Generated<string>;
}

interface SiteRedirectsTable {
  id: string;
  site_id: string;
  /** As written, without the asterisk of a wildcard. */
  source: string;
  /** The form in which paths are compared, see `redirectKey`. */
  source_key: string;
  is_wildcard: boolean;
  target: string;
  /** The target from which it was made if a client named a part of the site or a page by id. */
  destination: Json<RedirectDestination | null>;
  appends_rest: Generated<boolean>;
  status: Generated<number>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

/** The segments as whom members look at a site. */
interface SiteVisitorSegmentsTable {
  site_id: string;
  segments: Json<SiteVisitorSegment[]>;
  updated_at: Date;
}

/** Keys of the system that signs in the visitors of a site. */
interface SiteVisitorKeysTable {
  id: string;
  site_id: string;
  /** Its characters are the bytes of the HMAC key. */
  secret: string;
  created_at: Generated<Date>;
  /** Null: valid until it is deleted. */
  expires_at: Date | null;
}

/** Pictures of logos and favicons; the id is a digest of the bytes. */
interface SitePicturesTable {
  site_id: string;
  id: string;
  content_type: string;
  width: number | null;
  height: number | null;
  data: Buffer;
  created_at: Generated<Date>;
}

/** Customizations that are previewed before they are saved. */
interface SiteCustomizationDraftsTable {
  id: string;
  site_id: string;
  user_id: string;
  customization: Json<unknown>;
  created_at: Generated<Date>;
}

interface AuditLogTable {
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
  /** Its place in the record of events, with `tx`; null for entries of before there was one. */
  seq: Generated<number | null>;
  /** The transaction that wrote it. */
  tx: Generated<string | null>;
  /** The space that the target belongs to. */
  space_id: Generated<string | null>;
  change_request_id: Generated<string | null>;
}

/** Numbers of transactions count within one database cluster; a dump restored into another one starts an epoch. */
interface EventEpochsTable {
  epoch: number;
  /** Distinguishes databases in the ids of streamed events. */
  mark: string;
  first_seq: number;
  started_at: Generated<Date>;
}

/** Where a reader of the record of events is. */
interface EventCursorsTable {
  reader: string;
  epoch: number;
  tx: string;
  seq: number;
  moved_at: Generated<Date>;
}

interface JobsTable {
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

/** Sites, the other resources of an organization, the audit log and jobs. */
export interface SiteTables {
  custom_fields: CustomFieldsTable;
  custom_field_values: CustomFieldValuesTable;
  translations: TranslationsTable;
  api_specs: ApiSpecsTable;
  api_spec_versions: ApiSpecVersionsTable;
  api_spec_files: ApiSpecFilesTable;
  api_references: ApiReferencesTable;
  api_spec_operations: ApiSpecOperationsTable;
  saml_providers: SamlProvidersTable;
  sites: SitesTable;
  site_section_groups: SiteSectionGroupsTable;
  site_sections: SiteSectionsTable;
  site_spaces: SiteSpacesTable;
  site_item_names: SiteItemNamesTable;
  former_site_names: FormerSiteNamesTable;
  former_hostnames: FormerHostnamesTable;
  site_redirects: SiteRedirectsTable;
  site_visitor_keys: SiteVisitorKeysTable;
  site_visitor_segments: SiteVisitorSegmentsTable;
  site_pictures: SitePicturesTable;
  site_customization_drafts: SiteCustomizationDraftsTable;
  audit_log: AuditLogTable;
  event_epochs: EventEpochsTable;
  event_cursors: EventCursorsTable;
  jobs: JobsTable;
}
