/** Whether a change still fits what is there now: a new one at all, one from the past without loss to others. */
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

function moveObjection(
  structure: SiteStructure,
  change: Extract<Change, { type: 'move' }>,
  isPast: boolean,
): string | null {
  const { id, target, from } = change;
  if (!structure.nodes.has(id)) return 'The item has been removed meanwhile.';
  if (isPast && !isWhereItWas(structure, id, from))
    return `${titleOf(structure, id)} has been moved elsewhere meanwhile.`;
  return checkMove(structure, { id, ...target });
}

function editObjection(
  structure: SiteStructure,
  change: Extract<Change, { type: 'edit' }>,
  isPast: boolean,
): string | null {
  const node = structure.nodes.get(change.id);
  if (!node) return 'The item has been removed meanwhile.';
  if (!isPast) return null;
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
  isPast: boolean,
): string | null {
  const { node } = change.subtree;
  if (!structure.nodes.has(node.id)) return 'The item has been removed meanwhile.';
  const known = new Set(idsBelow(change.subtree));
  const foreign = childrenOf(structure, node.id).find((id) => !known.has(id));
  if (isPast && foreign !== undefined)
    return `${titleOf(structure, foreign)} has been added to “${node.title}” meanwhile.`;
  const isLast = node.kind === 'site-space' && childrenOf(structure, change.place.parent).length === 1;
  return isLast && change.place.parent !== TOP
    ? `“${node.title}” is the only site space there, and a section needs one.`
    : null;
}

/**
 * Why a change cannot be carried out on the present, as a sentence, or null.
 *
 * @param isPast the change undoes or repeats something: then it is also refused where somebody else
 *   has changed the same thing since, because it would overwrite what they have done
 */
export function objectionTo(structure: SiteStructure, change: Change, isPast: boolean): string | null {
  switch (change.type) {
    case 'move':
      return moveObjection(structure, change, isPast);
    case 'edit':
      return editObjection(structure, change, isPast);
    case 'default':
      if (!structure.nodes.has(change.to)) return 'The item has been removed meanwhile.';
      return isPast && change.from !== null && currentDefault(structure, change.to) !== change.from
        ? 'The default has been changed meanwhile.'
        : null;
    case 'add':
      return addObjection(structure, change);
    case 'remove':
      return removeObjection(structure, change, isPast);
    case 'group':
      return change.members.every((id) => structure.nodes.has(id))
        ? null
        : 'A section of the group has been removed meanwhile.';
    case 'ungroup':
      return structure.nodes.has(change.group.id) ? null : 'The group has been removed meanwhile.';
    case 'batch': {
      let current = structure;
      for (const part of change.changes) {
        const objection = objectionTo(current, part, isPast);
        if (objection !== null) return objection;
        current = applyChange(current, part);
      }
      return null;
    }
  }
}
