import type { DocumentNode, Page } from '#api/generated/types.gen.ts';
import type { PageChange } from '../differences/compare-trees.ts';
import { differencesOf } from '../differences/differences.ts';
import { textLinesOf } from '../differences/document-blocks.ts';
import type { Side } from './sides.ts';

/** Both states of a page, in one form. */
export interface PageSides {
  /** The page before; undefined where it is new. */
  base: Page | undefined;
  /** The page after; undefined where it was deleted. */
  next: Page | undefined;
  /** Names the pair, so that it is compared once. */
  cacheKey: readonly string[];
}

/** Both states of a page, from what was fetched of them. @param base the state that is compared with */
export function pageSides(
  { id }: PageChange,
  base: Side,
  before: Page | null,
  after: Page | null,
): PageSides {
  const name = [id, before?.documentId ?? '', after?.documentId ?? '', base.revisionId ?? ''];
  return { base: before ?? undefined, next: after ?? undefined, cacheKey: name };
}

/** A page without a text. */
export const emptyDocument: DocumentNode = { type: 'document', nodes: [] };

/** How the blocks of both sides differ. */
export const blocksCompared = ({ base, next, cacheKey }: PageSides) =>
  differencesOf(cacheKey, {
    view: 'rendered',
    base: base?.document ?? emptyDocument,
    next: next?.document ?? emptyDocument,
  });

/** How the markdown of both sides differs. */
export const linesCompared = ({ base, next, cacheKey }: PageSides) =>
  differencesOf(cacheKey, { view: 'source', base: base?.markdown ?? '', next: next?.markdown ?? '' });

/**
 * Longer pages are compared by their source: handing so many blocks to a thread, or laying out so long a paragraph, would
 * itself hold up the screen.
 */
const MAX_BLOCKS = 4000;
const MAX_CHARACTERS = 300_000;

/** Whether one side is too long to be compared block by block. */
export function isVeryLong({ base, next }: PageSides): boolean {
  return [base, next].some((page) => page?.document && isLongDocument(page.document));
}

function isLongDocument({ nodes = [] }: DocumentNode): boolean {
  if (nodes.length > MAX_BLOCKS) return true;
  let characters = 0;
  return nodes.some((node) => (characters += textLinesOf(node).length) > MAX_CHARACTERS);
}
