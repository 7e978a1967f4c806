import type { Generated } from 'kysely';
import type { Json, JsonWithDefault } from './columns.ts';

// The table of migration 102.

/** Commits that are about to be pushed. They are recorded first: after a crash, the branch says whether they were. */
export interface StoredPush {
  /** The commit of the branch on which they are. */
  from: string | null;
  commits: { oid: string; revision: string; message: string; paths: string[] }[];
  /** The revision that the branch has with them. */
  revision: string;
  held: string[];
  assignedPaths: Record<string, string>;
}

interface GitSyncStatesTable {
  connection_id: string;
  space_id: string;
  /** The commit whose content is in the space, or in the change request that waits. */
  read_commit: string | null;
  /** The revision that was made of it, or that is the same. */
  read_revision: string | null;
  /** The revision whose content is in the branch. */
  written_revision: string | null;
  /** The folder of the book, from the directory of the connection: that of its settings. */
  folder: Generated<string>;
  pushing: Json<StoredPush | null>;
  /** A change request with what conflicts, or with a commit that has to be reviewed. */
  request_id: string | null;
  /** The commit that has to be reviewed; null for a change request of conflicts. */
  request_commit: string | null;
  /** The last revision of the change request that the sync has written. */
  request_revision: string | null;
  /** Paths in the directory that wait until the change request is merged or archived. */
  held: JsonWithDefault<string[]>;
  /** Paths of what was written here, by the ids of pages, files and reusable contents. */
  assigned_paths: JsonWithDefault<Record<string, string>>;
  updated_at: Date;
}

export interface GitSyncTables {
  git_sync_states: GitSyncStatesTable;
}
