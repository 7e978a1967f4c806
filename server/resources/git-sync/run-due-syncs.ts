import type { FastifyBaseLogger } from 'fastify';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { GitSyncTrigger } from '#api/generated/types.gen.ts';
import { newId } from '#server/base/ids.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { GitSyncError, type SyncOutcome } from '#server/git-sync/git-connection.ts';
import { syncConnection } from '#server/git-sync/sync-connection.ts';
import { forgetSyncState } from '#server/git-sync/sync-state.ts';
import { findAdministrators } from '#server/notifications/write-notifications.ts';
import { updateChangeRequest } from '../change-requests/change-request-changes.ts';
import { selectConnections, showOnSpace } from './git-connections.queries.ts';
import type { LoadedConnection } from './git-connections.rules.ts';
import { type GitSyncServer, toSyncConnection, toSyncContext } from './sync-context.ts';
import { tellOfConflict, tellOfFailure } from './tell-of-syncs.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
/** How often a repository is asked without a webhook. */
const INTERVAL_MS = 2 * MINUTE_MS;
/** The longest wait after failures. */
const MAX_INTERVAL_MS = 60 * MINUTE_MS;
/** A server that syncs has ended if it has not sent a heartbeat by then. */
const LOCK_MS = 60 * SECOND_MS;
const HEARTBEAT_MS = LOCK_MS / 3;
/** Connections of one organization that are synced at the same time: fewer than a server syncs, as theirs may be slow. */
const MAX_RUNNING = 2;
/** Entries and commits that the history of a sync has. */
const MAX_LISTED = 100;
/** Syncs of one connection that are kept. */
const MAX_KEPT = 500;

export interface GitSyncRunner extends GitSyncServer {
  log: Pick<FastifyBaseLogger, 'error'>;
  /** Stops what runs, so that another server goes on. */
  stopping?: AbortSignal | undefined;
}

/**
 * Syncs the connections that are due, one after another, and returns how many. Of several servers one syncs a connection at
 * a time; what one that ends leaves, another one finishes.
 */
export async function runDueSyncs(
  runner: GitSyncRunner,
  isStopping: () => boolean = () => false,
): Promise<number> {
  for (let doneCount = 0; ; doneCount += 1) {
    if (isStopping() || runner.stopping?.aborted === true) return doneCount;
    const claimed = await claimInTurn(runner);
    if (!claimed) return doneCount;
    await runClaimed(runner, claimed);
  }
}

/** A connection that this server syncs. */
interface ClaimedConnection extends LoadedConnection {
  /** What began the sync. */
  begun: { trigger: GitSyncTrigger; by: string | null; at: Date };
}

let lastClaim: Promise<unknown> = Promise.resolve();

/** Claims of a server follow each other: each counts what is synced by then. */
function claimInTurn({ db, clock }: GitSyncRunner): Promise<ClaimedConnection | undefined> {
  const claim = lastClaim.then(() => claimConnection(db, clock.now()));
  lastClaim = claim.catch(() => {});
  return claim;
}

/**
 * Claims the connection that has been due for longest: asked for, its time has come, or its space has another revision than
 * the last sync saw. After a failure only the first two count. Those of an organization with enough syncs wait.
 */
async function claimConnection(db: Kysely<Database>, now: Date): Promise<ClaimedConnection | undefined> {
  const { rows } = await sql<{ id: string; trigger: GitSyncTrigger; requested_by: string | null }>`
    with due as (
      select git_connections.id, git_connections.requested_by,
        case when git_connections.requested_at is not null then git_connections.request_trigger
          when spaces.revision_id is distinct from git_connections.seen_revision_id then 'change'
          else 'schedule' end as trigger
      from git_connections join spaces on spaces.id = git_connections.space_id
      where spaces.deleted_at is null and git_connections.paused_at is null
        and (git_connections.locked_until is null or git_connections.locked_until < ${now})
        and (git_connections.next_sync_at <= ${now} or git_connections.failures = 0
          and spaces.revision_id is distinct from git_connections.seen_revision_id)
        and spaces.organization_id not in (
          select organization_id from git_connections running join spaces on spaces.id = running.space_id
          where running.locked_until >= ${now} group by organization_id having count(*) >= ${MAX_RUNNING}::int)
      order by git_connections.next_sync_at limit 1
      for update of git_connections skip locked)
    update git_connections set locked_until = ${new Date(now.getTime() + LOCK_MS)}, requested_at = null,
      request_trigger = null, requested_by = null, step = null,
      seen_revision_id = (select revision_id from spaces where spaces.id = git_connections.space_id)
    from due where git_connections.id = due.id
    returning git_connections.id, due.trigger, due.requested_by`.execute(db);
  const [claimed] = rows;
  if (!claimed) return undefined;
  const row = await selectConnections(db).where('git_connections.id', '=', claimed.id).executeTakeFirst();
  return row && { ...row, begun: { trigger: claimed.trigger, by: claimed.requested_by, at: now } };
}

