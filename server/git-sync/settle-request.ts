import type { GitConnection, SyncContext } from './git-connection.ts';
import { changeSyncState, loadSyncState } from './sync-state.ts';

/**
 * Looks whether the change request of a connection was merged or archived. Returns the paths that nobody has to decide any more:
 * the branch gets what the space has.
 */
export async function settleRequest(
  context: SyncContext,
  connection: GitConnection,
): Promise<{ released: string[] }> {
  const { db, clock } = context;
  const state = await loadSyncState(context, connection);
  if (state.request_id === null) return { released: state.held };
  const request = await db
    .selectFrom('change_requests')
    .select(['status', 'revision_merged'])
    .where('id', '=', state.request_id)
    .executeTakeFirst();
  const isMerged = request?.status === 'merged';
  // One that was deleted was refused, too.
  const isEnded = !request || isMerged || request.status === 'archived';
  if (!isEnded) return { released: [] };
  const isReview = state.request_commit !== null;
  await changeSyncState(
    db,
    connection.id,
    {
      request_id: null,
      request_commit: null,
      request_revision: null,
      ...(isReview && { read_commit: state.request_commit }),
      ...(isReview && isMerged && { read_revision: request.revision_merged }),
      // What was changed while it was reviewed differs from the branch.
      ...(isReview && isMerged && { written_revision: state.written_revision ?? state.request_revision }),
    },
    clock.now(),
  );
  return { released: state.held };
}
