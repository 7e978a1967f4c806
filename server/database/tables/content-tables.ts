import type { Generated, GeneratedAlways } from 'kysely';
import type {
  SpaceEditMode,
  SpaceGitSync,
  SpaceVisibility,
  SpaceVisitorAuth,
  WritingView,
} from '#api/generated/types.gen.ts';
import type { ChangeRequestSize } from '#api/generated/types.gen.ts';
import type { Json, JsonWithDefault, OptionalJson } from './columns.ts';
import type { DocumentLink, DocumentSection, TextHtml } from './stored-texts.ts';

// The tables of migration 004: reviews.

interface ReviewsTable {
  id: string;
  change_request_id: string;
  reviewer_id: string;
  status: string;
  revision_id: string;
  comment: string | null;
  created_at: Generated<Date>;
}

interface RequestedReviewersTable {
  change_request_id: string;
  user_id: string;
  requested_by: string | null;
  created_at: Generated<Date>;
}

/** Of migration 101. */
interface RequestedTeamsTable {
  change_request_id: string;
  team_id: string;
  requested_by: string | null;
  created_at: Date;
}

// The tables of migration 007: search index and links; the HTML of texts is of migration 013.

interface DocumentFactsTable {
  document_id: string;
  version: number;
  links: Json<DocumentLink[]>;
  anchors: Json<string[]>;
  sections: Json<DocumentSection[]>;
  html: Json<TextHtml | null>;
  html_version: Generated<number>;
  /** Of the text without its conditions; null where it has none. */
  visitor_sections: Json<DocumentSection[] | null>;
  visitor_version: Generated<number>;
}

interface SearchPagesTable {
  space_id: string;
  page_id: string;
  document_id: string | null;
  title: string;
  path: string;
  fingerprint: string;
  /** The slug of the API specification that it shows. */
  spec: string | null;
  /** All words with their weights, see `index-space.ts`. */
  words: string;
  /** The words of titles and headings. */
  heads: GeneratedAlways<string>;
  /** The number of the change that gave it its path. */
  path_since: Generated<string>;
}

/** Written by triggers: a path that a page had until the change with this number. */
interface FormerPagePathsTable {
  space_id: string;
  page_id: string;
  path: string;
  since: string;
  until: string;
}

interface SpaceIndexesTable {
  space_id: string;
  revision_id: string;
  version: number;
  links: number;
  broken: number;
  /** Of the stems, as ISO 639-1. */
  languages: Generated<string[]>;
  /** A hash of the places on sites that name the languages; null if there are none. */
  variants: string | null;
  /** The API specifications that its pages and texts name, by slug or address. */
  specs: Generated<string[]>;
  /** A digest of their versions when links were counted. */
  spec_versions: string | null;
}

// The tables of migration 002: content.

