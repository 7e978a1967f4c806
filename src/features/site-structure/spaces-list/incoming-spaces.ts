/** Spaces that are dragged into the tree from a list beside it. */
import type { DragRules } from '#src/components/tree/tree-drag.ts';
import { childrenOf, parentOf, TOP, type DropTarget } from '#src/lib/ordered-tree.ts';
import { formatCount } from '#src/lib/text/format.ts';
import { addSections, addVariants, type NewSpace } from '../changes/add.ts';
import type { Change } from '../changes/change.ts';
import { isFlat, type SiteStructure } from '../structure.ts';

/** The id of a space in a drag, which none of the site's items has. */
export const incomingId = (spaceId: string): string => `space:${spaceId}`;

/** Whether spaces become site spaces at a target; else they become sections. */
function becomeVariants(structure: SiteStructure, target: DropTarget): boolean {
  const parent = parentOf(structure, target) ?? TOP;
  if (parent === TOP) return isFlat(structure) && structure.nodes.size > 0;
  return structure.nodes.get(parent)?.kind === 'section';
}

/** Why spaces can't be dropped on a target, as a sentence, or null. */
export function incomingDenial(
  structure: SiteStructure,
  spaces: readonly NewSpace[],
  target: DropTarget,
): string | null {
  const parent = parentOf(structure, target);
  if (parent === undefined) return 'The target is no longer in the structure.';
  if (!becomeVariants(structure, target)) return null;
  for (const id of childrenOf(structure, parent)) {
    const node = structure.nodes.get(id);
    const twice = node?.kind === 'site-space' && spaces.some((space) => space.id === node.spaceId);
    if (twice)
      return `The space “${node.title}” is already ${parent === TOP ? 'on this site' : 'in this section'}.`;
  }
  return null;
}

/** The change that adds dropped spaces: sections, or variants where sections can't be. */
const incomingChange = (
  structure: SiteStructure,
  spaces: readonly NewSpace[],
  target: DropTarget,
): Change | null =>
  (becomeVariants(structure, target) ? addVariants : addSections)(structure, spaces, target);

interface Incoming {
  structure: SiteStructure;
  /** The dragged space with an id; undefined for an item of the tree. */
  spaceOf: (id: string) => NewSpace | undefined;
  add: (change: Change | null) => void;
}

/** The rules of a tree that takes spaces, too. */
export function withIncomingSpaces(rules: DragRules, { structure, spaceOf, add }: Incoming): DragRules {
  const spacesOf = (ids: readonly string[]) => ids.flatMap((id) => spaceOf(id) ?? []);
  return {
    validate(ids, target) {
      const spaces = spacesOf(ids);
      return spaces.length > 0 ? incomingDenial(structure, spaces, target) : rules.validate(ids, target);
    },
    describe(ids, target) {
      const place = rules.describe(ids, target);
      if (spacesOf(ids).length === 0) return place;
      return `${becomeVariants(structure, target) ? 'Site space' : 'Section'}: ${place}`;
    },
    describeItems(ids) {
      const spaces = spacesOf(ids);
      const [only] = spaces;
      if (!only) return rules.describeItems(ids);
      return spaces.length === 1 ? only.title : formatCount(spaces.length, 'space');
    },
    drop(ids, target) {
      const spaces = spacesOf(ids);
      if (spaces.length > 0) add(incomingChange(structure, spaces, target));
      else rules.drop(ids, target);
    },
  };
}
