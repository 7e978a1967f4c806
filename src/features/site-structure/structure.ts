/** The structure of a site as an ordered tree of groups, sections and site spaces. */
import { childrenOf, TOP, type OrderedTree } from '#src/lib/ordered-tree.ts';
import { compareNames } from '#src/lib/text/format.ts';

export interface GroupNode {
  readonly kind: 'group';
  readonly id: string;
  readonly title: string;
  readonly icon: string | null;
}

export interface SectionNode {
  readonly kind: 'section';
  readonly id: string;
  readonly title: string;
  readonly path: string;
  readonly icon: string | null;
  readonly description: string | null;
  readonly condition: string | null;
  readonly isDefault: boolean;
  /** Null before publishing; undefined where it follows from the site's URL and the paths. */
  readonly publishedUrl?: string | null;
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
  readonly publishedUrl?: string | null;
}

export type StructureNode = GroupNode | SectionNode | SiteSpaceNode;

/**
 * The structure of one site. Groups and sections share the top level; sections are also in groups; site spaces are
 * in sections, or at the top level of a flat site.
 */
export interface SiteStructure extends OrderedTree<StructureNode> {
  /** How many items of unknown kinds the server's structure has; they are left out. */
  readonly unknownItems?: number;
}

/** Fields of nodes and requests that contain users' text. */
export const TEXT_FIELDS: ReadonlySet<string> = new Set([
  'title',
  'path',
  'icon',
  'description',
  'condition',
  'emoji',
  'name',
]);

/** A node with its descendants, in order; serializable as JSON. */
export interface Subtree {
  readonly node: StructureNode;
  readonly children: readonly Subtree[];
}

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

/** A node with its descendants, or null if it is unknown. */
export function subtreeOf(structure: SiteStructure, id: string): Subtree | null {
  const node = structure.nodes.get(id);
  if (!node) return null;
  const children = childrenOf(structure, id).flatMap((child) => subtreeOf(structure, child) ?? []);
  return { node, children };
}

/**
 * The URL of a published section or site space; null before publishing.
 *
 * @param siteUrl the site's, with a trailing slash; null before publishing
 */
export function publishedUrlOf(
  structure: SiteStructure,
  node: SectionNode | SiteSpaceNode,
  siteUrl: string | null,
): string | null {
  if (node.publishedUrl !== undefined || siteUrl === null) return node.publishedUrl ?? null;
  const parent = structure.nodes.get(structure.parents.get(node.id) ?? TOP);
  const above = parent?.kind === 'section' ? publishedUrlOf(structure, parent, siteUrl) : siteUrl;
  if (node.isDefault || above === null) return above;
  const segments = node.path.split('/').map(encodeURIComponent);
  return `${above}${segments.join('/')}/`;
}

/** Whether site spaces are at the top level. An empty site counts as flat. */
export function isFlat(structure: SiteStructure): boolean {
  const first = childrenOf(structure, TOP)[0];
  return first === undefined || structure.nodes.get(first)?.kind === 'site-space';
}

/** Number of groups, sections and site spaces. */
export function countKinds(structure: SiteStructure): Record<StructureNode['kind'], number> {
  const counts = { group: 0, section: 0, 'site-space': 0 };
  for (const node of structure.nodes.values()) counts[node.kind] += 1;
  return counts;
}

/** The structure with other children of `parent`. */
export function withChildren(
  structure: SiteStructure,
  parent: string,
  list: readonly string[],
): SiteStructure {
  return { ...structure, children: new Map(structure.children).set(parent, list) };
}

/** The structure without a node and its descendants. */
export function withoutSubtree(structure: SiteStructure, id: string): SiteStructure {
  const parent = structure.parents.get(id);
  if (parent === undefined) return structure;
  const nodes = new Map(structure.nodes);
  const children = new Map(structure.children);
  const parents = new Map(structure.parents);
  const drop = (removedId: string) => {
    for (const child of childrenOf(structure, removedId)) drop(child);
    nodes.delete(removedId);
    children.delete(removedId);
    parents.delete(removedId);
  };
  drop(id);
  children.set(
    parent,
    childrenOf(structure, parent).filter((sibling) => sibling !== id),
  );
  return { nodes, children, parents };
}

