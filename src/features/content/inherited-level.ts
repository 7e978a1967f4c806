import { levelWords } from '#src/components/roles/level-words.ts';
import { TOP, type ContentTree } from './content-tree.ts';

/** What an item inherits when its own level is `inherit`, as a sentence that names where it comes from. */
export function inheritedLevel(tree: ContentTree, id: string): string {
  for (let at = tree.parents.get(id); at !== undefined && at !== TOP; at = tree.parents.get(at)) {
    const around = tree.nodes.get(at);
    if (around && around.defaultLevel !== 'inherit') {
      return `At present that is “${levelWords(around.defaultLevel, 'collection').name}”, set on “${around.title}”.`;
    }
  }
  return tree.adrift.has(id)
    ? 'It is set on a collection that you cannot see.'
    : 'At present that is each member’s role in the organization.';
}
