import {
  compareFiles,
  comparePages,
  type FileChange,
  type PageChange,
} from '#server/content/compare-content.ts';
import type { StoredContent } from '#server/content/storage.ts';
import type { PagePlace } from '#server/content/page-tree.ts';
import type { PageConflict } from '#server/content/merge/merge-pages.ts';
import type { ConflictSide, ContentChange, ContentConflict } from '#api/generated/types.gen.ts';

/** Two versions of some content, and how many of their differences are wanted. */
interface Comparison {
  base: Pick<StoredContent, 'pages' | 'files'>;
  now: Pick<StoredContent, 'pages' | 'files'>;
  limit: number;
}

/** The first differences of two versions, those of pages before those of files, and whether there are more. */
export function listChanges({ base, now, limit }: Comparison): { changes: ContentChange[]; more: boolean } {
  const pages = comparePages(base.pages, now.pages);
  const files = compareFiles(base.files, now.files);
  const changes = [
    ...pages.slice(0, limit).map(toPageChangeView),
    ...files.slice(0, limit).map(toFileChangeView),
  ];
  return { changes: changes.slice(0, limit), more: pages.length + files.length > limit };
}

/** A difference of a page. */
function toPageChangeView(change: PageChange): ContentChange {
  const { type, page } = change;
  const { id, title, path, emoji } = page;
  const shown = { id, title, path, type: page.type, ...(emoji !== undefined && { emoji }) };
  if (!('before' in change)) return { type, page: { ...shown, attributes: [] } };
  const { before, attributes } = change;
  const former = {
    ...(before.title !== title && { previousTitle: before.title }),
    ...(before.path !== path && { previousPath: before.path }),
  };
  return { type, page: { ...shown, ...former, attributes } };
}

/** A difference of a file. */
function toFileChangeView({ type, file }: FileChange): ContentChange {
  const { id, name, contentType, size } = file;
  return { type, file: { id, name, contentType, size } };
}

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
