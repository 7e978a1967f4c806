import type { Selectable } from 'kysely';
import type {
  ServerSettingsTable,
  UsersTable,
  OrganizationsTable,
  MembersTable,
  SessionsTable,
  TokensTable,
  SignInLinksTable,
  TeamsTable,
  TeamMembersTable,
  LinkInvitesTable,
  SamlAssertionsTable,
  SamlRequestsTable,
} from './people-tables.ts';
import type {
  CollectionsTable,
  SpacesTable,
  GrantsTable,
  DocumentsTable,
  RevisionsTable,
  FilesTable,
  ChangeRequestsTable,
  CommentsTable,
  CommentRepliesTable,
  CommentReactionsTable,
  DocumentFactsTable,
  SearchPagesTable,
  SpaceIndexesTable,
  RequestedReviewersTable,
  ReviewsTable,
} from './content-tables.ts';
import type {
  CustomFieldsTable,
  CustomFieldValuesTable,
  TranslationsTable,
  ApiSpecsTable,
  ApiSpecVersionsTable,
  SamlProvidersTable,
  SitesTable,
  SiteSectionGroupsTable,
  SiteSectionsTable,
  SiteSpacesTable,
  AuditLogTable,
  JobsTable,
} from './site-tables.ts';

/**
 * The columns of every table, as the migrations leave them. `Generated` columns have a default; jsonb columns are read
 * as values and written as JSON text (`JSON.stringify`), which both engines accept.
 */

export type Row<Table extends keyof Database> = Selectable<Database[Table]>;

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
  reviews: ReviewsTable;
  requested_reviewers: RequestedReviewersTable;
  comments: CommentsTable;
  comment_replies: CommentRepliesTable;
  comment_reactions: CommentReactionsTable;
  custom_fields: CustomFieldsTable;
  custom_field_values: CustomFieldValuesTable;
  translations: TranslationsTable;
  api_specs: ApiSpecsTable;
  api_spec_versions: ApiSpecVersionsTable;
  saml_providers: SamlProvidersTable;
  saml_requests: SamlRequestsTable;
  saml_assertions: SamlAssertionsTable;
  sites: SitesTable;
  site_section_groups: SiteSectionGroupsTable;
  site_sections: SiteSectionsTable;
  site_spaces: SiteSpacesTable;
  audit_log: AuditLogTable;
  jobs: JobsTable;
  document_facts: DocumentFactsTable;
  search_pages: SearchPagesTable;
  space_indexes: SpaceIndexesTable;
}
