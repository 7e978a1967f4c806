import type { PageConflict } from '#server/content/merge/merge-pages.ts';
import type { PagePlace } from '#server/content/page-tree.ts';
import type { ConflictSide, ContentConflict } from '#api/generated/types.gen.ts';

/** The places of all pages in each of the three versions. */
export interface VersionPlaces {
  base: ReadonlyMap<string, PagePlace>;
  space: ReadonlyMap<string, PagePlace>;
  request: ReadonlyMap<string, PagePlace>;
}

/**
 * A conflict with the versions of its page.
 *
 * @param merged the places of the merged pages: what a page is put below has to be among them
 */
export function toConflictView(
  { pageId, attributes }: PageConflict,
  places: VersionPlaces,
  merged: ReadonlyMap<string, PagePlace>,
  texts: ReadonlyMap<string, string>,
): ContentConflict {
  const side = (version: ReadonlyMap<string, PagePlace>): ConflictSide | undefined => {
    const place = version.get(pageId);
    if (!place) return undefined;
    const { title, path, description, emoji, documentId } = place.page;
    let parent = place.parentId;
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
  const [base, space, changeRequest] = [places.base, places.space, places.request].map(side);
  return {
    page: pageId,
    title: (changeRequest ?? space ?? base)?.title ?? '',
    attributes,
    ...(base && { base }),
    ...(space && { space }),
    ...(changeRequest && { changeRequest }),
  };
}
