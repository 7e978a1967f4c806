import { isDeepStrictEqual } from 'node:util';
import { copyField, PAGE_FIELDS, SOURCE_FIELDS } from '../pages/page-fields.ts';
import { isSamePage } from '../pages/page-json.ts';
import { documentIdOf, type StoredPage } from '../pages/storage.ts';
import type { JoinedParagraph, MergedText } from './merge-text.ts';

/** Merges three texts, named by their ids; undefined if they conflict. */
export type MergeTexts = (
  base: string | undefined,
  space: string | undefined,
  request: string | undefined,
) => MergedText | undefined;

/** A merged page. */
export interface MergedPage {
  /** In a conflict, it has the change request's value. Its `pages` are not used. */
  page: StoredPage;
  /** The text, if it differs from both versions. */
  text?: string;
  /** Its paragraphs that were merged sentence by sentence. */
  paragraphs?: JoinedParagraph[];
  /** The fields in conflict. */
  conflicts: string[];
}

/** Which side's value wins, given a common base. */
export function chooseSide(
  base: unknown,
  space: unknown,
  request: unknown,
): 'space' | 'request' | 'conflict' {
  if (isDeepStrictEqual(space, request) || isDeepStrictEqual(base, request)) return 'space';
  return isDeepStrictEqual(base, space) ? 'request' : 'conflict';
}

/** Merges the fields and the text of a page that both versions have. */
export function mergePage(
  base: StoredPage | undefined,
  space: StoredPage,
  request: StoredPage,
  mergeTexts: MergeTexts,
): MergedPage {
  // Most pages of a space are the same in all versions.
  if (base && isSamePage(base, request) && request.updatedAt <= space.updatedAt)
    return { page: space, conflicts: [] };
  const page: StoredPage = { ...space };
  const conflicts: string[] = [];
  for (const field of PAGE_FIELDS) {
    const side = chooseSide(base?.[field], space[field], request[field]);
    if (side !== 'space') copyField(page, request, field);
    if (side === 'conflict') conflicts.push(field);
  }
  for (const field of SOURCE_FIELDS) {
    if (chooseSide(base?.[field], space[field], request[field]) !== 'space') copyField(page, request, field);
  }
  const merged = { page, conflicts };
  if (space.updatedAt < request.updatedAt) page.updatedAt = request.updatedAt;
  const side = chooseSide(base?.documentId, space.documentId, request.documentId);
  if (side === 'space') return merged;
  copyField(page, request, 'documentId');
  if (side === 'request') return merged;
  const joined = mergeTexts(base?.documentId, space.documentId, request.documentId);
  if (!joined) return { page, conflicts: [...conflicts, 'markdown'] };
  const { text, paragraphs } = joined;
  return { ...merged, page: { ...page, documentId: documentIdOf(text) }, text, paragraphs };
}