async function runClaimed(runner: GitSyncRunner, connection: ClaimedConnection): Promise<void> {
  const { db, clock, log } = runner;
  const ended = new AbortController();
  const heartbeat = setInterval(() => {
    void renewLock(db, connection.id, clock.now()).then((isKept) => !isKept && ended.abort());
  }, HEARTBEAT_MS);
  const signal = AbortSignal.any([ended.signal, ...(runner.stopping ? [runner.stopping] : [])]);
  try {
    const outcome = await sync(runner, connection, signal).catch((error: unknown) => {
      if (signal.aborted) return undefined;
      return toOutcome(error, (unknown) =>
        log.error({ err: unknown, connectionId: connection.id }, 'a Git sync failed'),
      );
    });
    // What a stop has interrupted is no failure of the connection.
    const isEnded = outcome !== undefined && !(signal.aborted && outcome.problem);
    await inTransaction(db, (trx) =>
      isEnded ? recordOutcome(trx, connection, outcome, clock.now()) : release(trx, connection, clock.now()),
    );
  } finally {
    clearInterval(heartbeat);
  }
}

async function sync(
  runner: GitSyncRunner,
  connection: ClaimedConnection,
  signal: AbortSignal,
): Promise<SyncOutcome> {
  const { db } = runner;
  const context = toSyncContext(runner, {
    createdBy: connection.created_by ?? (await anyAdministrator(db, connection)),
    signal,
    progress: async (step) => {
      signal.throwIfAborted();
      const { numUpdatedRows } = await db
        .updateTable('git_connections')
        .set({ step })
        .where('id', '=', connection.id)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw new GitSyncError('internal', 'The space was disconnected.');
    },
  });
  const acceptedRewrite = connection.accepted_rewrite ?? undefined;
  return syncConnection(context, toSyncConnection(connection, runner), { acceptedRewrite });
}

/** Who stands for a maker whose account is deleted. */
async function anyAdministrator(
  db: Kysely<Database>,
  { organization_id: organizationId }: ClaimedConnection,
): Promise<string> {
  const administrators = (await findAdministrators(db, [organizationId])).get(organizationId) ?? [];
  const [first] = administrators;
  if (first === undefined)
    throw new GitSyncError('internal', 'The organization has no administrator. Make a member one first.');
  return first;
}

const UNKNOWN_PROBLEM =
  'The server could not sync. It tries again by itself; if it fails for long, its operator finds the reason in the log.';

function toOutcome(error: unknown, report: (error: unknown) => void): SyncOutcome {
  const isKnown = error instanceof GitSyncError;
  if (!isKnown) report(error);
  return {
    state: 'failed',
    outgoing: [],
    notes: [],
    bytesReceived: 0,
    problem: isKnown
      ? { reason: error.reason, message: error.message, isTemporary: error.isTemporary }
      : { reason: 'internal', message: UNKNOWN_PROBLEM, isTemporary: true },
  };
}

/** False if the connection has ended, or another server has it. */
async function renewLock(db: Kysely<Database>, id: string, now: Date): Promise<boolean> {
  const renewed = await db
    .updateTable('git_connections')
    .set({ locked_until: new Date(now.getTime() + LOCK_MS) })
    .where('id', '=', id)
    .executeTakeFirst()
    // The next heartbeat tries again.
    .catch(() => undefined);
  return renewed === undefined || renewed.numUpdatedRows > 0n;
}

/** Lets another server begin the sync again at once. */
async function release(
  trx: Transaction<Database>,
  { id, begun }: ClaimedConnection,
  now: Date,
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('git_connections')
    .set({
      locked_until: null,
      step: null,
      next_sync_at: now,
      requested_at: begun.at,
      request_trigger: begun.trigger,
      requested_by: begun.by,
    })
    .where('id', '=', id)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) await forgetSyncState(trx, id);
}

