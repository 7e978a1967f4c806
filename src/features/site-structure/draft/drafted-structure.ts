/** The structure that a draft makes of the server's, and what it changes. */
import type { StructureDraft, StructureDraftChange } from '#api/generated/types.gen.ts';
import type { TreeItems } from '#src/components/tree/tree.tsx';
import { childrenOf } from '#src/lib/ordered-tree.ts';
import { fieldsOf, type SiteStructure, type StructureNode } from '../structure.ts';
import { applyRequest, idsIn, toRequest } from './drafted-steps.ts';

/** What a draft does to an item. */
export type DraftMark = 'added' | 'moved' | 'changed' | 'removed';

export interface DraftedStructure {
  /** As the server has it. */
  readonly base: SiteStructure;
  /** With all changes of the draft. */
  readonly tree: SiteStructure;
  readonly marks: ReadonlyMap<string, DraftMark>;
  /** Removed items below the containers that are left, each after the sibling that it followed (null: the first). */
  readonly removed: ReadonlyMap<string, readonly { id: string; after: string | null }[]>;
}

const MOVES = new Set<string>([
  'moveSiteSection',
  'moveSiteSectionGroup',
  'moveSiteSpace',
  'sortSiteStructure',
  'addSectionToGroup',
  'removeSectionFromGroup',
]);

/** The items that the moves of a draft are about. */
function movedBy(changes: readonly StructureDraftChange[]): Set<string> {
  const requests = changes.flatMap(({ steps }) => steps.flatMap((step) => toRequest(step) ?? []));
  return new Set(
    requests.flatMap(({ request }) => {
      if (!MOVES.has(request.operation)) return [];
      if (request.operation === 'sortSiteStructure') return [request.body.item.id];
      if (request.operation === 'addSectionToGroup') return [request.body.sectionId];
      if (request.operation === 'removeSectionFromGroup') return [request.path.siteSectionId];
      return Object.values(request.path);
    }),
  );
}

function markOf(
  base: SiteStructure,
  tree: SiteStructure,
  node: StructureNode,
  moved: ReadonlySet<string>,
): DraftMark | null {
  const before = base.nodes.get(node.id);
  if (!before) return 'added';
  if (moved.has(node.id) || base.parents.get(node.id) !== tree.parents.get(node.id)) return 'moved';
  const isSame =
    JSON.stringify(fieldsOf(before)) === JSON.stringify(fieldsOf(node)) &&
    (before.kind === 'group' || node.kind === 'group' || before.isDefault === node.isDefault);
  return isSame ? null : 'changed';
}

/** Applies a draft to a structure. What names items that are not there any more changes nothing. */
export function draftedStructure(
  base: SiteStructure,
  { changes, spaces }: Pick<StructureDraft, 'changes' | 'spaces'>,
): DraftedStructure {
  const byId = new Map(spaces.map((space) => [space.id, space]));
  let tree = base;
  for (const { steps } of changes) {
    for (const step of steps) {
      const request = toRequest(step);
      if (request) tree = applyRequest(tree, request, (id) => byId.get(id));
    }
  }
  const moved = movedBy(changes);
  const marks = new Map<string, DraftMark>();
  for (const node of tree.nodes.values()) {
    const mark = markOf(base, tree, node, moved);
    if (mark) marks.set(node.id, mark);
  }
  const removed = new Map<string, { id: string; after: string | null }[]>();
  for (const [id, parent] of base.parents) {
    if (tree.nodes.has(id) || (parent !== '' && !tree.nodes.has(parent))) continue;
    const siblings = childrenOf(base, parent);
    const after =
      siblings.slice(0, siblings.indexOf(id)).findLast((each) => tree.parents.get(each) === parent) ?? null;
    removed.set(parent, [...(removed.get(parent) ?? []), { id, after }]);
    marks.set(id, 'removed');
  }
  return { base, tree, marks, removed };
}

export const NO_MARKS: ReadonlyMap<string, DraftMark> = new Map();

/** The items of the tree with those that the draft removes, where they were. Nothing can be done with them. */
export function withRemoved(
  items: TreeItems<StructureNode>,
  { base, removed }: DraftedStructure,
): TreeItems<StructureNode> {
  if (removed.size === 0) return items;
  return {
    ...items,
    childrenOf(parent) {
      const list = [...items.childrenOf(parent)];
      for (const { id, after } of removed.get(parent)?.toReversed() ?? [])
        list.splice(after === null ? 0 : list.indexOf(after) + 1, 0, id);
      return list;
    },
    itemOf: (id) => items.itemOf(id) ?? base.nodes.get(id),
  };
}

/** The changes that need an item which one of these adds, with them. */
export function withDependents(
  changes: readonly StructureDraftChange[],
  ids: readonly string[],
): StructureDraftChange[] {
  const taken = new Set(ids);
  const gone = new Set<string>();
  return changes.filter(({ id, steps }) => {
    const requests = steps.flatMap((step) => toRequest(step) ?? []);
    const needed = requests.flatMap(({ request }) => idsIn([request.path, request.body]));
    if (!taken.has(id) && !needed.some((each) => gone.has(each))) return false;
    for (const { creates = {} } of requests) for (const each of Object.values(creates)) gone.add(each);
    return true;
  });
}
