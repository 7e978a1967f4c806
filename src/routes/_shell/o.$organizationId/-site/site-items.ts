import type { Entry } from '#src/features/published/compare-structures.ts';
import type { SiteStructure } from '#src/features/site-structure/structure.ts';
import { childrenOf, TOP } from '#src/lib/ordered-tree.ts';

/** All items of a site in order, parents first. */
export function itemsOf(structure: SiteStructure, parent = TOP): Entry[] {
  return childrenOf(structure, parent).flatMap((id) => {
    const node = structure.nodes.get(id);
    if (!node) return [];
    const { kind, title } = node;
    const fields =
      node.kind === 'group'
        ? { path: null, condition: null, url: null }
        : { path: node.path, condition: node.condition, url: node.publishedUrl ?? null };
    return [
      { id, kind, title, ...fields, parent: parent === TOP ? null : parent },
      ...itemsOf(structure, id),
    ];
  });
}

/** The conditions of a site. */
export const conditionsOf = ({ nodes }: SiteStructure): string[] =>
  [...nodes.values()].flatMap((node) => (node.kind === 'group' ? [] : (node.condition ?? [])));