/** The structure with a subtree at `index` below `parent`. Its ids must be new. */
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

/** Editable fields of a node; omitted ones stay unchanged, null removes. */
export interface NodeFields {
  readonly title?: string;
  readonly path?: string;
  readonly icon?: string | null;
  readonly description?: string | null;
  readonly condition?: string | null;
}

/** The editable fields of a node's kind. A site space has no own title. */
export function fieldsOf(node: StructureNode): NodeFields {
  if (node.kind === 'group') return { title: node.title, icon: node.icon };
  if (node.kind === 'site-space') return { path: node.path, condition: node.condition };
  const { title, path, icon, description, condition } = node;
  return { title, path, icon, description, condition };
}

/** The items of which one is the default: all sections, or the site spaces of a section. */
function defaultCandidates(structure: SiteStructure, node: StructureNode): StructureNode[] {
  if (node.kind === 'section')
    return [...structure.nodes.values()].filter((other) => other.kind === 'section');
  const list = childrenOf(structure, structure.parents.get(node.id) ?? TOP);
  return list.flatMap((id) => structure.nodes.get(id) ?? []);
}

/** The structure with this section or site space as the default. */
export function withDefault(structure: SiteStructure, id: string): SiteStructure {
  const node = structure.nodes.get(id);
  if (!node || node.kind === 'group') return structure;
  const nodes = new Map(structure.nodes);
  let changed = false;
  for (const candidate of defaultCandidates(structure, node)) {
    if (candidate.kind === 'group' || candidate.isDefault === (candidate.id === id)) continue;
    nodes.set(candidate.id, { ...candidate, isDefault: candidate.id === id });
    changed = true;
  }
  return changed ? { ...structure, nodes } : structure;
}

/** The id of the default among the items that this node competes with, or null. */
export function currentDefault(structure: SiteStructure, id: string): string | null {
  const node = structure.nodes.get(id);
  if (!node) return null;
  const currentItem = defaultCandidates(structure, node).find(
    (other) => other.kind !== 'group' && other.isDefault,
  );
  return currentItem?.id ?? null;
}

/** Sections in published order, with those in groups. */
export function sectionsInOrder(structure: SiteStructure): string[] {
  return childrenOf(structure, TOP).flatMap((id) => {
    const kind = structure.nodes.get(id)?.kind;
    if (kind === 'group') return childrenOf(structure, id);
    return kind === 'section' ? [id] : [];
  });
}

function withoutGroup(structure: SiteStructure, id: string): SiteStructure {
  const members = childrenOf(structure, id);
  const list = childrenOf(structure, TOP).flatMap((child) => (child === id ? members : [child]));
  const parents = new Map(structure.parents);
  for (const member of members) parents.set(member, TOP);
  return withoutSubtree(
    withChildren({ ...withChildren(structure, id, []), parents }, TOP, [...list, id]),
    id,
  );
}

/** The structure without a node: the next item becomes the default, and a group's sections take its position. */
export function withoutNode(structure: SiteStructure, id: string): SiteStructure {
  const node = structure.nodes.get(id);
  if (!node) return structure;
  if (node.kind === 'group') return withoutGroup(structure, id);
  const order =
    node.kind === 'section'
      ? sectionsInOrder(structure)
      : defaultCandidates(structure, node).map((each) => each.id);
  const successor = order[order.indexOf(id) + 1] ?? order[order.indexOf(id) - 1];
  const rest = withoutSubtree(structure, id);
  return node.isDefault && successor !== undefined ? withDefault(rest, successor) : rest;
}

/** Sort keys of a level. */
export type SortKey = 'title' | 'path';

/** The children of `parent` sorted by title or path, ignoring case, with numbers by value. */
export function sortedChildren(structure: SiteStructure, parent: string, key: SortKey): string[] {
  const textOf = (id: string) => {
    const node = structure.nodes.get(id);
    if (!node) return '';
    return key === 'path' && node.kind !== 'group' ? node.path : node.title;
  };
  return childrenOf(structure, parent).toSorted((a, b) => compareNames(textOf(a), textOf(b)));
}
