import type { FastifyReply, FastifyRequest } from 'fastify';
import { countMissing } from '../answers/count-visit.ts';
import { renderReaderPage } from '../layout/layout.ts';
import type { ReaderMain } from '../layout/reader-view.ts';
import { loadFrameParts } from '../view/frame-parts.ts';
import { plainView } from '../view/page-view.ts';
import type { Place } from '../visit/site-tree.ts';
import type { VisitContext } from '../visit/visit.ts';
import { SEARCH_COUNTS_AS, suggestPages } from './site-search.ts';

const MAX_SUGGESTIONS = 5;

/** Says that there is no page, and which ones may be meant. */
export async function sendNotFound(
  request: FastifyRequest,
  reply: FastifyReply,
  visit: VisitContext,
  place?: Place,
): Promise<FastifyReply> {
  reply.countAs(SEARCH_COUNTS_AS);
  countMissing(request, visit);
  const isStart = visit.segments.length === 0;
  const isEmpty = isStart && visit.tree.sections.length < 2;
  const main: ReaderMain = isEmpty
    ? { kind: 'empty' }
    : {
        kind: 'not-found',
        suggestions: await suggestPages(request, visit, place, MAX_SUGGESTIONS),
        mayBeHidden: visit.site.adaptiveContent,
      };
  const frame = await loadFrameParts(request, visit, { place });
  return (
    reply
      // A preview of a site without pages shows what there is: that is no failure.
      .code(isStart && visit.preview ? 200 : 404)
      .headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
      .type('text/html; charset=utf-8')
      .send(renderReaderPage(plainView(visit, main, frame)))
  );
}
