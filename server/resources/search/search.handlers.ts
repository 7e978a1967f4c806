import type { FastifyRequest } from 'fastify';
import { type Membership, membershipOr404 } from '#server/access/actor.ts';
import { badValue } from '#server/base/errors.ts';
import { parseSearchQuery, type SearchQuery } from '#server/content/search/search-query.ts';
import { indexSpace, isIndexed } from '#server/content/stored/index-space.ts';
import { loadSections } from '#server/content/stored/parsed-texts.ts';
import type { Handlers, OperationRequest, OperationResponse } from '#server/contract/contract.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import { type Page, readPage, toEnvelope } from '#server/lists/lists.ts';
import { loadSpace } from '../spaces/spaces.queries.ts';
import type { SpaceWithLocationRow } from '../spaces/spaces.rules.ts';
import { countFoundSpaces, type FoundSpace, readFoundSpaces, toPosition } from './found-spaces.queries.ts';
import { countPages, findBestPages, type FoundPage, selectPages } from './search.queries.ts';
import { type SearchContext, toSearchHit } from './search.rules.ts';

/** Full-text search in current content. */
export const searchHandlers = {
  async searchSpace(request) {
    const { params, actor, db, gone: signal } = request;
    const searchQuery = parseQuery(request.query.query);
    const { row: space } = await loadSpace(db, actor, params.spaceId);
    if (!searchQuery) return emptyResult(request.query.page);
    const search = () => findInSpace(request, space, searchQuery);
    return request.server.heavyReads.run(space.organization_id, search, { signal });
  },

  async searchOrganization(request) {
    const { params, actor, gone: signal } = request;
    const searchQuery = parseQuery(request.query.query);
    const viewer = membershipOr404(actor, params.organizationId);
    if (!searchQuery) return emptyResult(request.query.page);
    const search = () => findInOrganization(request, viewer, searchQuery);
    return request.server.heavyReads.run(params.organizationId, search, { signal });
  },
} satisfies Handlers<'searchSpace' | 'searchOrganization'>;

/** Indexes the space first where its index is not current. */
async function findInSpace(
  request: OperationRequest<'searchSpace'>,
  space: SpaceWithLocationRow,
  searchQuery: SearchQuery,
): Promise<OperationResponse<'searchSpace'>> {
  const { db } = request;
  if (!(await isIndexed(db, space.id, space.revision_id))) {
    await inTransaction(db, (trx) => indexSpace(trx, space.id));
  }
  const page = await readPage(request, {
    scope: { operation: 'searchSpace', filters: [space.id, searchQuery.match] },
    query: selectPages(db, space.id, searchQuery),
    order: [
      { column: 'found.rank', direction: 'desc' },
      { column: 'found.page_id', direction: 'desc' },
    ],
    keysOf: ({ rank, page_id }) => [rank, page_id],
    count: () => countPages(db, space.id, searchQuery),
  });
  const context = await loadSearchContext(request, space.organization_id, searchQuery, page.rows);
  return toEnvelope(page, (row) => toSearchHit(row, context));
}

/** The spaces that the viewer may see, with their best pages. */
async function findInOrganization(
  request: OperationRequest<'searchOrganization'>,
  viewer: Membership,
  searchQuery: SearchQuery,
): Promise<OperationResponse<'searchOrganization'>> {
  const { db } = request;
  const page = await readSpaces(request, viewer, searchQuery);
  const spaceIds = page.rows.map(({ id }) => id);
  const pages = await findBestPages(db, spaceIds, searchQuery);
  const context = await loadSearchContext(request, viewer.organizationId, searchQuery, pages);
  const pagesBySpace = new Map(spaceIds.map((id) => [id, new Array<FoundPage>()]));
  for (const row of pages) pagesBySpace.get(row.space_id)?.push(row);
  return toEnvelope(page, ({ id, title }) => ({
    id,
    title,
    pages: (pagesBySpace.get(id) ?? []).map((row) => toSearchHit(row, context)),
  }));
}

/** Counts only where the number isn't known from reading them. */
function readSpaces(
  request: OperationRequest<'searchOrganization'>,
  viewer: Membership,
  query: SearchQuery,
): Promise<Page<FoundSpace>> {
  const { db } = request;
  const { organizationId, userId } = viewer;
  const search = { db, viewer, query };
  let total: number | undefined;
  return readPage(request, {
    scope: { operation: 'searchOrganization', organizationId, filters: [userId, query.match] },
    query: {
      readRows: async ({ keys, size }) => {
        const found = await readFoundSpaces(search, { after: toPosition(keys), size });
        total = found.total;
        return found.spaces;
      },
    },
    order: [
      { column: 'rank', direction: 'desc' },
      { column: 'id', direction: 'desc' },
    ],
    keysOf: ({ rank, id }) => [rank, id],
    count: () => (total === undefined ? countFoundSpaces(search) : Promise.resolve(total)),
  });
}

/** 400 where blank, undefined where the query has no word. */
function parseQuery(text: string): SearchQuery | undefined {
  if (text.trim() === '') throw badValue('query.query', 'must not be blank');
  return parseSearchQuery(text);
}

/** Result of a query without a word. It has one page, so any cursor is invalid: 400. */
function emptyResult(page: string | undefined): { count: number; items: never[] } {
  if (page !== undefined) throw badValue('query.page', 'is not a valid cursor for this list and its filters');
  return { count: 0, items: [] };
}

async function loadSearchContext(
  { db, service }: Pick<FastifyRequest, 'db' | 'service'>,
  organizationId: string,
  query: SearchQuery,
  pages: readonly FoundPage[],
): Promise<SearchContext> {
  const documents = pages.flatMap(({ document_id }) => (document_id === null ? [] : [document_id]));
  return { organizationId, query, sections: await loadSections(db, documents), service };
}
