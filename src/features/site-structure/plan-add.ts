/** From a section or site space that shall be (again) in the structure to the calls that put it there. */
import type { Target } from './moves.ts';
import { planMove, type Abilities } from './plan-move.ts';
import { applyStep, LONGEST_NEW_SECTION_TITLE, type Facts, type Step } from './steps.ts';
import {
  childrenOf,
  isFlat,
  TOP,
  type SectionNode,
  type SiteSpaceNode,
  type SiteStructure,
  type StructureNode,
  type Subtree,
} from './structure.ts';

/** The facts that the server does not set by itself. An empty path means: the server shall make one. */
function factsBeyondCreation(node: SectionNode | SiteSpaceNode): Facts {
  return {
    ...(node.path !== '' && { path: node.path }),
    ...(node.condition !== null && { condition: node.condition }),
    ...(node.kind === 'section' && node.title.length > LONGEST_NEW_SECTION_TITLE && { title: node.title }),
    ...(node.kind === 'section' && node.icon !== null && { icon: node.icon }),
    ...(node.kind === 'section' && node.description !== null && { description: node.description }),
  };
}

function updateStep(node: SectionNode | SiteSpaceNode): Step[] {
  const facts = factsBeyondCreation(node);
  return Object.keys(facts).length === 0 ? [] : [{ op: 'update', kind: node.kind, id: node.id, facts }];
}

function siteSpacesOf(subtree: Subtree): SiteSpaceNode[] {
  return subtree.children.flatMap(({ node }) => (node.kind === 'site-space' ? [node] : []));
}

/** A new section begins with one site space, which is its default; the others follow, then the order. */
function createSection(node: SectionNode, siteSpaces: readonly SiteSpaceNode[]): Step[] {
  const first = siteSpaces.find((siteSpace) => siteSpace.isDefault) ?? siteSpaces[0];
  if (!first) return [];
  const title = [...node.title].slice(0, LONGEST_NEW_SECTION_TITLE).join('');
  const others = siteSpaces.filter((siteSpace) => siteSpace !== first);
  const before = siteSpaces[siteSpaces.indexOf(first) - 1];
  return [
    { op: 'create-section', as: node.id, firstAs: first.id, spaceId: first.spaceId, title },
    ...updateStep(node),
    ...updateStep(first),
    ...others.flatMap((siteSpace): Step[] => [
      { op: 'create-site-space', as: siteSpace.id, spaceId: siteSpace.spaceId, owner: node.id },
      ...updateStep(siteSpace),
    ]),
    ...(before
      ? [
          {
            op: 'move' as const,
            kind: 'site-space' as const,
            id: first.id,
            anchor: { side: 'after' as const, id: before.id, kind: 'site-space' as const },
          },
        ]
      : []),
  ];
}

/** Whether adding this node makes the server put the site spaces of a flat site into a first section. */
export function wrapsSiteSpaces(structure: SiteStructure, node: StructureNode): boolean {
  return node.kind === 'section' && isFlat(structure) && childrenOf(structure, TOP).length > 0;
}

/**
 * The calls that add a subtree at a place. Empty when it is there already, and for groups, which
 * are made by the change `group`.
 */
export function planAdd(
  structure: SiteStructure,
  subtree: Subtree,
  target: Target,
  parent: string,
  abilities: Abilities,
): Step[] {
  const { node } = subtree;
  if (node.kind === 'group' || structure.nodes.has(node.id)) return [];
  const create: Step[] =
    node.kind === 'section'
      ? createSection(node, siteSpacesOf(subtree))
      : [{ op: 'create-site-space', as: node.id, spaceId: node.spaceId, owner: parent }, ...updateStep(node)];
  // Where the new section then stands cannot be foretold, so it stays at the end.
  if (wrapsSiteSpaces(structure, node)) return create;
  const created = create.reduce(applyStep, structure);
  const place = planMove(created, { id: node.id, ...target }, abilities);
  const owner = node.kind === 'section' ? TOP : parent;
  const isFirst = create.length > 0 && node.isDefault;
  return [
    ...create,
    ...place,
    ...(isFirst ? [{ op: 'default' as const, kind: node.kind, id: node.id, owner }] : []),
  ];
}
