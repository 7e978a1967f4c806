import { type Kysely, sql, type Transaction } from 'kysely';
import type { RevisionGit } from '#api/generated/types.gen.ts';
import type { StoredPush } from '#server/database/tables/git-sync-tables.ts';
import type { Database, Row } from '#server/database/tables/schema.ts';
import type { GitConnection, SyncContext } from './git-connection.ts';
import { notePushedFiles } from './pushed-files.ts';
import { commitPage } from './repository-pages.ts';

export type SyncState = Row<'git_sync_states'>;

export type SyncStateChange = Partial<
  Pick<
    SyncState,
    | 'read_commit'
    | 'read_revision'
    | 'written_revision'
    | 'folder'
    | 'pushing'
    | 'request_id'
    | 'request_commit'
    | 'request_revision'
    | 'held'
  >
> & {
  /** Beside those in `assigned_paths`. */
  newPaths?: Readonly<Record<string, string>>;
};

/** What is remembered of a connection; made on first use. */
export async function loadSyncState(context: SyncContext, connection: GitConnection): Promise<SyncState> {
  const { db, clock } = context;
  await db
    .insertInto('git_sync_states')
    .values({
      connection_id: connection.id,
      space_id: connection.spaceId,
      pushing: null,
      updated_at: clock.now(),
    })
    .onConflict((conflict) => conflict.column('connection_id').doNothing())
    .execute();
  return getSyncState(db, connection.id);
}

export async function getSyncState(db: Kysely<Database>, connectionId: string): Promise<SyncState> {
  return db
    .selectFrom('git_sync_states')
    .selectAll()
    .where('connection_id', '=', connectionId)
    .executeTakeFirstOrThrow();
}

export async function changeSyncState(
  db: Kysely<Database>,
  connectionId: string,
  { pushing, held, newPaths, ...columns }: SyncStateChange,
  now: Date,
): Promise<void> {
  await db
    .updateTable('git_sync_states')
    .set({
      ...columns,
      ...(pushing !== undefined && { pushing: pushing === null ? null : JSON.stringify(pushing) }),
      ...(held !== undefined && { held: JSON.stringify(held) }),
      // All of them are written again only where there is a new one.
      ...(newPaths !== undefined &&
        Object.keys(newPaths).length > 0 && {
          assigned_paths: sql<string>`assigned_paths || ${JSON.stringify(newPaths)}::jsonb`,
        }),
      updated_at: now,
    })
    .where('connection_id', '=', connectionId)
    .execute();
}

/** Forgets a connection that is deleted. Nothing of the space or of the branch changes. */
export async function forgetSyncState(trx: Transaction<Database>, connectionId: string): Promise<void> {
  await trx.deleteFrom('git_sync_states').where('connection_id', '=', connectionId).execute();
}

/** Records that pushed commits are in the branch. */
export async function confirmPush(
  trx: Transaction<Database>,
  connection: GitConnection,
  push: StoredPush,
  now: Date,
): Promise<void> {
  const last = push.commits.at(-1);
  for (const { oid, revision, message } of push.commits) {
    await trx
      .updateTable('revision_rows')
      .set({ git: JSON.stringify(gitOfRevision(connection, { oid, message, isOwn: true })) })
      .where('id', '=', revision)
      .where('git', 'is', null)
      .execute();
  }
  await notePushedFiles(trx, connection, push);
  const state = await getSyncState(trx, connection.id);
  const isReviewed = state.request_commit !== null;
  await changeSyncState(
    trx,
    connection.id,
    {
      pushing: null,
      written_revision: push.revision,
      held: push.held,
      newPaths: push.newPaths,
      ...(last && isReviewed && { request_commit: last.oid }),
      ...(last && !isReviewed && { read_commit: last.oid, read_revision: push.revision }),
    },
    now,
  );
}

interface CommitOfRevision {
  oid: string;
  message: string;
  /** Names of who wrote it; omitted for commits that are made of the revision. */
  author?: string | undefined;
  isOwn: boolean;
}

/** What a revision says of its commit, with an address where its host is known to have a page of it. */
export function gitOfRevision(
  { url, branch }: GitConnection,
  { oid, message, author, isOwn }: CommitOfRevision,
): RevisionGit {
  const page = commitPage(url, oid);
  return {
    oid,
    message,
    ...(author !== undefined && author !== '' && { author }),
    ...(page !== undefined && { url: page }),
    ref: branch,
    createdByBindery: isOwn,
  };
}
