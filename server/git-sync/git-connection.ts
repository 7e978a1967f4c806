/**
 * What the sync of a space with a branch takes and returns. The engine (this floor) knows neither requests nor permissions:
 * its callers check who may connect and sync, decrypt the token, run it as a job, one run at a time per connection, and
 * write audit entries, events and notifications of what it returns.
 *
 * - `sync-connection.ts`: `syncConnection(context, connection, options) → SyncOutcome`. What it has to remember between runs
 *   is its own table, `git_sync_states`, with a row for each connection id; `forgetSyncState(trx, connectionId)` deletes it.
 * - `probe-repository.ts`: `probeRepository(context, remote, { organizationId, branch? }) → ProbedRepository`; throws `GitSyncError`.
 * - `preview-first-sync.ts`: `previewFirstSync(context, connection) → FirstSyncPreview`.
 * - `preview-branches.ts`: `previewBranches(context, connection, { screenUrl })`, which writes rows of `git_branch_previews`.
 */
import type { Kysely, Transaction } from 'kysely';
import type { Clock } from '#server/base/clock.ts';
import type { ObjectStorage } from '#server/base/object-storage.ts';
import type { StoredBook } from '#server/content/pages/storage.ts';
import type { FoundSiteFile } from '#server/content/repository/site-file.ts';
import type { Database } from '#server/database/tables/schema.ts';
import type { Fetcher } from '#server/network/guarded-fetch.ts';

/** What a server of repositories asks for. Never sent to a task process, never logged. */
export interface GitCredentials {
  /** Some servers want one beside the token; without it, `git`. */
  username?: string;
  token: string;
}

/** A repository at an address; `https:`, or `http:` where the fetcher allows it. */
export interface GitRemote {
  /** Without credentials, as it is cloned. */
  url: string;
  credentials?: GitCredentials | undefined;
}

/** A space and the branch that it is synchronized with. */
export interface GitConnection extends GitRemote {
  id: string;
  organizationId: string;
  spaceId: string;
  /** Without `refs/heads/`. */
  branch: string;
  /** The project directory, without slashes at both ends; empty for the root of the repository. */
  directory: string;
  /** Which side the other one becomes in the first sync: `space` only into a branch without files in the directory. */
  initial: 'repository' | 'space';
  /** `{change_request_number}` and `{change_request_subject}` are replaced; empty for the message of the revision. */
  messageTemplate: string;
  /** Whether commits name the address of a person's account, or one that receives nothing. */
  authorEmails: 'account' | 'no-reply';
  /** The host name of addresses that receive nothing: `users.noreply.<host>`. */
  noReplyHost: string;
  /** Whether a tree that was written for another tool may be written to, although its texts were converted. */
  acceptsConversion: boolean;
}

/** Why a sync or a probe did not succeed. The sentence beside it says what to do. */
export type GitReason =
  /** The address is not allowed: SSH, not public, another scheme, credentials in it. */
  | 'address-refused'
  | 'unreachable'
  | 'timeout'
  /** The server asks for a token, or refuses the given one. */
  | 'authentication'
  | 'repository-not-found'
  /** The token may read only. */
  | 'write-refused'
  /** The branch may not be pushed to: protected, or refused by a hook. */
  | 'branch-protected'
  | 'repository-empty'
  | 'branch-not-found'
  /** The first sync would write over files of the directory. */
  | 'directory-not-empty'
  /** The last synchronized commit is not part of the branch any more. Needs a decision. */
  | 'history-rewritten'
  /** The files were written for another tool: syncing back would convert them. Needs a decision. */
  | 'conversion-needed'
  /** A commit changes a site in a way that a person has to decide on. */
  | 'decision-needed'
  | 'too-many-files'
  | 'too-large'
  /** A file or path that cannot be synchronized, such as a name that leads out of the repository. */
  | 'content-refused'
  /** The server does not answer as a Git server does. */
  | 'not-git'
  /** The branch moved ten times while a push was tried. */
  | 'contended'
  | 'internal';