/** The state of the connection, its history, and who is told, in one transaction. */
async function recordOutcome(
  trx: Transaction<Database>,
  connection: ClaimedConnection,
  outcome: SyncOutcome,
  now: Date,
): Promise<void> {
  const locked = await trx
    .selectFrom('git_connections')
    .select(['requested_at', 'change_request_id'])
    .where('id', '=', connection.id)
    .forUpdate()
    .executeTakeFirst();
  // It was disconnected: the sync may have noted something afterwards.
  if (!locked) return forgetSyncState(trx, connection.id);
  const { problem } = outcome;
  const failures = problem ? connection.failures + 1 : 0;
  const isNewCommit = outcome.commit !== undefined && outcome.commit !== connection.synced_commit;
  const revision = outcome.revision ?? connection.synced_revision_id;
  await trx
    .updateTable('git_connections')
    .set({
      locked_until: null,
      step: null,
      error: problem?.message ?? null,
      error_reason: problem?.reason ?? null,
      rewritten_to: outcome.rewrittenTo ?? null,
      ...(outcome.rewrittenTo !== connection.accepted_rewrite && { accepted_rewrite: null }),
      failures,
      ...(outcome.commit !== undefined && { synced_commit: outcome.commit, synced_revision_id: revision }),
      ...(!problem && { synced_at: now }),
      // What the sync itself has written begins no other one.
      ...(outcome.incoming?.revision !== undefined && { seen_revision_id: outcome.incoming.revision }),
      ...(outcome.changeRequest !== undefined && { change_request_id: outcome.changeRequest }),
      next_sync_at: locked.requested_at ?? new Date(now.getTime() + waitAfter(failures)),
    })
    .where('id', '=', connection.id)
    .execute();
  if (isNewCommit) await showOnSpace(trx, connection.space_id, connection, now);
  const isNewRequest =
    outcome.changeRequest !== undefined && outcome.changeRequest !== locked.change_request_id;
  if (isNewRequest) await showChangeRequest(trx, connection, outcome.changeRequest ?? '', now);
  await recordSync(trx, connection, outcome, now);
  if (problem) await tellOfFailure(trx, connection, { ...problem, failures, now });
}

/** Two minutes, and after each failure twice as long, up to an hour. */
function waitAfter(failures: number): number {
  return Math.min(INTERVAL_MS * 2 ** Math.max(0, failures - 1), MAX_INTERVAL_MS);
}

/** A change request of a sync is open: people are to look at it. */
async function showChangeRequest(
  trx: Transaction<Database>,
  connection: ClaimedConnection,
  changeRequestId: string,
  now: Date,
): Promise<void> {
  const changeRequest = await trx
    .selectFrom('change_requests')
    .select(['status', 'created_by'])
    .where('id', '=', changeRequestId)
    .executeTakeFirst();
  if (!changeRequest) return;
  if (changeRequest.status === 'draft') {
    const actor = { user: { id: changeRequest.created_by ?? '' } };
    const ids = { spaceId: connection.space_id, changeRequestId };
    await updateChangeRequest(trx, ids, { status: 'open' }, { actor, now });
  }
  await tellOfConflict(trx, connection, changeRequestId, now);
}

/** Writes the history: a sync that changed nothing is not a part of it, and failures in a row for one reason are one entry. */
async function recordSync(
  trx: Transaction<Database>,
  connection: ClaimedConnection,
  outcome: SyncOutcome,
  now: Date,
): Promise<void> {
  const { incoming, outgoing, problem, changeRequest } = outcome;
  const { begun } = connection;
  if (!incoming && outgoing.length === 0 && !problem && changeRequest === undefined) return;
  if (problem && (await repeatFailure(trx, connection.id, problem.message, now))) return;
  const sent = outgoing.slice(0, MAX_LISTED).map(({ oid, message, revision, paths }) => ({
    oid,
    message,
    revision,
    files: paths.length,
  }));
  await trx
    .insertInto('git_syncs')
    .values({
      id: newId(),
      connection_id: connection.id,
      trigger: begun.trigger,
      state: problem ? 'failed' : 'done',
      commit_before: connection.synced_commit,
      commit_after: outcome.commit ?? null,
      revision_id: incoming?.revision ?? null,
      change_request_id: changeRequest ?? null,
      received: incoming ? JSON.stringify(toReceived(incoming)) : null,
      sent: JSON.stringify(sent),
      sent_count: outgoing.length,
      notes: JSON.stringify(outcome.notes.slice(0, MAX_LISTED)),
      error: problem?.message ?? null,
      error_reason: problem?.reason ?? null,
      created_by: begun.by,
      created_at: begun.at,
      finished_at: now,
    })
    .execute();
  await deleteOldSyncs(trx, connection.id);
}

const toReceived = ({
  commit,
  pagesAdded,
  pagesUpdated,
  pagesRemoved,
  files,
}: NonNullable<SyncOutcome['incoming']>) => ({
  commit,
  pagesAdded,
  pagesUpdated,
  pagesRemoved,
  files,
});

/** Counts another attempt that failed as the last one did. False if the last one was something else. */
async function repeatFailure(
  trx: Transaction<Database>,
  connectionId: string,
  error: string,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('git_syncs')
    .set((column) => ({ attempts: column('attempts', '+', 1), finished_at: now }))
    .where('id', '=', (latest) =>
      latest
        .selectFrom('git_syncs')
        .select('id')
        .where('connection_id', '=', connectionId)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(1),
    )
    .where('state', '=', 'failed')
    .where('error', '=', error)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

async function deleteOldSyncs(trx: Transaction<Database>, connectionId: string): Promise<void> {
  await trx
    .deleteFrom('git_syncs')
    .where('connection_id', '=', connectionId)
    .where('id', 'in', (old) =>
      old
        .selectFrom('git_syncs')
        .select('id')
        .where('connection_id', '=', connectionId)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .offset(MAX_KEPT),
    )
    .execute();
}
