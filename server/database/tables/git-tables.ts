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

// The tables of migration 103: connections of spaces with repositories, and their syncs.

interface GitConnectionsTable {
  id: string;
  space_id: string;
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
  /** Encrypted. */
  webhook_secret: Generated<string>;
  webhook_received_at: Date | null;
  paused_at: Date | null;
  /** The last commit that both sides have. */
  synced_commit: string | null;
  /** Its revision. */
  synced_revision_id: string | null;
  synced_at: Date | null;
  /** The space's revision that the last sync has dealt with: another one begins a sync. */
  seen_revision_id: string | null;
  change_request_id: string | null;
  error: string | null;
  error_reason: GitProblemReason | null;
  /** The commit that waits for a decision. */
  rewritten_to: string | null;
  /** The commit that somebody decided for. */
  accepted_rewrite: string | null;
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

export interface GitTables {
  git_connections: GitConnectionsTable;
  git_syncs: GitSyncsTable;
}
