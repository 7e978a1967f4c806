import type { FastifyReply, FastifyRequest } from 'fastify';
import { badValue } from '#server/base/errors.ts';
import { segmentsOf, sendRedirect } from '#server/base/locations.ts';
import { parseUrl } from '#server/base/parse-url.ts';
import { INTERNAL } from '#server/sites/reserved-names.ts';
import { countShownPage, countShownSearch } from './answers/count-visit.ts';
import { FEEDBACK, THANKS } from './layout/layout-feedback.ts';
import { readAnswer, storeAnswer } from './page-feedback.ts';
import { findPage } from './pages/page-answers.ts';
import { sendNotFound } from './search/not-found.ts';
import type { PlacedPage } from './view/navigation-view.ts';
import { pageUrl } from './visit/reader-content.ts';
import { siteSpaceUrl } from './visit/site-tree.ts';
import type { VisitContext } from './visit/visit.ts';

/** Takes what a reader sends to an address of a site that they may read. */
export function takeReaderForm(
  request: FastifyRequest,
  reply: FastifyReply,
  visit: VisitContext,
): FastifyReply | Promise<FastifyReply> {
  const [name, ...rest] = visit.segments;
  if (rest.length === 0 && name === '~seen') return takeSeen(request, reply, visit);
  if (rest.length === 0 && name === FEEDBACK) return takeFeedback(request, reply, visit);
  return sendNotFound(request, reply, visit);
}

/**
 * A page that the reader sees without having asked for it, as their browser had fetched it ahead, or the results of a search
 * while it was typed. What cannot be seen at the path is not counted, and the answer does not say so.
 */
async function takeSeen(
  request: FastifyRequest,
  reply: FastifyReply,
  visit: VisitContext,
): Promise<FastifyReply> {
  const address = readPath(request, visit);
  if (address?.segments.join('/') === `${INTERNAL}/search`) {
    countShownSearch(request, visit, address.query);
  } else {
    const placed = address && (await findReadPage(request, visit, address.segments));
    if (placed) countShownPage(request, visit, placed);
  }
  return reply.code(204).header('cache-control', 'no-store').send();
}

/** An answer costs as much as so many pages: nobody has sixty things to say in a minute. */
const FEEDBACK_COST = 50;

/**
 * What a reader says about a page that asks for it. One that they may not read is answered like one that is not there; what
 * is refused names its field.
 */
async function takeFeedback(
  request: FastifyRequest,
  reply: FastifyReply,
  visit: VisitContext,
): Promise<FastifyReply> {
  const { body } = request;
  if (!visit.site.asksFeedback || !(body instanceof URLSearchParams))
    return sendNotFound(request, reply, visit);
  reply.countAs(FEEDBACK_COST);
  const address = readPath(request, visit);
  const placed = address && (await findReadPage(request, visit, address.segments));
  if (!placed) return sendNotFound(request, reply, visit);
  await storeAnswer(request, visit, placed, readAnswer(body));
  const { place, content, entry } = placed;
  const url = pageUrl(siteSpaceUrl(visit.base, place), content, entry.page);
  return sendRedirect(reply.header('cache-control', 'no-store'), `${url}#${THANKS}`, 303);
}

/** The page at a path, as this visitor sees it. */
async function findReadPage(
  request: FastifyRequest,
  visit: VisitContext,
  segments: readonly string[],
): Promise<PlacedPage | undefined> {
  const found = await findPage(request, { ...visit, segments });
  return found.kind === 'page' && found.form === 'html' ? found.placed : undefined;
}

const MAX_PATH_LENGTH = 4000;

/** The address of the field `path`, below the site; undefined where it is not the site's. */
function readPath(
  { body }: FastifyRequest,
  { base, origin }: VisitContext,
): { segments: string[]; query: URLSearchParams } | undefined {
  const path = body instanceof URLSearchParams ? (body.get('path') ?? '') : '';
  if (path.length > MAX_PATH_LENGTH)
    throw badValue('body.path', `must have at most ${MAX_PATH_LENGTH} characters`);
  const url = path.startsWith('/') ? parseUrl(path, origin) : undefined;
  const all = url && url.origin === origin ? segmentsOf(url.pathname)?.slice(1) : undefined;
  const own = segmentsOf(base)?.slice(1).filter(Boolean) ?? [];
  const segments = all?.filter(Boolean);
  if (!url || !segments || own.some((segment, at) => segments[at] !== segment)) return undefined;
  return { segments: segments.slice(own.length), query: url.searchParams };
}
