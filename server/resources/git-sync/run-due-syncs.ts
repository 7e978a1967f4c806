import type { FastifyBaseLogger } from 'fastify';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { GitSyncStep, GitSyncTrigger } from '#api/generated/types.gen.ts';
import { appUrl } from '#server/base/service-settings.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { GitSyncError, type SyncOutcome } from '#server/git-sync/git-connection.ts';
import { previewBranches } from '#server/git-sync/preview-branches.ts';
import { syncConnection } from '#server/git-sync/sync-connection.ts';
import { forgetSyncState } from '#server/git-sync/sync-state.ts';
import { anyAdministrator } from './any-administrator.ts';
import { selectConnections } from './git-connections.queries.ts';
import { type ClaimedConnection, recordOutcome } from './record-outcome.ts';
import { syncSite } from './site/sync-site.ts';
import { toSiteSync } from './site/to-site-sync.ts';
import { type GitSyncServer, toSyncConnection, toSyncContext } from './sync-context.ts';

const SECOND_MS = 1000;
/** A server that syncs has ended if it has not sent a heartbeat by then. */
const LOCK_MS = 60 * SECOND_MS;
const HEARTBEAT_MS = LOCK_MS / 3;
/** Connections of one organization that are synced at the same time: fewer than a server syncs, as theirs may be slow. */
const MAX_RUNNING = 2;

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

let lastClaim: Promise<unknown> = Promise.resolve();

/** Claims of a server follow each other: each counts what is synced by then. */
function claimInTurn({ db, clock }: GitSyncRunner): Promise<ClaimedConnection | undefined> {
  const claim = lastClaim.then(() => claimConnection(db, clock.now()));
  lastClaim = claim.catch(() => {});
  return claim;
}

/** What a connection connects, as a row with its version; none where a space is deleted. */
const ownersOf = (connection: string) => sql`
  select organization_id, revision_id as version from spaces
    where spaces.id = ${sql.ref(`${connection}.space_id`)} and deleted_at is null
  union all
  select organization_id, structure_version from sites where sites.id = ${sql.ref(`${connection}.site_id`)}`;

/**
 * Claims the connection that has been due for longest: asked for, its time has come, or its space has another revision than
 * the last sync saw, its site another structure. After a failure only the first two count. Those of an organization with enough syncs wait.
 */
async function claimConnection(db: Kysely<Database>, now: Date): Promise<ClaimedConnection | undefined> {
  const { rows } = await sql<{ id: string; trigger: GitSyncTrigger; requested_by: string | null }>`
    with due as (
      select git_connections.id, git_connections.requested_by,
        case when git_connections.requested_at is not null then git_connections.request_trigger
          when owner.version is distinct from git_connections.seen_revision_id then 'change'
          else 'schedule' end as trigger, owner.version
      from git_connections join lateral (${ownersOf('git_connections')}) owner on true
      where git_connections.paused_at is null
        and (git_connections.locked_until is null or git_connections.locked_until < ${now})
        and (git_connections.next_sync_at <= ${now} or git_connections.failures = 0
          and owner.version is distinct from git_connections.seen_revision_id)
        and owner.organization_id not in (
          select running_owner.organization_id from git_connections running
          join lateral (${ownersOf('running')}) running_owner on true
          where running.locked_until >= ${now}
          group by running_owner.organization_id having count(*) >= ${MAX_RUNNING}::int)
      order by git_connections.next_sync_at limit 1
      for update of git_connections skip locked)
    update git_connections set locked_until = ${new Date(now.getTime() + LOCK_MS)}, requested_at = null,
      request_trigger = null, requested_by = null, step = null, seen_revision_id = due.version
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
  const options = {
    signal,
    progress: async (step: GitSyncStep) => {
      signal.throwIfAborted();
      const { numUpdatedRows } = await db
        .updateTable('git_connections')
        .set({ step })
        .where('id', '=', connection.id)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw new GitSyncError('internal', 'It was disconnected.');
    },
  };
  if (connection.site_id !== null)
    return syncSite(await toSiteSync(runner, { ...connection, site_id: connection.site_id }, options));
  const createdBy = connection.created_by ?? (await anyAdministrator(db, connection.organization_id));
  const acceptedRewrite = connection.accepted_rewrite ?? undefined;
  const context = toSyncContext(runner, { createdBy, ...options });
  const synced = toSyncConnection(connection, runner);
  const outcome = await syncConnection(context, synced, { acceptedRewrite });
  const screenUrl = appUrl(runner, `/o/${synced.organizationId}/spaces/${synced.spaceId}/git`);
  await previewBranches(context, synced, { screenUrl }).catch((error: unknown) => {
    if (!signal.aborted)
      runner.log.error({ err: error, connectionId: connection.id }, 'a branch could not be previewed');
  });
  return outcome;
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
