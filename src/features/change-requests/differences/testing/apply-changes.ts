import type { Page } from '#api/generated/types.gen.ts';
import type { PageChange } from '../compare-trees.ts';

/**
 * Applies the changes of a diff to the base tree and returns the result, to check that the diff is correct and
 * complete.
 */
export function applyChanges(base: readonly Page[], changes: readonly PageChange[]): Page[] {
  const pagesById = new Map<string, Page>();
  const collect = (pages: readonly Page[]): void => {
    for (const page of pages) {
      pagesById.set(page.id, page);
      collect(page.pages ?? []);
    }
  };
  collect(base);
  const childrenOf = new Map<string | null, string[]>();
  for (const { id, kind, next, base: old, fields } of changes) {
    if (kind === 'deleted' || !next) {
      pagesById.delete(id);
      continue;
    }
    pagesById.set(id, old && fields.length === 0 ? old.page : next.page);
    childrenOf.set(next.parentId, [...(childrenOf.get(next.parentId) ?? []), id]);
  }
  const build = (parentId: string | null): Page[] =>
    (childrenOf.get(parentId) ?? []).flatMap((id) => {
      const page = pagesById.get(id);
      return page ? [{ ...page, pages: build(id) }] : [];
    });
  return build(null);
}