interface CollectionsTable {
  id: string;
  organization_id: string;
  parent_id: string | null;
  title: string;
  description: string | null;
  default_level: Generated<number>;
  /** The content itself, then every collection above it. */
  ancestor_path: string[];
  grant_path: string[];
  resolved_level: number | null;
  rank: string;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

interface SpacesTable {
  id: string;
  organization_id: string;
  parent_id: string | null;
  title: string;
  emoji: Generated<string>;
  /** The name of an icon, or the URL of an image; empty for none. */
  icon: Generated<string>;
  visibility: Generated<SpaceVisibility>;
  edit_mode: Generated<SpaceEditMode>;
  /** The view that its editor begins in; null for the visual one. */
  writing_view: Generated<WritingView | null>;
  default_level: Generated<number>;
  /** The content itself, then every collection above it. */
  ancestor_path: string[];
  grant_path: string[];
  resolved_level: number | null;
  rank: string;
  share_key: string | null;
  git_sync: Json<SpaceGitSync | null>;
  visitor_auth: Json<SpaceVisitorAuth | null>;
  revision_id: string;
  comments_open: Generated<number>;
  change_requests_total: Generated<number>;
  change_requests_open: Generated<number>;
  change_requests_draft: Generated<number>;
  change_requests_number: Generated<number>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  /** Of a draft, `DRAFT_TIME`. */
  deleted_at: Date | null;
  /** The import that makes it, as long as it is a draft. */
  import_id: Generated<string | null>;
}

interface GrantsTable {
  id: string;
  organization_id: string;
  content_kind: string;
  content_id: string;
  user_id: string | null;
  team_id: string | null;
  level: number;
  created_at: Generated<Date>;
}

interface DocumentsTable {
  id: string;
  markdown: string;
  created_at: Generated<Date>;
}

/** A view of `revision_rows` with whole lists (decision 268). Rows can be inserted, but not their lists changed. */
interface RevisionsTable {
  id: string;
  space_id: string;
  /** The change request or the preview of a branch that it belongs to; null for the space's own. */
  change_request_id: string | null;
  type: Generated<string>;
  parents: Generated<string[]>;
  pages: JsonWithDefault<unknown>;
  files: JsonWithDefault<unknown>;
  reusable_contents: JsonWithDefault<unknown>;
  /** Of migration 067. */
  book: Json<unknown | null>;
  git: Json<unknown | null>;
  message: string | null;
  created_by: string | null;
  created_at: Generated<Date>;
  /** When the first of the saves was made that it stands for; null for one. */
  first_saved_at: Date | null;
  /** When a newer revision began to stand for it; of a preview of a branch, when it was made. Deleted once nothing refers to it. */
  superseded_at: Date | null;
}

interface RevisionRowsTable extends RevisionsTable {
  /** The parts of a long list, which is empty in this row; null for others. */
  page_parts: string[] | null;
  file_parts: string[] | null;
}

interface RevisionPartsTable {
  space_id: string;
  /** A hash of its text. */
  id: string;
  /** A piece of JSON. */
  text: string;
  created_at: Generated<Date>;
}

interface FilesTable {
  id: string;
  /** Null while only a run of an older server knows it. */
  space_id: string | null;
  name: string;
  content_type: string;
  size: number;
  width: number | null;
  height: number | null;
  /** Null if they are in the storage. */
  data: Buffer | null;
  /** Of the bytes in the storage; of migration 112. */
  storage_key: Generated<string | null>;
  created_at: Generated<Date>;
  /** The run of an older server that stored it; null once it belongs to a space. */
  import_id: Generated<string | null>;
  /** The run that stored it, until that ends; only then revisions name it. */
  pending_import_id: Generated<string | null>;
  /** SHA-256 of the bytes, as hexadecimal; null for files in the database that no import stored. */
  hash: Generated<string | null>;
}

/** Of migration 112: what is in the storage, noted before it is sent there. */
interface StoredObjectsTable {
  key: string;
  bytes: number;
  /** Since when perhaps no file refers to it. */
  orphaned_at: Date | null;
}

/** Of migration 030. Once the bytes have arrived, `files` has a row with the same id. */
interface FileUploadsTable {
  id: string;
  space_id: string;
  user_id: string;
  name: string;
  /** In bytes, as announced. */
  size: number;
  created_at: Date;
}

/** Previews of unsaved texts, for some minutes. */
interface PagePreviewsTable {
  id: string;
  user_id: string;
  /** `TextHtml` as JSON. */
  html: string;
  /** The line of the text that each outermost element comes from. */
  lines: number[];
  created_at: Date;
}

/** The received parts of an upload. */
interface FileUploadChunksTable {
  upload_id: string;
  /** Each request that sends the bytes has its own. */
  attempt: string;
  /** From 0. */
  position: number;
  data: Buffer;
}

/** A size with the revisions that it is between. */
export type StoredSize = ChangeRequestSize & { of: string };

interface ChangeRequestsTable {
  id: string;
  organization_id: string;
  space_id: string;
  number: number;
  status: Generated<string>;
  subject: Generated<string>;
  /** A document; null for none. */
  description: Json<unknown | null>;
  /** The Markdown that the description was made from; null if it was sent as a document. */
  description_markdown: Generated<string | null>;
  issue_url: Generated<string | null>;
  /** How much it changes, with the revisions that this is of; null until it is counted. */
  size: OptionalJson<StoredSize>;
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

interface CommentsTable {
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
  /** The review that it was sent with. */
  review_id: Generated<string | null>;
  replies: Generated<number>;
  posted_at: Generated<Date>;
  edited_at: Date | null;
  resolved_at: Date | null;
  resolved_by: string | null;
  suggestion: Json<unknown> | null;
  applied_at: Date | null;
  applied_by: string | null;
  applied_revision: string | null;
  /** The words that it is about. */
  quote: Json<unknown> | null;
}

interface CommentRepliesTable {
  id: string;
  comment_id: string;
  posted_by: string | null;
  body: Json<unknown>;
  posted_at: Generated<Date>;
  edited_at: Date | null;
}

interface CommentReactionsTable {
  comment_id: string | null;
  reply_id: string | null;
  emoji: string;
  user_id: string;
  reacted_at: Generated<Date>;
}

interface PageTemplatesTable {
  id: string;
  space_id: string;
  title: string;
  markdown: string;
  created_at: Date;
  updated_at: Date;
}

/** Collections, spaces, their content, change requests, comments and the search index. */
export interface ContentTables {
  collections: CollectionsTable;
  spaces: SpacesTable;
  grants: GrantsTable;
  documents: DocumentsTable;
  revisions: RevisionsTable;
  revision_rows: RevisionRowsTable;
  revision_parts: RevisionPartsTable;
  files: FilesTable;
  file_uploads: FileUploadsTable;
  file_upload_chunks: FileUploadChunksTable;
  stored_objects: StoredObjectsTable;
  page_previews: PagePreviewsTable;
  page_templates: PageTemplatesTable;
  change_requests: ChangeRequestsTable;
  reviews: ReviewsTable;
  requested_reviewers: RequestedReviewersTable;
  requested_teams: RequestedTeamsTable;
  comments: CommentsTable;
  comment_replies: CommentRepliesTable;
  comment_reactions: CommentReactionsTable;
  document_facts: DocumentFactsTable;
  search_pages: SearchPagesTable;
  former_page_paths: FormerPagePathsTable;
  space_indexes: SpaceIndexesTable;
}
