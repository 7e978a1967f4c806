/** Whether a change that is to be undone or done again still fits what is there now. */
import { applyChange, type Change } from './changes.ts';
import { checkMove } from './moves.ts';
import { currentDefault, factsOf } from './steps.ts';
import { childrenOf, placeOf, TOP, type Place, type SiteStructure, type Subtree } from './structure.ts';

function titleOf(structure: SiteStructure, id: string): string {
  return `“${structure.nodes.get(id)?.title ?? 'The item'}”`;
}

/** Whether the item still stands between the neighbours that are left of those recorded. */
function isWhereItWas(structure: SiteStructure, id: string, was: Place): boolean {
  const now = placeOf(structure, id);
  if (now?.parent !== was.parent) return false;
  const siblings = childrenOf(structure, was.parent);
  const at = siblings.indexOf(id);
  const previous = was.previous === null ? -1 : siblings.indexOf(was.previous);
  const next = was.next === null ? -1 : siblings.indexOf(was.next);
  return previous < at && (next === -1 || at < next);
}

function moveObjection(structure: SiteStructure, change: Extract<Change, { type: 'move' }>): string | null {
  const { id, target, from } = change;
  if (!structure.nodes.has(id)) return 'The item has been removed meanwhile.';
  if (!isWhereItWas(structure, id, from))
    return `${titleOf(structure, id)} has been moved elsewhere meanwhile.`;
  return checkMove(structure, { id, ...target });
}

function editObjection(structure: SiteStructure, change: Extract<Change, { type: 'edit' }>): string | null {
  const node = structure.nodes.get(change.id);
  if (!node) return 'The item has been removed meanwhile.';
  const now = new Map(Object.entries(factsOf(node)));
  const changed = Object.entries(change.from).find(([name, value]) => now.get(name) !== value);
  return changed ? `The ${changed[0]} of “${node.title}” has been changed meanwhile.` : null;
}

function addObjection(structure: SiteStructure, change: Extract<Change, { type: 'add' }>): string | null {
  const { subtree, place } = change;
  if (place.parent !== TOP && !structure.nodes.has(place.parent)) {
    return `What “${subtree.node.title}” was in has been removed meanwhile.`;
  }
  const { node } = subtree;
  if (node.kind !== 'site-space') return null;
  const isTwin = (id: string) => {
    const other = structure.nodes.get(id);
    return other?.kind === 'site-space' && other.spaceId === node.spaceId;
  };
  return childrenOf(structure, place.parent).some(isTwin)
    ? `“${node.title}” has been added again meanwhile.`
    : null;
}

function idsBelow(subtree: Subtree): string[] {
  return subtree.children.flatMap((child) => [child.node.id, ...idsBelow(child)]);
}

function removeObjection(
  structure: SiteStructure,
  change: Extract<Change, { type: 'remove' }>,
): string | null {
  const { node } = change.subtree;
  if (!structure.nodes.has(node.id)) return 'The item has been removed meanwhile.';
  const known = new Set(idsBelow(change.subtree));
  const foreign = childrenOf(structure, node.id).find((id) => !known.has(id));
  if (foreign !== undefined)
    return `${titleOf(structure, foreign)} has been added to “${node.title}” meanwhile.`;
  const isLast = node.kind === 'site-space' && childrenOf(structure, change.place.parent).length === 1;
  return isLast && change.place.parent !== TOP
    ? `“${node.title}” has become the only site space there.`
    : null;
}

/**
 * Why a change made from the past must not be carried out on the present, as a sentence, or null.
 * An undo that went ahead anyway would overwrite what somebody else has done.
 */
export function objectionTo(structure: SiteStructure, change: Change): string | null {
  switch (change.type) {
    case 'move':
      return moveObjection(structure, change);
    case 'edit':
      return editObjection(structure, change);
    case 'default':
      if (!structure.nodes.has(change.to)) return 'The former default has been removed meanwhile.';
      return change.from !== null && currentDefault(structure, change.to) !== change.from
        ? 'The default has been changed meanwhile.'
        : null;
    case 'add':
      return addObjection(structure, change);
    case 'remove':
      return removeObjection(structure, change);
    case 'group': {
      const away = change.members.find((id) => structure.parents.get(id) === undefined);
      return away === undefined ? null : 'A section of the group has been removed meanwhile.';
    }
    case 'ungroup':
      return structure.nodes.has(change.group.id) ? null : 'The group has been removed meanwhile.';
    case 'batch': {
      let current = structure;
      for (const part of change.changes) {
        const objection = objectionTo(current, part);
        if (objection !== null) return objection;
        current = applyChange(current, part);
      }
      return null;
    }
  }
}
