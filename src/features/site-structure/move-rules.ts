/** Where groups, sections and site spaces may go. */
import { childrenOf, createMoves, TOP, withItem } from '#src/lib/ordered-tree.ts';
import { isFlat, type SiteStructure, type StructureNode } from './structure.ts';

/** `path`, with `-1`, `-2` … appended if it is taken. */
function uniquePath(path: string, taken: ReadonlySet<string>): string {
  if (!taken.has(path)) return path;
  for (let suffix = 1; ; suffix += 1) {
    const candidate = `${path}-${suffix}`;
    if (!taken.has(candidate)) return candidate;
  }
}

/** The paths of the children of `parent`, except one item's. */
function pathsBelow(structure: SiteStructure, parent: string, except?: string): Set<string> {
  const paths = new Set<string>();
  for (const id of childrenOf(structure, parent)) {
    const node = structure.nodes.get(id);
    if (node && node.kind !== 'group' && id !== except) paths.add(node.path);
  }
  return paths;
}

/** The validation message for a path, or null; the server applies the same rule. */
export function pathProblem(path: string): string | null {
  if (/[\s\p{Cc}?#\\]/u.test(path)) return 'Paths can’t contain spaces, “?”, “#” or “\\”.';
  if (/^\/|\/$|\/\/|(^|\/)\.{1,2}(\/|$)/.test(path))
    return 'Paths can’t start or end with “/” or have empty segments.';
  return null;
}

/**
 * The sibling with this path, or null. Section paths are unique in a site, also across groups; site space paths are
 * unique in their section.
 */
export function pathClash(structure: SiteStructure, id: string, path: string): string | null {
  const node = structure.nodes.get(id);
  if (!node || node.kind === 'group') return null;
  for (const otherNode of structure.nodes.values()) {
    if (otherNode.kind !== node.kind || otherNode.id === id || otherNode.path !== path) continue;
    if (node.kind === 'section' || structure.parents.get(otherNode.id) === structure.parents.get(id))
      return otherNode.title;
  }
  return null;
}

const quoted = ({ title }: StructureNode) => `“${title}”`;

function containerDenial(structure: SiteStructure, node: StructureNode, parent: string): string | null {
  const container = structure.nodes.get(parent);
  if (node.kind === 'group') {
    if (parent === TOP) return null;
    return container?.kind === 'group'
      ? 'A group can’t be inside another group.'
      : 'Groups stay at the top level.';
  }
  if (node.kind === 'section') {
    if (parent === TOP || container?.kind === 'group') return null;
    return 'A section can’t be inside another section.';
  }
  if (container?.kind === 'section') return null;
  if (parent === TOP && isFlat(structure)) return null;
  return 'A site space must be in a section.';
}

function leavingDenial(structure: SiteStructure, node: StructureNode, parent: string): string | null {
  if (node.kind !== 'site-space') return null;
  const from = structure.parents.get(node.id) ?? TOP;
  if (from === parent) return null;
  const source = structure.nodes.get(from);
  if (source && childrenOf(structure, from).length === 1) {
    return `${quoted(node)} is the only site space of ${quoted(source)}, and a section needs one.`;
  }
  const isThere = childrenOf(structure, parent).some((id) => {
    const otherNode = structure.nodes.get(id);
    return otherNode?.kind === 'site-space' && otherNode.spaceId === node.spaceId;
  });
  return isThere ? `The space ${quoted(node)} is already in this section.` : null;
}

/** Changes with a move to another container: the path if it is taken, and the defaults of both containers. */
function adaptToParent(moved: SiteStructure, before: SiteStructure, id: string): SiteStructure {
  const node = moved.nodes.get(id);
  if (node?.kind !== 'site-space') return moved;
  const path = uniquePath(node.path, pathsBelow(moved, moved.parents.get(id) ?? TOP, id));
  const adapted = withItem<StructureNode, SiteStructure>(moved, { ...node, path, isDefault: false });
  if (!node.isDefault) return adapted;
  const from = before.parents.get(id) ?? TOP;
  const at = childrenOf(before, from).indexOf(id);
  const remainingIds = childrenOf(moved, from);
  const successor = moved.nodes.get(remainingIds[at] ?? remainingIds[at - 1] ?? '');
  return successor?.kind === 'site-space'
    ? withItem<StructureNode, SiteStructure>(adapted, { ...successor, isDefault: true })
    : adapted;
}

export const siteMoves = createMoves<SiteStructure>({
  messages: {
    itemGone: 'The item is no longer in the structure.',
    targetGone: 'The target is no longer in the structure.',
    holdsNothing: 'A site space can’t contain other items.',
    insideItself: 'An item can’t be moved into itself.',
  },
  check(structure, { id }, parent) {
    const node = structure.nodes.get(id);
    return node ? (containerDenial(structure, node, parent) ?? leavingDenial(structure, node, parent)) : null;
  },
  adaptToParent,
});

export const { checkMove, checkMoves, applyMove } = siteMoves;
