import type { FastifyReply, FastifyRequest } from 'fastify';
import { badValue } from '#server/base/errors.ts';
import { segmentsOf } from '#server/base/locations.ts';
import { parseUrl } from '#server/base/parse-url.ts';
import { INTERNAL } from '#server/sites/reserved-names.ts';
import { countShownPage, countShownSearch } from './answers/count-visit.ts';
import { findPage } from './pages/page-answers.ts';
import { sendNotFound } from './search/not-found.ts';
import type { PlacedPage } from './view/navigation-view.ts';
import type { VisitContext } from './visit/visit.ts';

/** Takes what a reader sends to an address of a site that they may read. */
export function takeReaderForm(
  request: FastifyRequest,
  reply: FastifyReply,
  visit: VisitContext,
): FastifyReply | Promise<FastifyReply> {
  const [name, ...rest] = visit.segments;
  if (rest.length === 0 && name === '~seen') return takeSeen(request, reply, visit);
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
