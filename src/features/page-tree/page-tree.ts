/** The pages of a change request as an ordered tree. */
import type { Page } from '#api/generated/types.gen.ts';
import { createMoveLabels } from '#src/components/tree-editor/describe-moves.ts';
import { pageTypeLabel } from '#src/domain/page/page-icon.tsx';
import { ancestorsOf, childrenOf, createMoves, TOP, type OrderedTree } from '#src/lib/ordered-tree.ts';
import type { SelectOption } from '#src/ui/form/select.tsx';

/** A page without its subpages, which the tree has. */
export type TreePage = Omit<Page, 'pages'>;

export type PageTree = OrderedTree<TreePage>;

export function toTree(pages: readonly Page[]): PageTree {
  const nodes = new Map<string, TreePage>();
  const children = new Map<string, readonly string[]>();
  const parents = new Map<string, string>();
  const visit = (parent: string, below: readonly Page[]) => {
    children.set(
      parent,
      below.map(({ id }) => id),
    );
    for (const { pages: inner = [], ...page } of below) {
      nodes.set(page.id, page);
      parents.set(page.id, parent);
      if (page.type !== 'link') visit(page.id, inner);
    }
  };
  visit(TOP, pages);
  return { nodes, children, parents };
}

export function toPages(tree: PageTree, parent = TOP): Page[] {
  return childrenOf(tree, parent).flatMap((id) => {
    const page = tree.nodes.get(id);
    return page ? [{ ...page, pages: toPages(tree, id) }] : [];
  });
}

export const titleOf = ({ nodes }: PageTree, id: string): string => nodes.get(id)?.title ?? 'a deleted page';

/** A page and all below it, in tree order. */
export const withDescendants = (tree: PageTree, id: string): string[] => [
  id,
  ...childrenOf(tree, id).flatMap((child) => withDescendants(tree, child)),
];

/** The tree without a page and its subpages. */
export function withoutPage(tree: PageTree, id: string): PageTree {
  const parent = tree.parents.get(id);
  if (parent === undefined) return tree;
  const removedIds = new Set(withDescendants(tree, id));
  const rest = <Value>(map: ReadonlyMap<string, Value>) =>
    new Map([...map].filter(([key]) => !removedIds.has(key)));
  const children = rest(tree.children).set(
    parent,
    childrenOf(tree, parent).filter((child) => child !== id),
  );
  return { nodes: rest(tree.nodes), children, parents: rest(tree.parents) };
}

/** The tree with a page at the end of its parent. */
export function withPage(tree: PageTree, page: TreePage, parent: string): PageTree {
  if (tree.nodes.has(page.id) || !tree.children.has(parent)) return tree;
  const children = new Map(tree.children).set(parent, [...childrenOf(tree, parent), page.id]);
  if (page.type !== 'link') children.set(page.id, []);
  return {
    nodes: new Map(tree.nodes).set(page.id, page),
    children,
    parents: new Map(tree.parents).set(page.id, parent),
  };
}

export const pageGoneMessage = 'This page no longer exists.';

export const pageMoves = createMoves<PageTree>({
  messages: {
    itemGone: pageGoneMessage,
    targetGone: 'The target no longer exists.',
    holdsNothing: 'Links can’t contain pages.',
    insideItself: 'A page can’t be moved into itself.',
  },
  check: () => null,
});

export const pageLabels = createMoveLabels<PageTree>({
  titleOf,
  kindOf({ nodes }, id) {
    const page = nodes.get(id);
    return page && pageTypeLabel(page.type);
  },
  containerOf: (tree, parent) => (parent === TOP ? 'at the top level' : `in ${titleOf(tree, parent)}`),
});

/** A page with those above it: “Lamps › Oil”. */
const pathLabel = (tree: PageTree, page: string): string =>
  [...ancestorsOf(tree, page).toReversed(), page].map((id) => titleOf(tree, id)).join(' › ');

/** The pages with text, in tree order. */
export function documentOptions(tree: PageTree): SelectOption<string>[] {
  const [, ...pages] = withDescendants(tree, TOP);
  return pages
    .filter((id) => tree.nodes.get(id)?.type === 'document')
    .map((id) => ({ value: id, label: pathLabel(tree, id) }));
}

/** Possible parents in order; those that deny the page are disabled. */
export function parentOptions(tree: PageTree, takes: (parent: string) => boolean): SelectOption<string>[] {
  const below = (parent: string): string[] =>
    childrenOf(tree, parent).flatMap((id) => (tree.children.has(id) ? [id, ...below(id)] : []));
  return [TOP, ...below(TOP)].map((parent) => ({
    value: parent,
    label: parent === TOP ? 'Top level' : pathLabel(tree, parent),
    disabled: !takes(parent),
  }));
}
