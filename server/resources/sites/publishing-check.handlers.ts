import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { SitePublishingCheck } from '#api/generated/types.gen.ts';
import { membershipOr404 } from '#server/access/actor.ts';
import { visibleSpaces } from '#server/access/content-access.ts';
import { loadConditionalSections } from '#server/content/stored/parsed-texts.ts';
import { loadTexts } from '#server/content/stored/revisions.ts';
import { findTextConditionProblem } from '#server/content/visitor-text/condition-problems.ts';
import type { Handlers } from '#server/contract/contract.ts';
import { heavyDocuments } from '#server/plugins/limits/heavy-limits.ts';
import { placesOf } from '#server/published/view/reader-links.ts';
import { findRevisionIds } from '#server/published/visit/published-site.ts';
import { loadReaderContent, type ReaderContent } from '#server/published/visit/reader-content.ts';
import { loadSiteTree } from '#server/published/visit/site-tree.queries.ts';
import { loadSite } from '#server/sites/load-site.ts';

const MAX_FINDINGS = 50;
/** A text may have half a million characters: so few are held at once. */
const TEXTS_AT_ONCE = 20;

type Findings = SitePublishingCheck['conditions'];

export const publishingCheckHandlers = {
  async getSitePublishingCheck(request) {
    const { db, params } = request;
    const { site } = await loadSite(request);
    const tree = await loadSiteTree(db, site.id, site.structure_version);
    const contents: ReaderContent[] = [];
    for (const revisionId of (await findRevisionIds(db, [...placesOf(tree).keys()])).values()) {
      const content = await loadReaderContent(db, revisionId);
      if (content) contents.push(content);
    }
    return {
      object: 'site-publishing-check',
      pages: contents.reduce((sum, { order }) => sum + order.length, 0),
      conditions: await heavyDocuments.run(params.organizationId, () => findConditions(request, contents), {
        signal: request.gone,
      }),
    };
  },
} satisfies Handlers<'getSitePublishingCheck'>;

/** The pages with a condition that can't be read as meant, of spaces that the caller can read. */
async function findConditions(
  { db, actor, params }: Pick<FastifyRequest, 'db' | 'actor'> & { params: { organizationId: string } },
  contents: readonly ReaderContent[],
): Promise<Findings> {
  const viewer = membershipOr404(actor, params.organizationId);
  const spaces = await visibleSpaces(db, viewer, params.organizationId)
    .select(['spaces.id', 'spaces.title', 'spaces.emoji'])
    .where('spaces.id', '=', sql<string>`any(${contents.map(({ spaceId }) => spaceId)}::text[])`)
    .execute();
  const readable = new Map(spaces.map((space) => [space.id, space]));
  const pages = contents.flatMap(({ spaceId, order }) => {
    const space = readable.get(spaceId);
    return space
      ? order.map(({ page: { id, title, documentId = '' } }) => ({ space, id, title, documentId }))
      : [];
  });
  const documentIds = pages.map(({ documentId }) => documentId).filter(Boolean);
  const conditional = await loadConditionalSections(db, documentIds, params.organizationId);
  return readTexts(
    db,
    pages.filter(({ documentId }) => conditional.has(documentId)),
  );
}

type CheckedPage = Pick<Findings[number], 'space'> & { id: string; title: string; documentId: string };

/** The first pages whose texts have such a condition. */
async function readTexts(db: FastifyRequest['db'], pages: readonly CheckedPage[]): Promise<Findings> {
  const findings: Findings = [];
  for (let start = 0; start < pages.length; start += TEXTS_AT_ONCE) {
    const part = pages.slice(start, start + TEXTS_AT_ONCE);
    const texts = await loadTexts(
      db,
      part.map(({ documentId }) => documentId),
    );
    for (const { space, id, title, documentId } of part) {
      const problem = findTextConditionProblem(texts.get(documentId) ?? '');
      if (problem !== undefined) findings.push({ space, page: { id, title }, problem });
      if (findings.length === MAX_FINDINGS) return findings;
    }
  }
  return findings;
}
