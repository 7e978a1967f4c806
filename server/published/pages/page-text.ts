import type { FastifyRequest } from 'fastify';
import { WeightedCache } from '#server/base/weighted-cache.ts';
import { decideText } from '#server/content/html/text-html.ts';
import type { StoredPage } from '#server/content/pages/storage.ts';
import { loadTextHtml } from '#server/content/stored/stored-html.ts';
import type { TextConditions, TextHtml } from '#server/database/tables/stored-texts.ts';
import { shownBranches } from '../visit/site-conditions.ts';
import type { VisitContext } from '../visit/visit.ts';
import { specsIn } from './reference-blocks.ts';

/** The text of a page for one visitor. */
export interface PageText {
  /** The branches of its conditions that the visitor sees; undefined where it has no conditions. */
  branches: readonly number[] | undefined;
  /** The API specifications that its blocks name. */
  specs: readonly string[];
  load: () => Promise<TextHtml>;
}

const EMPTY: TextHtml = { parts: [], headings: [] };

interface TextFacts {
  conditions: TextConditions | undefined;
  specs: readonly string[];
}

/** The conditions and specifications of texts by document id; weights are numbers of characters. */
const factsById = new WeightedCache<TextFacts>(4_000_000);

/**
 * Finds the text of a page with what its conditions are for the visitor. Of a text that is cached, nothing is
 * read until it is loaded.
 */
export async function findPageText(
  { db }: Pick<FastifyRequest, 'db'>,
  { site, visitor }: VisitContext,
  { documentId }: Pick<StoredPage, 'documentId'>,
): Promise<PageText> {
  if (documentId === undefined) return { branches: undefined, specs: [], load: async () => EMPTY };
  const loadHtml = async () => {
    const html = (await loadTextHtml(db, [documentId], site.organizationId)).get(documentId);
    const facts: TextFacts = { conditions: html?.conditions, specs: html ? specsIn(html) : [] };
    if (html) factsById.set(documentId, facts, documentId.length + JSON.stringify(facts).length);
    return { html: html ?? EMPTY, facts };
  };
  const cachedFacts = factsById.get(documentId);
  const loaded = cachedFacts === undefined ? await loadHtml() : undefined;
  const { conditions, specs } = cachedFacts ?? loaded?.facts ?? { conditions: undefined, specs: [] };
  const load = async () => loaded?.html ?? (await loadHtml()).html;
  if (!conditions) return { branches: undefined, specs, load };
  const branches = shownBranches(conditions, visitor.claims);
  return { branches, specs, load: async () => decideText(await load(), (guard) => branches.includes(guard)) };
}
