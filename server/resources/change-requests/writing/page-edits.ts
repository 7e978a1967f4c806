import type { ContentEdit, PageComputationInput, PageCoverInput } from '#api/generated/types.gen.ts';
import { findPage, findPosition, flattenPages } from '#server/content/pages/page-tree.ts';
import type { StoredPage } from '#server/content/pages/storage.ts';

/** The tree with one page replaced by none, one or several. Branches without it stay the same objects. */
export function replacePage(
  pages: readonly StoredPage[],
  id: string,
  change: (page: StoredPage) => StoredPage[],
): StoredPage[] {
  return replaceIn(pages, id, change) ?? [...pages];
}

/** Undefined where the tree does not have the page. */
function replaceIn(
  pages: readonly StoredPage[],
  id: string,
  change: (page: StoredPage) => StoredPage[],
): StoredPage[] | undefined {
  for (const [at, page] of pages.entries()) {
    if (page.id === id) return pages.toSpliced(at, 1, ...change(page));
    const below = replaceIn(page.pages, id, change);
    if (below) return pages.with(at, { ...page, pages: below });
  }
  return undefined;
}

/** The tree with a page inserted below `into`; an index past the end appends. */
export function insertPage(
  pages: readonly StoredPage[],
  into: string | null,
  page: StoredPage,
  at: number | undefined,
): StoredPage[] {
  const insertInto = (siblings: readonly StoredPage[]) => siblings.toSpliced(at ?? siblings.length, 0, page);
  if (into === null) return insertInto(pages);
  return replacePage(pages, into, (parent) => [{ ...parent, pages: insertInto(parent.pages) }]);
}

/**
 * A page as in a past tree: one that was added since is removed, one that was deleted since is restored with
 * those of its subpages that were deleted, another one has its former text and fields at its current place.
 * Undefined if neither tree has it.
 */
export function revertPage(
  pages: readonly StoredPage[],
  past: readonly StoredPage[],
  id: string,
): StoredPage[] | undefined {
  const [current, former] = [findPage(pages, id), findPosition(past, id)];
  if (!former) return current && replacePage(pages, id, () => []);
  if (current) return replacePage(pages, id, () => [{ ...former.page, pages: current.pages }]);
  const present = new Set(flattenPages(pages).map((page) => page.id));
  const { parentId } = former;
  const parent = parentId !== null && present.has(parentId) ? parentId : null;
  const siblings = parentId === null ? past : (findPage(past, parentId)?.pages ?? []);
  const at = parent === parentId ? siblings.findIndex((page) => page.id === id) : undefined;
  return insertPage(pages, parent, withoutPages(former.page, present), at);
}

const withoutPages = (page: StoredPage, ids: ReadonlySet<string>): StoredPage => ({
  ...page,
  pages: page.pages.filter(({ id }) => !ids.has(id)).map((child) => withoutPages(child, ids)),
});

/** Sets the fields that an edit names. An empty text, `false`, null and a layout without parts remove a field. */
export function applyFields(page: StoredPage, edit: Omit<ContentEdit, 'operation'>): StoredPage {
  const { title = page.title, slug = page.slug, href = page.href, cover } = edit;
  const { description = page.description, emoji = page.emoji, icon = page.icon } = edit;
  const { hidden = page.hidden, noIndex = page.noIndex, layout = page.layout } = edit;
  const { noRobotsIndex = page.noRobotsIndex, vars = page.vars, tags = page.tags } = edit;
  const newCover = cover === undefined ? page.cover : cover === null ? undefined : toStoredCover(cover);
  const computed = edit.computed ? toStoredComputed(edit.computed) : page.computed;
  const { id, type, path, documentId, git, source, createdAt, updatedAt, pages } = page;
  return {
    id,
    type,
    title,
    slug,
    path,
    ...(documentId !== undefined && { documentId }),
    ...(computed && { computed }),
    ...(href !== undefined && { href }),
    ...(description && { description }),
    ...(emoji && { emoji }),
    ...(icon && { icon }),
    ...(hidden === true && { hidden }),
    ...(noIndex === true && { noIndex }),
    ...(noRobotsIndex === true && { noRobotsIndex }),
    ...(layout && Object.keys(layout).length > 0 && { layout }),
    ...(newCover && { cover: newCover }),
    ...(vars && Object.keys(vars).length > 0 && { vars }),
    ...(tags && tags.length > 0 && { tags }),
    // Its file in a repository has other bytes from now on.
    ...(git && { git: { path: git.path } }),
    ...(source && { source }),
    createdAt,
    updatedAt,
    pages,
  };
}

function toStoredComputed({ type, dependencies, props = {} }: PageComputationInput): StoredPage['computed'] {
  const { spec } = dependencies;
  return {
    type,
    dependencies: { spec: { ref: { kind: 'openapi', spec: spec.ref.spec } } },
    props: { ...props },
  };
}

function toStoredCover({ ref, yPos = 0 }: PageCoverInput): NonNullable<StoredPage['cover']> {
  return { ref: { kind: 'file', file: ref.file }, yPos };
}
