import { levelLabels } from '#src/components/roles/level-labels.ts';
import { ancestorsOf } from '#src/lib/ordered-tree.ts';
import type { ContentTree } from './content-tree.ts';

/** What `inherit` resolves to for an item, and where it is set. */
export function describeInheritedLevel(tree: ContentTree, id: string): string {
  for (const above of ancestorsOf(tree, id)) {
    const ancestor = tree.nodes.get(above);
    if (ancestor && ancestor.defaultLevel !== 'inherit') {
      return `Currently “${levelLabels(ancestor.defaultLevel, 'collection').name}”, set on “${ancestor.title}”.`;
    }
  }
  return tree.detached.has(id)
    ? 'Set on a collection you can’t see.'
    : 'Currently each member’s organization role.';
}
