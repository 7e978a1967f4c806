import { applySteps, provisionalId } from '#src/components/tree-editor/changes.ts';
import {
  childrenOf,
  destinationOf as placeIn,
  positionAt,
  targetAt,
  TOP,
  type DropTarget,
  type Position,
} from '#src/lib/ordered-tree.ts';
import { formatCount } from '#src/lib/text/format.ts';
import { kindLabel } from '../labels.ts';
import {
  createSectionStep,
  createSiteSpaceStep,
  defaultStep,
  MAX_NEW_SECTION_TITLE,
  moveStep,
  updateStep,
  type SiteStep,
} from '../steps.ts';
import {
  isFlat,
  withDefault,
  withSubtree,
  type NodeFields,
  type SectionNode,
  type SiteSpaceNode,
  type SiteStructure,
  type StructureNode,
  type Subtree,
} from '../structure.ts';
import type { Change, SiteChangeKind } from './change.ts';
import { planMove } from './move.ts';

/** A new section or site space with its content. Groups are created by the change `group`. */
export interface AddChange {
  readonly type: 'add';
  readonly subtree: Subtree;
  readonly position: Position;
}

/** A space to add to the site. */
export interface NewSpace {
  id: string;
  title: string;
  emoji: string;
}

const newSiteSpace = (space: NewSpace, isDefault: boolean): SiteSpaceNode => ({
  kind: 'site-space',
  id: provisionalId(),
  title: space.title,
  spaceId: space.id,
  emoji: space.emoji,
  isDefault,
  path: '',
  condition: null,
  publishedUrl: null,
});

/** A new section of spaces, the first of which is its default. */
function newSection(title: string, spaces: readonly NewSpace[]): Subtree {
  const node: SectionNode = {
    kind: 'section',
    id: provisionalId(),
    title,
    path: '',
    icon: null,
    description: null,
    condition: null,
    isDefault: false,
    publishedUrl: null,
  };
  const children = spaces.map((space, index) => ({ node: newSiteSpace(space, index === 0), children: [] }));
  return { node, children };
}

/** Adds items next to each other at a target, one part for each, so that those before a refused one stay. */
function addAll(
  structure: SiteStructure,
  subtrees: readonly Subtree[],
  target: DropTarget,
  name: string,
): Change | null {
  let current = structure;
  const changes = subtrees.flatMap((subtree, index): AddChange[] => {
    const previous = subtrees[index - 1];
    // Where a section takes the site spaces of a flat site, it isn't placed yet.
    const isPlaced = previous && current.nodes.has(previous.node.id);
    const position = positionAt(current, isPlaced ? { after: previous.node.id } : target);
    if (!position) return [];
    const change: AddChange = { type: 'add', subtree, position };
    current = addKind.apply(current, change);
    return [change];
  });
  const [only] = changes;
  if (changes.length <= 1) return only ?? null;
  return { type: 'batch', name, changes, stopsAtRefusal: true };
}

/** A section for each space, in their order; a title replaces that of a single space. */
export function addSections(
  structure: SiteStructure,
  spaces: readonly NewSpace[],
  target: DropTarget,
  title = '',
): Change | null {
  const sections = spaces.map((space) =>
    newSection((spaces.length === 1 && title.trim()) || space.title, [space]),
  );
  return addAll(structure, sections, target, `Added ${formatCount(spaces.length, 'section')}`);
}

/** One section with all spaces as its variants. */
export function addSectionOfVariants(
  structure: SiteStructure,
  spaces: readonly NewSpace[],
  target: DropTarget,
  title: string,
): Change | null {
  return addAll(structure, [newSection(title.trim() || (spaces[0]?.title ?? ''), spaces)], target, '');
}

/** A site space for each space, in their order, in a section or on a flat site. */
export function addVariants(
  structure: SiteStructure,
  spaces: readonly NewSpace[],
  target: DropTarget,
): Change | null {
  const siteSpaces = spaces.map((space) => ({ node: newSiteSpace(space, false), children: [] }));
  return addAll(structure, siteSpaces, target, `Added ${formatCount(spaces.length, 'site space')}`);
}

/** The items that a change adds, in order. */
export function addedBy(change: Change): string[] {
  if (change.type === 'add') return [change.subtree.node.id];
  if (change.type === 'group') return [change.group.id];
  return change.type === 'batch' ? change.changes.flatMap(addedBy) : [];
}

