import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Serve } from './answers/answers.ts';
import { serveFullTextPart, serveLlmsPages, serveSitemap } from './files/list-answers.ts';
import { serveSpecification, SPECIFICATIONS } from './files/specification-files.ts';
import { serveRules, SPECULATION_RULES } from './files/speculation-rules.ts';
import { serveAsset, serveFile, servePicture } from './files/stored-files.ts';
import { PAGE_PREVIEW, servePagePreview } from './pages/page-preview.ts';
import { serveCopy, servePageById, serveTree } from './pages/pages-by-id.ts';
import { sendNotFound } from './search/not-found.ts';
import { serveSearch } from './search/search-answer.ts';
import type { VisitContext } from './visit/visit.ts';

/** Serves one kind of address. The names are the segments after the kind; missing ones are empty. */
type ServeNamed = (
  ...args: [...Parameters<Serve>, first: string, second: string, third: string]
) => ReturnType<Serve>;

/** The files that pages of a site need, by the segment after `~`. */
const KINDS = new Map<string | undefined, ServeNamed>([
  ['search', serveSearch],
  ['assets', serveAsset],
  [SPECULATION_RULES, serveRules],
  ['pictures', servePicture],
  ['files', serveFile],
  [SPECIFICATIONS, serveSpecification],
  ['full-text', serveFullTextPart],
  ['sitemaps', serveSitemap],
  ['llms', serveLlmsPages],
  ['pages', servePageById],
  ['variants', serveCopy],
  ['tree', serveTree],
  [PAGE_PREVIEW, servePagePreview],
]);

/** Serves addresses below `~`. */
export function serveInternal(
  request: FastifyRequest,
  reply: FastifyReply,
  visit: VisitContext,
): FastifyReply | Promise<FastifyReply> {
  const [, kind, first = '', second = '', third = ''] = visit.segments;
  const serve = KINDS.get(kind);
  return serve ? serve(request, reply, visit, first, second, third) : sendNotFound(request, reply, visit);
}
