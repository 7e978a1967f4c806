import type { SelectOption } from '#src/ui/select.tsx';
import { childrenOf, TOP, wayTo, type ContentTree } from './content-tree.ts';
import { arrangingRefusal } from './moves.ts';

/** Where new content can go, as it stands; what the caller may not add to cannot be chosen. The top is empty. */
export function parentOptions(tree: ContentTree): SelectOption<string>[] {
  const options: SelectOption<string>[] = [];
  const visit = (parent: string) => {
    const title = tree.nodes.get(parent)?.title ?? '';
    const label = parent === TOP ? 'Top level' : [...wayTo(tree, parent), title].join(' › ');
    options.push({ value: parent, label, disabled: arrangingRefusal(tree, parent) !== null });
    for (const id of childrenOf(tree, parent)) if (tree.nodes.get(id)?.kind === 'collection') visit(id);
  };
  visit(TOP);
  return options;
}
