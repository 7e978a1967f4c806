import type { PageConflict } from '#server/content/merge/merge-pages.ts';
import type { PagePosition } from '#server/content/page-tree.ts';
import type { ConflictSide, ContentConflict } from '#api/generated/types.gen.ts';

/** The places of all pages in each of the three versions. */
export interface PositionsByVersion {
  base: ReadonlyMap<string, PagePosition>;
  space: ReadonlyMap<string, PagePosition>;
  request: ReadonlyMap<string, PagePosition>;
}

/**
 * A conflict with the versions of its page.
 *
 * @param merged the places of the merged pages: what a page is put below has to be among them
 */
export function toConflictView(
  { pageId, attributes }: PageConflict,
  positions: PositionsByVersion,
  merged: ReadonlyMap<string, PagePosition>,
  texts: ReadonlyMap<string, string>,
): ContentConflict {
  const side = (version: ReadonlyMap<string, PagePosition>): ConflictSide | undefined => {
    const position = version.get(pageId);
    if (!position) return undefined;
    const { title, path, description, emoji, documentId } = position.page;
    let parent = position.parentId;
    while (parent !== null && !merged.has(parent)) parent = version.get(parent)?.parentId ?? null;
    const parentTitle = parent === null ? undefined : merged.get(parent)?.page.title;
    return {
      title,
      path,
      markdown: texts.get(documentId ?? '') ?? '',
      ...(description !== undefined && { description }),
      ...(emoji !== undefined && { emoji }),
      parent,
      ...(parentTitle !== undefined && { parentTitle }),
    };
  };
  const [base, space, changeRequest] = [positions.base, positions.space, positions.request].map(side);
  return {
    page: pageId,
    title: (changeRequest ?? space ?? base)?.title ?? '',
    attributes,
    ...(base && { base }),
    ...(space && { space }),
    ...(changeRequest && { changeRequest }),
  };
}
