/** A page of a tree. */
export interface TreeNode {
  id: string;
  type: string;
  title: string;
  href?: string | undefined;
  pages: readonly TreeNode[];
}

/**
 * Which groups and links of one tree are which of another one, by id. They have no file that would say so: what has the same
 * title at the same place is the same, then a link with the same target, and a group with the same pages.
 * `documents`: the pages of `from` that are in `to`.
 */
export function matchContainers(
  from: readonly TreeNode[],
  to: readonly TreeNode[],
  documents: ReadonlyMap<string, string>,
): Map<string, string> {
  const byId = new Map(flatten(to).map((node) => [node.id, node]));
  const matches = new Map<string, string>();
  const takenIds = new Set<string>();
  const pair = (node: TreeNode, other: TreeNode) => {
    matches.set(node.id, other.id);
    takenIds.add(other.id);
  };
  const visit = (nodes: readonly TreeNode[], others: readonly TreeNode[]) => {
    for (const node of nodes) {
      const documentId = documents.get(node.id);
      let other = documentId === undefined ? undefined : byId.get(documentId);
      if (isContainer(node)) {
        other = others.find((one) => !takenIds.has(one.id) && isContainer(one) && isAlike(node, one));
        if (other) pair(node, other);
      }
      visit(node.pages, other?.pages ?? []);
    }
  };
  visit(from, to);
  const idOf = (node: TreeNode) => matches.get(node.id) ?? documents.get(node.id);
  const rest = flatten(to).filter((node) => isContainer(node) && !takenIds.has(node.id));
  for (const node of flatten(from)) {
    if (!isContainer(node) || matches.has(node.id)) continue;
    const other = rest.find(
      (one) => !takenIds.has(one.id) && one.type === node.type && isMoved(node, one, idOf),
    );
    if (other) pair(node, other);
  }
  return matches;
}

const isContainer = ({ type }: TreeNode) => type !== 'document' && type !== 'computed';

const isAlike = (a: TreeNode, b: TreeNode) => a.type === b.type && a.title === b.title && a.href === b.href;

/** A link with the same target or title, or a group that has most of the pages of the other one. */
function isMoved(node: TreeNode, other: TreeNode, idOf: (node: TreeNode) => string | undefined): boolean {
  if (node.type === 'link') return node.href === other.href;
  const ids = new Set(other.pages.map(({ id }) => id));
  const shared = node.pages.filter((page) => ids.has(idOf(page) ?? '')).length;
  if (shared > 0) return shared * 2 >= Math.max(node.pages.length, other.pages.length);
  return node.title === other.title && node.pages.length === 0 && other.pages.length === 0;
}

function flatten(nodes: readonly TreeNode[]): TreeNode[] {
  return nodes.flatMap((node) => [node, ...flatten(node.pages)]);
}
