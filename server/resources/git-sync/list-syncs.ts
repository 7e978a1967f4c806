import type { FastifyRequest } from 'fastify';
import type { GitSyncRun } from '#api/generated/types.gen.ts';
import { countRows, type ListEnvelope, type ListQuery, readPage, toEnvelope } from '#server/lists/lists.ts';
import { selectSyncs } from './git-connections.queries.ts';
import { type LoadedConnection, toSyncView } from './git-connections.rules.ts';

/** The syncs of a connection that have changed something or failed, newest first. */
export async function listSyncs(
  request: Pick<FastifyRequest, 'db' | 'cursors'> & { query: ListQuery },
  connection: LoadedConnection,
  operation: string,
): Promise<ListEnvelope<GitSyncRun>> {
  const syncs = selectSyncs(request.db, connection.id);
  const page = await readPage(request, {
    // Syncs end without a change of the organization, so the total is not kept.
    scope: { operation, filters: [connection.id] },
    query: syncs,
    order: [
      { column: 'git_syncs.created_at', direction: 'desc' },
      { column: 'git_syncs.id', direction: 'desc' },
    ],
    keysOf: (row) => [row.created_at, row.id],
    count: () => countRows(syncs),
  });
  return toEnvelope(page, (row) => toSyncView(row, connection));
}
