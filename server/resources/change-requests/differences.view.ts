import type { FileChange, PageChange } from '#server/content/compare-content.ts';
import type { PagePlace } from '#server/content/page-tree.ts';
import type { PageConflict } from '#server/content/merge/merge-pages.ts';
import type { StoredPage } from '#server/content/storage.ts';
import type { ConflictSide, ContentChange, ContentConflict } from '#server/generated/types.gen.ts';

/** A difference of a page. */
export function toPageChangeView(change: PageChange): ContentChange {
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
export function toFileChangeView({ type, file }: FileChange): ContentChange {
  const { id, name, contentType, size } = file;
  return { type, file: { id, name, contentType, size } };
}

/** The places of all pages in each of the three versions. */
export interface VersionPlaces {
  base: ReadonlyMap<string, PagePlace>;
  space: ReadonlyMap<string, PagePlace>;
  request: ReadonlyMap<string, PagePlace>;
}

/** A conflict with the versions of its page. */
export function toConflictView(
  { pageId, attributes }: PageConflict,
  places: VersionPlaces,
  texts: ReadonlyMap<string, string>,
): ContentConflict {
  const [base, space, request] = [places.base, places.space, places.request].map(
    (version) => version.get(pageId)?.page,
  );
  const side = (page: StoredPage): ConflictSide => ({
    title: page.title,
    path: page.path,
    markdown: texts.get(page.documentId ?? '') ?? '',
  });
  return {
    page: pageId,
    title: (request ?? space ?? base)?.title ?? '',
    attributes,
    ...(base && { base: side(base) }),
    ...(space && { space: side(space) }),
    ...(request && { changeRequest: side(request) }),
  };
}
