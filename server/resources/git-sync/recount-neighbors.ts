import type { Transaction } from 'kysely';
import { flattenPages } from '#server/content/pages/page-tree.ts';
import { enqueueLinkCounts } from '#server/content/stored/count-links.ts';
import { findRevisions } from '#server/content/stored/revisions.ts';
import type { Database } from '#server/database/tables/schema.ts';
import type { LoadedConnection } from './git-connections.rules.ts';

/**
 * Has the links of the spaces beside a space counted again, where its pages are others, or at other places, than at the last
 * sync: paths in their texts may lead to them.
 */
export async function recountNeighbors(
  trx: Transaction<Database>,
  connection: LoadedConnection,
  revisionId: string,
): Promise<void> {
  const { space_id: spaceId, synced_revision_id: before } = connection;
  if (spaceId === null || revisionId === before) return;
  const neighbors = await trx
    .selectFrom('git_connections')
    .innerJoin('spaces', 'spaces.id', 'git_connections.space_id')
    .select(['spaces.id as spaceId', 'spaces.revision_id as revisionId'])
    .where('url', '=', connection.url)
    .where('branch', '=', connection.branch)
    .where('spaces.organization_id', '=', connection.organization_id)
    .where('spaces.id', '<>', spaceId)
    .where('spaces.deleted_at', 'is', null)
    .execute();
  if (neighbors.length === 0) return;
  const ids = before === null ? [revisionId] : [before, revisionId];
  const revisions = await findRevisions(trx, spaceId, ids);
  const [was, is] = [before ?? '', revisionId].map((id) => placesOf(revisions.get(id)?.pages ?? []));
  if (was !== is) await enqueueLinkCounts(trx, neighbors);
}

const placesOf = (pages: Parameters<typeof flattenPages>[0]): string =>
  flattenPages(pages)
    .map(({ id, path, git }) => `${id} ${git?.path ?? path}`)
    .toSorted()
    .join('\n');
