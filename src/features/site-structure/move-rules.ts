/** Where groups, sections and site spaces may go. */
import { childrenOf, createMoves, TOP, withItem } from '#src/lib/ordered-tree.ts';
import { pathsBelow, uniquePath } from './site-path.ts';
import { isFlat, type SiteStructure, type StructureNode } from './structure.ts';

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
    const other = structure.nodes.get(id);
    return other?.kind === 'site-space' && other.spaceId === node.spaceId;
  });
  return isThere ? `The space ${quoted(node)} is already in this section.` : null;
}

/** What moves with a site space into another container: a free path, and the default flags of both. */
function settle(moved: SiteStructure, before: SiteStructure, id: string): SiteStructure {
  const node = moved.nodes.get(id);
  if (node?.kind !== 'site-space') return moved;
  const path = uniquePath(node.path, pathsBelow(moved, moved.parents.get(id) ?? TOP, id));
  const settled = withItem<StructureNode, SiteStructure>(moved, { ...node, path, isDefault: false });
  if (!node.isDefault) return settled;
  const from = before.parents.get(id) ?? TOP;
  const at = childrenOf(before, from).indexOf(id);
  const left = childrenOf(moved, from);
  const successor = moved.nodes.get(left[at] ?? left[at - 1] ?? '');
  return successor?.kind === 'site-space'
    ? withItem<StructureNode, SiteStructure>(settled, { ...successor, isDefault: true })
    : settled;
}

export const siteMoves = createMoves<SiteStructure>({
  messages: {
    itemGone: 'The item is no longer in the structure.',
    targetGone: 'The target is no longer in the structure.',
    holdsNothing: 'A site space can’t contain other items.',
    insideItself: 'An item cannot be placed inside itself.',
  },
  check(structure, { id }, parent) {
    const node = structure.nodes.get(id);
    return node ? (containerDenial(structure, node, parent) ?? leavingDenial(structure, node, parent)) : null;
  },
  settle,
});

export const { checkMove, checkMoves, applyMove } = siteMoves;
