import { applySteps, provisionalId } from '#src/components/tree-editor/changes.ts';
import { childrenOf, destinationOf as placeIn, targetAt, TOP, type Position } from '#src/lib/ordered-tree.ts';
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
import type { SiteChangeKind } from './change.ts';
import { planMove } from './move.ts';

/** A new section or site space with its content. Groups are created by the change `group`. */
export interface AddChange {
  readonly type: 'add';
  readonly subtree: Subtree;
  readonly position: Position;
}

interface NewSpace {
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

function atEnd(structure: SiteStructure, subtree: Subtree, parent: string): AddChange {
  const previous = childrenOf(structure, parent).at(-1) ?? null;
  return { type: 'add', subtree, position: { parent, previous, next: null } };
}

/** A new section for a space, at the end of a group or the top level. */
export function addSection(
  structure: SiteStructure,
  { title, space, parent }: { title: string; space: NewSpace; parent: string },
): AddChange {
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
  return atEnd(structure, { node, children: [{ node: newSiteSpace(space, true), children: [] }] }, parent);
}

/** A site space for a space, at the end of a section or of a flat site. */
export function addSiteSpace(
  structure: SiteStructure,
  { space, parent }: { space: NewSpace; parent: string },
): AddChange {
  return atEnd(structure, { node: newSiteSpace(space, false), children: [] }, parent);
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
