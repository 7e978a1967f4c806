import { provisionalId } from '#src/components/tree-editor/changes.ts';
import { positionAt } from '#src/lib/ordered-tree.ts';
import { describeItems } from '../labels.ts';
import { subtreeOf, type SiteStructure, type StructureNode, type Subtree } from '../structure.ts';
import { addKind } from './add.ts';
import type { Change, SingleChange } from './change.ts';
import { groupKind } from './group.ts';

/** The contract's limits. */
const titleLimits = { group: 100, section: 128 };

/** “Billing” becomes “Billing copy”, within the limit. */
function copiedTitle(title: string, kind: keyof typeof titleLimits): string {
  const suffix = ' copy';
  return [...title].slice(0, titleLimits[kind] - suffix.length).join('') + suffix;
}

/** Why an item can't be duplicated, as a sentence; null if it can. */
export function duplicationDenial(node: StructureNode | undefined): string | null {
  return node?.kind === 'site-space' ? 'A space can be in a section once.' : null;
}

/** A section with the same site spaces and fields. The server gives it a path. */
function copyOf({ node, children }: Subtree, title: string): Subtree {
  const id = provisionalId();
  if (node.kind === 'group') return { node: { ...node, id, title }, children: [] };
  if (node.kind === 'section')
    return {
      node: { ...node, id, title, path: '', isDefault: false, publishedUrl: null },
      children: children.map((child) => copyOf(child, child.node.title)),
    };
  return { node: { ...node, id, publishedUrl: null }, children: [] };
}

/** Copies of sections, and of groups with their sections, each behind its original; null if there are none. */
export function duplicate(structure: SiteStructure, ids: readonly string[]): Change | null {
  let current = structure;
  const changes: SingleChange[] = [];
  const addAfter = (subtree: Subtree, target: { after: string } | { into: string }) => {
    const position = positionAt(current, target);
    if (!position) return;
    const { node } = subtree;
    const change: SingleChange =
      node.kind === 'group'
        ? { type: 'group', group: node, members: [], position }
        : { type: 'add', subtree, position };
    current = change.type === 'group' ? groupKind.apply(current, change) : addKind.apply(current, change);
    changes.push(change);
  };
  for (const id of ids) {
    const subtree = subtreeOf(structure, id);
    if (!subtree || subtree.node.kind === 'site-space') continue;
    const { node } = subtree;
    const copy = copyOf(subtree, copiedTitle(node.title, node.kind));
    addAfter(copy, { after: id });
    if (node.kind !== 'group') continue;
    for (const section of subtree.children)
      addAfter(copyOf(section, section.node.title), { into: copy.node.id });
  }
  const [only] = changes;
  if (changes.length <= 1) return only ?? null;
  const name = `Duplicated ${describeItems(structure, ids)}`;
  return { type: 'batch', name, changes, stopsAtRefusal: true };
}
