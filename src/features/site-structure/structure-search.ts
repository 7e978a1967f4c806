/** Finding items in a structure by what is written in them. */
import type { TreeItems } from '#src/components/tree/tree.tsx';
import { childrenOf, type SiteStructure, type StructureNode } from './structure.ts';

function textOf(node: StructureNode): string {
  if (node.kind === 'group') return node.title;
  const description = node.kind === 'section' ? (node.description ?? '') : '';
  return `${node.title} /${node.path} ${description} ${node.condition ?? ''}`;
}

/** The ids of the items whose title, path, description or condition contains the text, in any case. */
export function matchingItems(structure: SiteStructure, text: string): string[] {
  const wanted = text.toLocaleLowerCase();
  return [...structure.nodes.values()]
    .filter((node) => textOf(node).toLocaleLowerCase().includes(wanted))
    .map((node) => node.id);
}

/** Only what matches, with what holds it and what it holds. */
export function onlyMatching(
  structure: SiteStructure,
  items: TreeItems<StructureNode>,
  text: string,
): TreeItems<StructureNode> {
  const matches = new Set(matchingItems(structure, text));
  const shown = new Set<string>();
  const showBelow = (id: string) => {
    shown.add(id);
    for (const child of childrenOf(structure, id)) showBelow(child);
  };
  for (const id of matches) {
    showBelow(id);
    for (let up = structure.parents.get(id); up; up = structure.parents.get(up)) shown.add(up);
  }
  return { ...items, childrenOf: (id) => items.childrenOf(id).filter((child) => shown.has(child)) };
}
