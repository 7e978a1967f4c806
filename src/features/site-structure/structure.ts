/**
 * The site structure as the editor holds it: facts by id, and the order as lists of ids.
 *
 * Groups and sections share the top level; sections also live in groups; site spaces live in
 * sections, or at the top level of a flat site. Every value is immutable: a change makes a new
 * structure that shares what it did not touch, so a row whose node is the same object need not
 * be drawn again.
 */

/** Key of the top level in `children` and `parents`. No id is empty. */
export const TOP = '';

/** A section group. */
export interface GroupNode {
  readonly kind: 'group';
  readonly id: string;
  readonly title: string;
  readonly icon: string | null;
}

/** A site section. */
export interface SectionNode {
  readonly kind: 'section';
  readonly id: string;
  readonly title: string;
  readonly path: string;
  readonly icon: string | null;
  readonly description: string | null;
  readonly condition: string | null;
  readonly isDefault: boolean;
  readonly publishedUrl: string | null;
}

/** A site space: the link between a site (or one of its sections) and a space. */
export interface SiteSpaceNode {
  readonly kind: 'site-space';
  readonly id: string;
  readonly title: string;
  readonly path: string;
  readonly condition: string | null;
  readonly isDefault: boolean;
  readonly spaceId: string;
  readonly emoji: string;
  readonly publishedUrl: string | null;
}

/** One item of the structure. */
export type StructureNode = GroupNode | SectionNode | SiteSpaceNode;

/** The whole structure of one site. */
export interface SiteStructure {
  readonly nodes: ReadonlyMap<string, StructureNode>;
  /** Ordered child ids; every group and section has an entry, and so has `TOP`. */
  readonly children: ReadonlyMap<string, readonly string[]>;
  readonly parents: ReadonlyMap<string, string>;
}

/** A node with everything below it, in order; plain data that survives JSON. */
export interface Subtree {
  readonly node: StructureNode;
  readonly children: readonly Subtree[];
}

/** Where something is, by its neighbours: no index, so that it stays true when others insert. */
export interface Place {
  readonly parent: string;
  readonly previous: string | null;
  readonly next: string | null;
}

const NOTHING: readonly string[] = [];

/** Builds a structure from nested nodes in published order. */
export function buildStructure(roots: readonly Subtree[]): SiteStructure {
  const nodes = new Map<string, StructureNode>();
  const children = new Map<string, readonly string[]>();
  const parents = new Map<string, string>();
  const visit = (parent: string, below: readonly Subtree[]) => {
    children.set(
      parent,
      below.map((child) => child.node.id),
    );
    for (const child of below) {
      nodes.set(child.node.id, child.node);
      parents.set(child.node.id, parent);
      if (child.node.kind !== 'site-space') visit(child.node.id, child.children);
    }
  };
  visit(TOP, roots);
  return { nodes, children, parents };
}

/** The ordered ids below `parent` (`TOP` for the top level); empty for what is unknown. */
export function childrenOf(structure: SiteStructure, parent: string): readonly string[] {
  return structure.children.get(parent) ?? NOTHING;
}

/** The node with this id and everything below it, or null when it is unknown. */
export function subtreeOf(structure: SiteStructure, id: string): Subtree | null {
  const node = structure.nodes.get(id);
  if (!node) return null;
  const children = childrenOf(structure, id).flatMap((child) => subtreeOf(structure, child) ?? []);
  return { node, children };
}

/** Where a node is now, or null when it is unknown. */
export function placeOf(structure: SiteStructure, id: string): Place | null {
  const parent = structure.parents.get(id);
  if (parent === undefined) return null;
  const siblings = childrenOf(structure, parent);
  const index = siblings.indexOf(id);
  return { parent, previous: siblings[index - 1] ?? null, next: siblings[index + 1] ?? null };
}

/** Where the keyboard goes when items are removed: to the next one that stays, the one before, or what held them. */
export function neighbourOf(structure: SiteStructure, ids: readonly string[]): string | null {
  const last = ids.at(-1) ?? '';
  const parent = structure.parents.get(last) ?? TOP;
  const siblings = childrenOf(structure, parent);
  const at = siblings.indexOf(last);
  const stays = (id: string) => !ids.includes(id);
  const near = siblings.slice(at).find(stays) ?? siblings.slice(0, at).findLast(stays);
  if (near !== undefined || parent === TOP) return near ?? null;
  return stays(parent) ? parent : neighbourOf(structure, [...ids, parent]);
}

/** Whether site spaces stand at the top level. A site without anything counts as flat. */
export function isFlat(structure: SiteStructure): boolean {
  const first = childrenOf(structure, TOP)[0];
  return first === undefined || structure.nodes.get(first)?.kind === 'site-space';
}

/** How many groups, sections and site spaces there are. */
export function countKinds(structure: SiteStructure): Record<StructureNode['kind'], number> {
  const counts = { group: 0, section: 0, 'site-space': 0 };
  for (const node of structure.nodes.values()) counts[node.kind] += 1;
  return counts;
}

/** The same structure with other facts for one node; the same reference when nothing differs. */
export function withNode(structure: SiteStructure, node: StructureNode): SiteStructure {
  if (structure.nodes.get(node.id) === node) return structure;
  return { ...structure, nodes: new Map(structure.nodes).set(node.id, node) };
}

/** The same structure with this list below `parent`. */
export function withChildren(
  structure: SiteStructure,
  parent: string,
  list: readonly string[],
): SiteStructure {
  return { ...structure, children: new Map(structure.children).set(parent, list) };
}

/** The structure without a node and all that is below it. */
export function withoutSubtree(structure: SiteStructure, id: string): SiteStructure {
  const parent = structure.parents.get(id);
  if (parent === undefined) return structure;
  const nodes = new Map(structure.nodes);
  const children = new Map(structure.children);
  const parents = new Map(structure.parents);
  const drop = (gone: string) => {
    for (const child of childrenOf(structure, gone)) drop(child);
    nodes.delete(gone);
    children.delete(gone);
    parents.delete(gone);
  };
  drop(id);
  children.set(
    parent,
    childrenOf(structure, parent).filter((sibling) => sibling !== id),
  );
  return { nodes, children, parents };
}

/** The structure with a subtree put at `index` below `parent`; ids already there are refused by the caller. */
export function withSubtree(
  structure: SiteStructure,
  subtree: Subtree,
  parent: string,
  index: number,
): SiteStructure {
  const nodes = new Map(structure.nodes);
  const children = new Map(structure.children);
  const parents = new Map(structure.parents);
  const put = (item: Subtree, under: string) => {
    nodes.set(item.node.id, item.node);
    parents.set(item.node.id, under);
    if (item.node.kind === 'site-space') return;
    children.set(
      item.node.id,
      item.children.map((child) => child.node.id),
    );
    for (const child of item.children) put(child, item.node.id);
  };
  put(subtree, parent);
  const list = [...childrenOf(structure, parent)];
  list.splice(index, 0, subtree.node.id);
  children.set(parent, list);
  return { nodes, children, parents };
}
