import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { type Membership, membershipOr404 } from '#server/access/actor.ts';
import { badValue } from '#server/base/errors.ts';
import { parseSearchQuery, type SearchQuery } from '#server/content/search/search-query.ts';
import { stemLanguages } from '#server/content/search/stems.ts';
import { correctQuery } from '#server/content/stored/correct-query.ts';
import { findIndexLanguages, indexInTurns } from '#server/content/stored/index-space.ts';
import { loadSections } from '#server/content/stored/parsed-texts.ts';
import type { Handlers, OperationRequest, OperationResponse } from '#server/contract/contract.ts';
import type { Database } from '#server/database/tables/schema.ts';
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
    checkQuery(request.query.query);
    const { row: space } = await loadSpace(db, actor, params.spaceId);
    const search = () => findInSpace(request, space);
    return request.server.heavyReads.run(space.organization_id, search, { signal });
  },

  async searchOrganization(request) {
    const { params, actor, gone: signal } = request;
    checkQuery(request.query.query);
    // Its spaces may be in any language.
    const searchQuery = parseSearchQuery(request.query.query, stemLanguages);
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
): Promise<OperationResponse<'searchSpace'>> {
  const { db } = request;
  const { query: text, page: cursor } = request.query;
  const languages =
    (await findIndexLanguages(db, space.id, space.revision_id)) ?? (await indexInTurns(db, space.id));
  const typed = parseSearchQuery(text, languages);
  if (!typed) return emptyResult(cursor);
  const { page, query } = await readCorrected(db, typed, (one) =>
    readPage(request, {
      scope: { operation: 'searchSpace', filters: [space.id, typed.match] },
      query: selectPages(db, space.id, one),
      order: [
        { column: 'found.rank', direction: 'desc' },
        { column: 'found.page_id', direction: 'desc' },
      ],
      keysOf: ({ rank, page_id }) => [rank, page_id],
      count: () => countPages(db, space.id, one),
    }),
  );
  const context = await loadSearchContext(request, space.organization_id, query, page.rows);
  return toEnvelope(page, (row) => toSearchHit(row, context));
}

/**
 * The page of a query; if it finds nothing, that of one with corrected words. A cursor of the second one finds nothing by
 * the first one either.
 */
async function readCorrected<Row>(
  db: Kysely<Database>,
  typed: SearchQuery,
  read: (query: SearchQuery) => Promise<Page<Row>>,
): Promise<{ page: Page<Row>; query: SearchQuery }> {
  const page = await read(typed);
  const corrected = page.rows.length === 0 ? await correctQuery(db, typed) : undefined;
  return corrected ? { page: await read(corrected), query: corrected } : { page, query: typed };
}

/** The spaces that the viewer may see, with their best pages. */
async function findInOrganization(
  request: OperationRequest<'searchOrganization'>,
  viewer: Membership,
  typed: SearchQuery,
): Promise<OperationResponse<'searchOrganization'>> {
  const { db } = request;
  const { page, query } = await readCorrected(db, typed, (one) =>
    readSpaces(request, viewer, one, typed.match),
  );
  const spaceIds = page.rows.map(({ id }) => id);
  const pages = await findBestPages(db, spaceIds, query);
  const context = await loadSearchContext(request, viewer.organizationId, query, pages);
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
  typedMatch: string,
): Promise<Page<FoundSpace>> {
  const { db } = request;
  const { organizationId, userId } = viewer;
  const search = { db, viewer, query };
  let total: number | undefined;
  return readPage(request, {
    scope: { operation: 'searchOrganization', organizationId, filters: [userId, typedMatch] },
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

/** 400 where blank. */
function checkQuery(text: string): void {
  if (text.trim() === '') throw badValue('query.query', 'must not be blank');
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
