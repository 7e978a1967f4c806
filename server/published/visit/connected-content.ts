import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { StoredNeighbor } from '#server/content/pages/storage.ts';
import { type AddressOfFile, findConnectedPages } from '#server/content/stored/connected-pages.ts';
import { loadContents } from './load-contents.ts';
import type { ReaderContent } from './reader-content.ts';
import type { Visit } from './visit.ts';

/**
 * The pages of other spaces of the repository that addresses of a content lead to: those that the visitor may open on this site.
 * Costs nothing where no address leads out of the book.
 */
export async function findShownNeighbors(
  request: Pick<FastifyRequest, 'db'>,
  visit: Pick<Visit, 'site' | 'preview' | 'tree'>,
  { spaceId, stored: { book } }: Pick<ReaderContent, 'spaceId' | 'stored'>,
  addresses: readonly AddressOfFile[],
): Promise<StoredNeighbor[]> {
  if (addresses.length === 0 || visit.site.unconnected.has(spaceId)) return [];
  const siteSpaces = visit.tree.sections.flatMap((section) => section.siteSpaces);
  const ids = siteSpaces.map((siteSpace) => siteSpace.spaceId);
  const isShown = sql<boolean>`spaces.id = any(${ids}::text[])`;
  const neighbors = await findConnectedPages(request.db, { spaceId, book }, addresses, isShown);
  if (neighbors.length === 0) return [];
  const contents = await loadContents(request, visit, [...new Set(neighbors.map(({ space }) => space))]);
  return neighbors.filter(({ space, page }) => contents.get(space)?.byId.get(page) !== undefined);
}

/** A content with neighbors beside its own. */
export function withNeighbors(content: ReaderContent, neighbors: readonly StoredNeighbor[]): ReaderContent {
  if (neighbors.length === 0) return content;
  const { pages, book } = content.stored;
  const stored: ReaderContent['stored'] = {
    pages,
    get files() {
      return content.stored.files;
    },
    book: { ...book, neighbors: [...(book.neighbors ?? []), ...neighbors] },
  };
  return { ...content, stored };
}
