import type { DocumentNode, Page } from '#api/generated/types.gen.ts';
import { textLinesOf } from '../differences/blocks.ts';
import type { PageChange } from '../differences/compare-trees.ts';
import { differencesOf } from '../differences/differences.ts';
import type { Side } from './sides.ts';

export interface PageSides {
  /** Undefined if the page is new. */
  base: Page | undefined;
  /** Undefined if the page was deleted. */
  next: Page | undefined;
  /** Cache key of the pair. */
  cacheKey: readonly string[];
}

/**
 * Both sides of a page.
 *
 * @param base the side compared with
 */
export function pageSides(
  { id }: Pick<PageChange, 'id'>,
  base: Side,
  before: Page | null,
  after: Page | null,
): PageSides {
  const name = [id, before?.documentId ?? '', after?.documentId ?? '', base.revisionId ?? ''];
  return { base: before ?? undefined, next: after ?? undefined, cacheKey: name };
}

export const emptyDocument: DocumentNode = { type: 'document', nodes: [] };

/** The block diff of both sides. */
export const blocksCompared = ({ base, next, cacheKey }: PageSides) =>
  differencesOf(cacheKey, {
    view: 'rendered',
    base: base?.document ?? emptyDocument,
    next: next?.document ?? emptyDocument,
  });

/** Both sides of a text, which may be missing. */
export interface TextSides {
  base: Pick<Page, 'markdown'> | undefined;
  next: Pick<Page, 'markdown'> | undefined;
  cacheKey: readonly string[];
}

/** The Markdown diff of both sides. */
export const linesCompared = ({ base, next, cacheKey }: TextSides) =>
  differencesOf(cacheKey, { view: 'source', base: base?.markdown ?? '', next: next?.markdown ?? '' });

/**
 * Longer pages are compared by source: sending so many blocks to a worker, or laying out so long a paragraph, would
 * itself block the screen.
 */
const MAX_BLOCKS = 4000;
const MAX_CHARACTERS = 300_000;

export function isVeryLong({ base, next }: Pick<PageSides, 'base' | 'next'>): boolean {
  return [base, next].some((page) => page?.document && isLongDocument(page.document));
}

function isLongDocument({ nodes = [] }: DocumentNode): boolean {
  if (nodes.length > MAX_BLOCKS) return true;
  let characters = 0;
  return nodes.some((node) => (characters += textLinesOf(node).length) > MAX_CHARACTERS);
}
