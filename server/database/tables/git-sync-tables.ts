import type { Generated } from 'kysely';
import type { Json, JsonWithDefault } from './columns.ts';

// The tables of migrations 102 and 130.

/** Commits that are about to be pushed. They are recorded first: after a crash, the branch says whether they were. */
export interface StoredPush {
  /** The commit of the branch on which they are. */
  from: string | null;
  commits: { oid: string; revision: string; message: string; paths: string[] }[];
  /** The revision that the branch has with them. */
  revision: string;
  held: string[];
  /** Paths that were given to what has none from a file, by id, as far as they are new. */
  newPaths: Record<string, string>;
  /** What is at another place or has another object than was known, and what is no longer so. */
  files: PushedFile[];
  forgotten: string[];
}

/** A page, file or reusable content where a push has put it. */
export interface PushedFile {
  id: string;
  /** That of `versionOf`, for which this is so. */
  version: string;
  /** From the root of the book. */
  path: string;
  oid: string;
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

/** Beside `git` of the space's content, which is of the last reading: where pushes have put what they wrote. */
interface GitSyncFilesTable {
  connection_id: string;
  /** Of a page, a file or a reusable content. */
  item_id: string;
  space_id: string;
  version: string;
  path: string;
  oid: string;
}

export interface GitSyncTables {
  git_sync_files: GitSyncFilesTable;
  git_sync_states: GitSyncStatesTable;
}
