import type { FastifyRequest } from 'fastify';
import { WeightedCache } from '#server/base/weighted-cache.ts';
import { decideText } from '#server/content/html/text-html.ts';
import type { StoredPage } from '#server/content/pages/storage.ts';
import { loadTextHtml } from '#server/content/stored/stored-html.ts';
import type { TextConditions, TextHtml } from '#server/database/tables/stored-texts.ts';
import { shownBranches } from '../visit/site-conditions.ts';
import type { VisitContext } from '../visit/visit.ts';

/** The text of a page for one visitor. */
export interface PageText {
  /** The branches of its conditions that the visitor sees; undefined where it has no conditions. */
  branches: readonly number[] | undefined;
  load: () => Promise<TextHtml>;
}

const EMPTY: TextHtml = { parts: [], headings: [] };

/** The conditions of texts by document id, or that there are none; weights are numbers of characters. */
const conditionsById = new WeightedCache<TextConditions | 'none'>(4_000_000);

/**
 * Finds the text of a page with what its conditions are for the visitor. Of a text whose conditions are cached, nothing is
 * read until it is loaded.
 */
export async function findPageText(
  { db }: Pick<FastifyRequest, 'db'>,
  { site, visitor }: VisitContext,
  { documentId }: Pick<StoredPage, 'documentId'>,
): Promise<PageText> {
  if (documentId === undefined) return { branches: undefined, load: async () => EMPTY };
  const loadHtml = async () => {
    const html = (await loadTextHtml(db, [documentId], site.organizationId)).get(documentId);
    const conditions: TextConditions | 'none' = html?.conditions ?? 'none';
    const weight = documentId.length + (conditions === 'none' ? 0 : JSON.stringify(conditions).length);
    if (html) conditionsById.set(documentId, conditions, weight);
    return { html: html ?? EMPTY, conditions };
  };
  const cachedConditions = conditionsById.get(documentId);
  const loaded = cachedConditions === undefined ? await loadHtml() : undefined;
  const conditions = cachedConditions ?? loaded?.conditions ?? 'none';
  const load = async () => loaded?.html ?? (await loadHtml()).html;
  if (conditions === 'none') return { branches: undefined, load };
  const branches = shownBranches(conditions, visitor.claims);
  return { branches, load: async () => decideText(await load(), (guard) => branches.includes(guard)) };
}