/** Everything beside the database is given, so that tests and other servers can run it. */
export interface SyncContext {
  db: Kysely<Database>;
  clock: Clock;
  fetcher: Fetcher;
  /** Where files are, if not in the database. */
  storage: ObjectStorage | undefined;
  /** Copies of repositories. Only a cache: what is missing is fetched again. */
  workFolder: string;
  /** The operation that audit entries name. */
  action: string;
  signal?: AbortSignal | undefined;
  /** Called between steps; may throw to stop the run, which can be repeated. */
  progress?: (step: 'fetch' | 'read' | 'store' | 'merge' | 'write' | 'push') => Promise<void>;
  /** Whether merge rules of the space or its organization ask for change requests instead of direct revisions. */
  needsReview: (trx: Kysely<Database>, space: { id: string; organizationId: string }) => Promise<boolean>;
  /** Creates a draft that begins with the revision `base` of the space; returns its id. Writes its audit entry. */
  openChangeRequest: (
    trx: Transaction<Database>,
    draft: { spaceId: string; subject: string; base: string },
  ) => Promise<string>;
  /** Adds redirects that are new in a revision to the sites that show its space; returns those that none has taken. */
  addRedirects: (trx: Transaction<Database>, change: ChangedRedirects) => Promise<SyncNote[]>;
}

/** The book of a revision, and that of the one before. */
export interface ChangedRedirects {
  organizationId: string;
  spaceId: string;
  book: StoredBook | undefined;
  previous: StoredBook | undefined;
}

/** What one direction has changed. */
export interface SyncedChanges {
  pagesAdded: number;
  pagesUpdated: number;
  pagesRemoved: number;
  files: number;
}

/** A file that is not synchronized, or in another form. */
export interface SyncNote {
  path: string;
  message: string;
}

export interface IncomingSync extends SyncedChanges {
  /** The commit that was read. */
  commit: string;
  /** The revision that was made of it; absent where only a change request was made. */
  revision?: string;
  /** Of a site: what was changed, in words. */
  changes?: string[];
}

export interface OutgoingCommit {
  oid: string;
  /** The revision of the space that it writes; absent for a site. */
  revision?: string;
  message: string;
  /** From the root of the repository. */
  paths: string[];
}

export interface SyncOutcome {
  state: 'synced' | 'waiting' | 'failed';
  /** The last commit that both sides have, and its revision. */
  commit?: string | undefined;
  revision?: string | undefined;
  /** Of a site: the version of its structure that the branch has. */
  seen?: string | undefined;
  incoming?: IncomingSync | undefined;
  outgoing: OutgoingCommit[];
  /** A change request with what conflicts, or with everything where merge rules ask for it. */
  changeRequest?: string | undefined;
  notes: SyncNote[];
  /** With `waiting` and `failed`. `isTemporary`: the next attempt may succeed without a change. */
  problem?: { reason: GitReason; message: string; isTemporary: boolean } | undefined;
  /** With the reasons `history-rewritten` and `decision-needed`: the commit that waits for a decision. */
  rewrittenTo?: string | undefined;
  /** Bytes that the server of the repository has sent. */
  bytesReceived: number;
}

export interface SyncOptions {
  /** The commit whose rewritten history somebody has accepted: its files are the new state of the branch. */
  acceptedRewrite?: string | undefined;
}

/** What a repository holds, for the form that connects it. */
export interface ProbedRepository {
  branches: string[];
  defaultBranch: string | undefined;
  /** The branch that was looked at. */
  branch: string | undefined;
  commit: string | undefined;
  /** Whether the credentials may push; undefined where the server does not say so. */
  mayWrite: boolean | undefined;
  /** Directories with a table of contents or settings of a book, the root first. */
  directories: ProbedDirectory[];
  siteFiles: FoundSiteFile[];
  files: number;
}

export interface ProbedDirectory {
  /** Empty for the root. */
  path: string;
  /** What its files were written for: `gitbook`, `docusaurus`, … */
  kind: string;
  title: string;
  pages: number;
  /** Whether syncing back would convert its files. */
  needsConversion: boolean;
}

/** What a first sync would do. Nothing is written. */
export interface FirstSyncPreview {
  direction: 'repository' | 'space';
  kind: string;
  pages: number;
  files: number;
  /** Pages that the space has now, in its history afterwards: the repository's become its content. */
  pagesRemoved: number;
  needsConversion: boolean;
  notes: SyncNote[];
  problem?: SyncOutcome['problem'];
}

/** A problem that ends a sync, as a sentence for people. */
export class GitSyncError extends Error {
  readonly reason: GitReason;
  readonly isTemporary: boolean;

  constructor(reason: GitReason, message: string, isTemporary = false) {
    super(message);
    this.reason = reason;
    this.isTemporary = isTemporary;
  }
}

/** The space, or the change request of the sync, was changed while a commit was merged. */
export class SpaceMovedError extends Error {}
