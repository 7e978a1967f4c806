import type { FastifyReply, FastifyRequest } from 'fastify';
import { hashId } from '#server/content/pages/storage.ts';
import { externalAccess } from '#server/sites/customization.ts';
import { INTERNAL } from '#server/sites/reserved-names.ts';
import { sendNotFound } from '../search/not-found.ts';
import { cacheControl } from '../visit/cache-control.ts';
import type { Visit, VisitContext } from '../visit/visit.ts';

/** The segment after `~`. */
export const SPECULATION_RULES = 'rules';

const YEAR_SECONDS = 31_536_000;

/**
 * The rules by which browsers ask for the next page before a visitor opens it: when they point at its link. Only pages of
 * this site, without a query, which would say who visits or change what is shown; nothing below `~`.
 *
 * A page that is also drawn asks for its pictures. Where these may be at other hosts, that waits for the press: hosts
 * are told nothing of pages that were only pointed at.
 */
function rulesOf({ base, site }: Pick<Visit, 'base' | 'site'>): string {
  const path = base.replace(/[{}()+*?:\\]/g, String.raw`\$&`);
  const others = [`*${INTERNAL}*`, String.raw`*\?(.+)`, '*.md', '*.atom', '*.txt', '*.xml'];
  const where = {
    and: [
      { href_matches: `${path}*` },
      { not: { href_matches: others.map((pattern) => path + pattern) } },
      { not: { selector_matches: '[target], [download]' } },
    ],
  };
  const { hasPictures } = externalAccess(site.customization);
  return JSON.stringify({
    prefetch: [{ where, eagerness: 'moderate' }],
    prerender: [{ where, eagerness: hasPictures ? 'conservative' : 'moderate' }],
  });
}

/** The name of the rules changes with them, so that browsers may keep them for ever. */
const nameOf = (rules: string) => `${hashId(rules, 12)}.json`;

/**
 * Says where the rules are: on pages that are the same for everybody. Members see their changes at once, visitors who
 * are signed in or have a secret link ask for what they open alone, and a page without an origin may not read the rules.
 */
export function offerNextPages(
  reply: FastifyReply,
  visit: Visit,
  { isForMembers }: { isForMembers: boolean },
): void {
  if (isForMembers || visit.isWithoutOrigin === true || !cacheControl(visit).startsWith('public')) return;
  const name = nameOf(rulesOf(visit));
  reply.header('speculation-rules', `"${visit.base}${INTERNAL}/${SPECULATION_RULES}/${name}"`);
}

/** Serves the rules of a site. */
export function serveRules(
  request: FastifyRequest,
  reply: FastifyReply,
  visit: VisitContext,
  name: string,
): FastifyReply | Promise<FastifyReply> {
  const rules = rulesOf(visit);
  if (name !== nameOf(rules)) return sendNotFound(request, reply, visit);
  return reply
    .header('cache-control', `public, max-age=${YEAR_SECONDS}, immutable`)
    .type('application/speculationrules+json')
    .send(rules);
}
