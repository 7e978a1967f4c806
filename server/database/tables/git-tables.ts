import type { Generated } from 'kysely';
import type {
  GitAuthorEmails,
  GitInitial,
  GitNote,
  GitProblemReason,
  GitReceived,
  GitSentCommit,
  GitSyncRunState,
  GitSyncStep,
  GitSyncTrigger,
} from '#api/generated/types.gen.ts';
import type { Json, JsonWithDefault } from './columns.ts';

// The tables of migrations 103, 116 and 123: connections of spaces and sites with repositories, their syncs, and previews of branches.

interface GitConnectionsTable {
  id: string;
  /** What is connected is a space or a site. */
  space_id: string | null;
  site_id: string | null;
  /** Of a space: the connection of the site that has made this one. */
  site_connection_id: string | null;
  url: string;
  branch: string;
  /** Without slashes at its ends; empty for the root. */
  directory: string;
  username: string | null;
  /** Encrypted; empty for none. */
  token: Generated<string>;
  token_ends_at: Date | null;
  initial: GitInitial;
  message_template: string | null;
  author_emails: Generated<GitAuthorEmails>;
  accepts_conversion: Generated<boolean>;
  /** Of a site: whether commits may show visitors more without a decision. */
  allows_revealing: Generated<boolean>;
  /** Encrypted. */
  webhook_secret: Generated<string>;
  webhook_received_at: Date | null;
  paused_at: Date | null;
  /** The last commit that both sides have. */
  synced_commit: string | null;
  /** Its revision. */
  synced_revision_id: string | null;
  synced_at: Date | null;
  /** The space's revision, or version of the site's structure, that the last sync has dealt with: another one begins a sync. */
  seen_revision_id: string | null;
  change_request_id: string | null;
  error: string | null;
  error_reason: GitProblemReason | null;
  /** The commit that waits for a decision. */
  rewritten_to: string | null;
  /** The commit that somebody decided for. */
  accepted_rewrite: string | null;
  /** Of a site: the commit that somebody decided against. */
  refused_commit: string | null;
  /** Failed syncs since the last one that succeeded. */
  failures: Generated<number>;
  /** Since when a sync is asked for; null once one has begun. */
  requested_at: Date | null;
  request_trigger: GitSyncTrigger | null;
  requested_by: string | null;
  next_sync_at: Date;
  /** Until when the server that syncs is believed to be alive. */
  locked_until: Date | null;
  step: GitSyncStep | null;
  created_by: string | null;
  created_at: Date;
  updated_at: Date;
}

interface StoredSiteSpace {
  id: string;
  spaceId: string;
  path: string;
  condition: string | null;
  isDefault: boolean;
}

interface StoredSection {
  kind: 'section';
  id: string;
  title: string;
  path: string;
  icon: string | null;
  description: string | null;
  condition: string | null;
  isDefault: boolean;
  siteSpaces: StoredSiteSpace[];
}

interface StoredGroup {
  kind: 'group';
  id: string;
  title: string;
  icon: string | null;
  sections: StoredSection[];
}

/** A structure of a site in order, with the ids of its items. */
interface StoredStructure {
  top: (StoredGroup | StoredSection)[];
  siteSpaces: StoredSiteSpace[];
}

interface GitSiteStatesTable {
  connection_id: string;
  /** The commit whose file the site has. */
  read_commit: string | null;
  /** The structure that both had then. */
  structure: Json<StoredStructure | null>;
  /** The ids of the items by the keys of the file. */
  keys: JsonWithDefault<Record<string, string>>;
  /** The commit that is about to be pushed. It is recorded first: after a crash, the branch says whether it was. */
  pushing: Json<{ from: string | null; oid: string; structure: StoredStructure } | null>;
  updated_at: Date;
}

interface GitSyncsTable {
  id: string;
  connection_id: string;
  trigger: GitSyncTrigger;
  state: GitSyncRunState;
  commit_before: string | null;
  commit_after: string | null;
  revision_id: string | null;
  change_request_id: string | null;
  received: Json<GitReceived | null>;
  /** The first ones, without URLs. */
  sent: JsonWithDefault<GitSentCommit[]>;
  sent_count: Generated<number>;
  notes: JsonWithDefault<GitNote[]>;
  error: string | null;
  error_reason: GitProblemReason | null;
  attempts: Generated<number>;
  created_by: string | null;
  created_at: Date;
  finished_at: Date | null;
}

interface GitBranchPreviewsTable {
  id: string;
  connection_id: string;
  branch: string;
  /** Since when it is asked for; null once the branch was read. */
  requested_at: Date | null;
  /** The commit that was read last, or could not be read; null for one that is tried again. */
  tried_commit: string | null;
  /** What it shows; null until a commit was read. */
  revision_id: string | null;
  commit: string | null;
  message: Generated<string>;
  author: Generated<string>;
  pages: Generated<number>;
  notes: JsonWithDefault<GitNote[]>;
  error: string | null;
  error_reason: GitProblemReason | null;
  /** Why the commit has no status at the repository's host. */
  status_problem: string | null;
  created_by: string | null;
  created_at: Date;
  /** When the branch was last read. */
  updated_at: Date;
}

export interface GitTables {
  git_connections: GitConnectionsTable;
  git_site_states: GitSiteStatesTable;
  git_syncs: GitSyncsTable;
  git_branch_previews: GitBranchPreviewsTable;
}