/** Fields that are set after creation. The server creates a path if it is empty. */
function fieldsBeyondCreation(node: SectionNode | SiteSpaceNode): NodeFields {
  return {
    ...(node.path !== '' && { path: node.path }),
    ...(node.condition !== null && { condition: node.condition }),
    ...(node.kind === 'section' && node.title.length > MAX_NEW_SECTION_TITLE && { title: node.title }),
    ...(node.kind === 'section' && node.icon !== null && { icon: node.icon }),
    ...(node.kind === 'section' && node.description !== null && { description: node.description }),
  };
}

function updateSteps(node: SectionNode | SiteSpaceNode): SiteStep[] {
  const fields = fieldsBeyondCreation(node);
  return Object.keys(fields).length === 0 ? [] : [updateStep(node.kind, node.id, fields)];
}

/** The server creates a section with one site space, its default. The others follow, then their order. */
function createSection(node: SectionNode, siteSpaces: readonly SiteSpaceNode[]): SiteStep[] {
  const first = siteSpaces.find((siteSpace) => siteSpace.isDefault) ?? siteSpaces[0];
  if (!first) return [];
  const title = [...node.title].slice(0, MAX_NEW_SECTION_TITLE).join('');
  const others = siteSpaces.filter((siteSpace) => siteSpace !== first);
  const before = siteSpaces[siteSpaces.indexOf(first) - 1];
  return [
    createSectionStep({ id: node.id, title }, first),
    ...updateSteps(node),
    ...updateSteps(first),
    ...others.flatMap((siteSpace) => [
      createSiteSpaceStep(siteSpace.id, siteSpace.spaceId, node.id),
      ...updateSteps(siteSpace),
    ]),
    ...(before ? [moveStep('site-space', first.id, 'after', before)] : []),
  ];
}

/** Whether adding this node makes the server move the site spaces of a flat site into a new section. */
function wrapsSiteSpaces(structure: SiteStructure, node: StructureNode): boolean {
  return node.kind === 'section' && isFlat(structure) && childrenOf(structure, TOP).length > 0;
}

/** Adds a section or site space, or restores a removed one. */
export const addKind: SiteChangeKind<AddChange> = {
  check(structure, { subtree: { node }, position }) {
    if (position.parent !== TOP && !structure.nodes.has(position.parent))
      return `The parent of “${node.title}” was removed in the meantime.`;
    if (node.kind !== 'site-space') return null;
    const isThere = childrenOf(structure, position.parent).some((id) => {
      const sibling = structure.nodes.get(id);
      return sibling?.kind === 'site-space' && sibling.spaceId === node.spaceId;
    });
    return isThere ? `“${node.title}” was added again in the meantime.` : null;
  },
  plan(structure, { subtree, position }, capabilities) {
    const { node, children } = subtree;
    if (node.kind === 'group' || structure.nodes.has(node.id)) return [];
    const siteSpaces = children.flatMap((child) => (child.node.kind === 'site-space' ? [child.node] : []));
    const create =
      node.kind === 'section'
        ? createSection(node, siteSpaces)
        : [createSiteSpaceStep(node.id, node.spaceId, position.parent), ...updateSteps(node)];
    // The new section's position is unknown then, so it stays at the end.
    if (wrapsSiteSpaces(structure, node)) return create;
    const move = { id: node.id, ...targetAt(structure, position) };
    const owner = node.kind === 'section' ? TOP : position.parent;
    return [
      ...create,
      ...planMove(applySteps(structure, create), move, capabilities),
      ...(create.length > 0 && node.isDefault ? [defaultStep(node.kind, node.id, owner)] : []),
    ];
  },
  apply(structure, { subtree, position }) {
    const { node } = subtree;
    const at = placeIn(structure, { id: node.id, ...targetAt(structure, position) });
    if (structure.nodes.has(node.id) || !at || wrapsSiteSpaces(structure, node)) return structure;
    const added = withSubtree(structure, subtree, at.parent, at.ids.indexOf(node.id));
    return node.kind !== 'group' && node.isDefault ? withDefault(added, node.id) : added;
  },
  invert: (_before, { subtree, position }) => ({ type: 'remove', subtree, position }),
  describe: (_structure, { subtree: { node } }) => `Added ${kindLabel(node.kind)} “${node.title}”`,
};
