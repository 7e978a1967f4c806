import { childrenOf, TOP } from '#src/lib/ordered-tree.ts';
import type { SelectOption } from '#src/ui/select.tsx';
import { wayTo, type ContentTree } from './content-tree.ts';

/** Where content can go, as it stands; what does not take it cannot be chosen. The top is empty. */
export function parentOptions(tree: ContentTree, takes: (parent: string) => boolean): SelectOption<string>[] {
  const options: SelectOption<string>[] = [];
  const visit = (parent: string) => {
    const title = tree.nodes.get(parent)?.title ?? '';
    const label = parent === TOP ? 'Top level' : [...wayTo(tree, parent), title].join(' › ');
    options.push({ value: parent, label, disabled: !takes(parent) });
    for (const id of childrenOf(tree, parent)) if (tree.nodes.get(id)?.kind === 'collection') visit(id);
  };
  visit(TOP);
  return options;
}
