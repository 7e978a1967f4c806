import type { Transaction } from 'kysely';
import type { GitSyncTrigger } from '#api/generated/types.gen.ts';
import { newId } from '#server/base/ids.ts';
import type { Database } from '#server/database/tables/schema.ts';
import type { SyncOutcome } from '#server/git-sync/git-connection.ts';
import { forgetSyncState } from '#server/git-sync/sync-state.ts';
import { updateChangeRequest } from '../change-requests/change-request-changes.ts';
import { findRulesInForce } from '../change-requests/merge-rules/merge-rules.queries.ts';
import { planMerge } from '../change-requests/planned/plan-merge.ts';
import { showOnSpace } from './git-connections.queries.ts';
import type { LoadedConnection } from './git-connections.rules.ts';
import { recountNeighbors } from './recount-neighbors.ts';
import { tellOfFailure, tellOfRequest } from './tell-of-syncs.ts';

const MINUTE_MS = 60_000;
/** How often a repository is asked without a webhook. */
const INTERVAL_MS = 2 * MINUTE_MS;
/** The longest wait after failures. */
const MAX_INTERVAL_MS = 60 * MINUTE_MS;
/** Entries and commits that the history of a sync has. */
const MAX_LISTED = 100;
/** Syncs of one connection that are kept. */
const MAX_KEPT = 500;

/** A connection that this server syncs. */
export interface ClaimedConnection extends LoadedConnection {
  /** What began the sync. */
  begun: { trigger: GitSyncTrigger; by: string | null; at: Date };
}

/** The state of the connection, its history, and who is told, in one transaction. */
export async function recordOutcome(
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
  const seen = outcome.seen ?? outcome.incoming?.revision;
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
      ...(outcome.rewrittenTo !== connection.refused_commit && { refused_commit: null }),
      failures,
      ...(outcome.commit !== undefined && { synced_commit: outcome.commit, synced_revision_id: revision }),
      ...(!problem && { synced_at: now }),
      // What the sync itself has written begins no other one.
      ...(seen !== undefined && { seen_revision_id: seen }),
      ...(outcome.changeRequest !== undefined && { change_request_id: outcome.changeRequest }),
      next_sync_at: locked.requested_at ?? new Date(now.getTime() + waitAfter(failures)),
    })
    .where('id', '=', connection.id)
    .execute();
  const { space_id: spaceId } = connection;
  if (spaceId !== null && isNewCommit) await showOnSpace(trx, spaceId, connection, now);
  const { changeRequest } = outcome;
  if (spaceId !== null && changeRequest !== undefined && changeRequest !== locked.change_request_id)
    await showChangeRequest(trx, connection, { spaceId, changeRequestId: changeRequest }, now);
  if (revision !== null) await recountNeighbors(trx, connection, revision);
  await recordSync(trx, connection, outcome, now);
  if (problem) await tellOfFailure(trx, connection, { ...problem, failures, now });
}

/** Two minutes, and after each failure twice as long, up to an hour. */
function waitAfter(failures: number): number {
  return Math.min(INTERVAL_MS * 2 ** Math.max(0, failures - 1), MAX_INTERVAL_MS);
}

/** A change request of a sync is open: people are to look at it. Where merge rules ask for it, it is merged once they are met. */
async function showChangeRequest(
  trx: Transaction<Database>,
  connection: ClaimedConnection,
  ids: { spaceId: string; changeRequestId: string },
  now: Date,
): Promise<void> {
  const { spaceId, changeRequestId } = ids;
  const changeRequest = await trx
    .selectFrom('change_requests')
    .select(['id', 'organization_id', 'space_id', 'number', 'subject', 'status', 'created_by'])
    .where('id', '=', changeRequestId)
    .executeTakeFirst();
  if (!changeRequest) return;
  const actor = { user: { id: changeRequest.created_by ?? '' } };
  if (changeRequest.status === 'draft')
    await updateChangeRequest(trx, ids, { status: 'open' }, { actor, now });
  const { organization_id: organizationId } = changeRequest;
  const isRuled = (await findRulesInForce(trx, { organizationId, spaceId })).length > 0;
  if (isRuled) await planMerge(trx, changeRequest, { mode: 'ready', runAt: null }, { actor, now });
  await tellOfRequest(trx, connection, { changeRequestId, isRuled, now });
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
    ...(revision !== undefined && { revision }),
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
  changes,
}: NonNullable<SyncOutcome['incoming']>) => ({
  commit,
  pagesAdded,
  pagesUpdated,
  pagesRemoved,
  files,
  ...(changes && { changes: changes.slice(0, MAX_LISTED) }),
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
