import type { FastifyReply, FastifyRequest } from 'fastify';
import { drawingOf } from '#api/icons.ts';
import { badValue } from '#server/base/errors.ts';
import { countSearch } from '../answers/count-visit.ts';
import { renderReaderPage } from '../layout/layout.ts';
import type { ReaderFoundLinks, ReaderSearchResults } from '../layout/reader-view.ts';
import { loadFrameParts } from '../view/frame-parts.ts';
import { plainView } from '../view/page-view.ts';
import type { VisitContext } from '../visit/visit.ts';
import { MAX_QUERY_LENGTH, SEARCH_COUNTS_AS, searchSite } from './site-search.ts';

/** Serves a search: as a page, or as JSON for the script of the reader. */
export async function serveSearch(
  request: FastifyRequest,
  reply: FastifyReply,
  visit: VisitContext,
): Promise<FastifyReply> {
  const query = (visit.query.get('q') ?? '').trim();
  if ([...query].length > MAX_QUERY_LENGTH) {
    throw badValue('query.q', `must have at most ${MAX_QUERY_LENGTH} characters`);
  }
  reply.countAs(SEARCH_COUNTS_AS);
  const results = await searchSite(request, visit, query);
  reply.headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
  if (request.headers.accept?.includes('application/json') === true) return reply.send(withDrawings(results));
  // Results while typing are reported by the script, once the words are whole.
  countSearch(request, visit, query, results.results.length > 0);
  const frame = await loadFrameParts(request, visit, {});
  const view = plainView(visit, { kind: 'search', search: results }, frame);
  return reply.type('text/html; charset=utf-8').send(renderReaderPage(view));
}

/** The script of the reader draws icons without knowing their names. */
function withDrawings({ results, ...others }: ReaderSearchResults): ReaderFoundLinks {
  const drawn = results.map(({ icon = '', ...result }) => {
    const drawing = drawingOf(icon);
    return { ...result, ...(drawing !== undefined && { drawing }) };
  });
  return { ...others, results: drawn };
}
