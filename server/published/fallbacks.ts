import type { FastifyReply, FastifyRequest } from 'fastify';
import { externalAccess } from '#server/sites/customization.ts';
import { INTERNAL } from '#server/sites/reserved-names.ts';
import { narrowPolicy } from './address/reader-headers.ts';
import type { Serve } from './answers/answers.ts';
import { findFixedFile } from './files/list-answers.ts';
import { serveInternal } from './internal-answers.ts';
import { findFormerAnswer, findRedirectAnswer } from './pages/moved-pages.ts';
import { findPageAnswer } from './pages/page-answers.ts';
import { takeReaderForm } from './reader-forms.ts';
import { sendNotFound } from './search/not-found.ts';
import { resolvePlace } from './visit/site-tree.ts';
import type { VisitContext } from './visit/visit.ts';

/**
 * Looks for something at an address; undefined where there is nothing. It returns a function, not a reply: to await a
 * reply is to wait until it has been sent.
 */
type Find = (request: FastifyRequest, visit: VisitContext) => Serve | undefined | Promise<Serve | undefined>;

/** The ways to answer an address of a site, in order. */
const FALLBACKS: readonly Find[] = [
  // Sections and site spaces that are older than the rule for names keep their addresses below `~`.
  (_request, visit) => (isInternal(visit) && !isBelowItem(visit) ? serveInternal : undefined),
  findPageAnswer,
  (_request, visit) => (isInternal(visit) ? serveInternal : undefined),
  // Behind pages: one may have the name of such a file.
  (_request, visit) => findFixedFile(visit),
  findFormerAnswer,
  findRedirectAnswer,
];

/** Serves the first thing at the address of a visit, or the page that says that there is none. */
export async function serveVisit(
  request: FastifyRequest,
  reply: FastifyReply,
  visit: VisitContext,
): Promise<FastifyReply> {
  narrowPolicy(reply, externalAccess(visit.site.customization));
  if (request.method === 'POST') return takeReaderForm(request, reply, visit);
  for (const find of FALLBACKS) {
    const serve = await find(request, visit);
    if (serve) return serve(request, reply, visit);
  }
  return sendNotFound(request, reply, visit, resolvePlace(visit.tree, visit.segments));
}

const isInternal = ({ segments }: VisitContext) => segments[0] === INTERNAL;

/** Whether the address begins with the path of a section or site space. */
function isBelowItem({ tree, segments }: VisitContext): boolean {
  const place = resolvePlace(tree, segments);
  return place !== undefined && place.rest.length < segments.length;
}
