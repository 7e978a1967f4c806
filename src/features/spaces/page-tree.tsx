import { EyeOff, FileText, Heading, Link2, Sparkles } from 'lucide-react';
import { useMemo } from 'react';
import type { Page } from '#api/generated/types.gen.ts';
import type { RowContentProps } from '#src/components/tree/tree-row.tsx';
import { Tree, type TreeItems } from '#src/components/tree/tree.tsx';
import { useTreeState } from '#src/components/tree/use-tree-state.ts';
import { TOP } from '#src/lib/ordered-tree.ts';

/** The pages as tree items. */
function itemsOf(tree: readonly Page[]): TreeItems<Page> {
  const byId = new Map<string, Page>();
  const children = new Map<string, string[]>();
  const visit = (parent: string, below: readonly Page[]) => {
    children.set(
      parent,
      below.map(({ id }) => id),
    );
    for (const page of below) {
      byId.set(page.id, page);
      if (page.pages && page.pages.length > 0) visit(page.id, page.pages);
    }
  };
  visit(TOP, tree);
  return {
    childrenOf: (id) => children.get(id) ?? [],
    isContainer: (id) => id !== TOP && children.has(id),
    itemOf: (id) => byId.get(id),
  };
}

const typeLabels: Record<Page['type'], string> = {
  document: 'page',
  group: 'group',
  link: 'link',
  computed: 'API page',
};

const icons = { document: FileText, group: Heading, link: Link2, computed: Sparkles };

/** Accessible name of a page: title, type and whether it is hidden. */
function ariaLabelOf({ title, type, hidden }: Page): string {
  const kind = Object.entries(typeLabels).find(([name]) => name === type)?.[1] ?? type;
  return [title, kind, ...(hidden ? ['hidden'] : [])].join(', ');
}

function PageRow({ item }: RowContentProps<Page>) {
  const Icon = icons[item.type] ?? FileText;
  return (
    <>
      <span aria-hidden="true" className="mr-2 ml-0.5 grid size-4 shrink-0 place-items-center text-sm">
        {item.emoji || <Icon className="size-4 text-ink-soft" />}
      </span>
      <span dir="auto" className={`flex-1 truncate pr-2 ${item.type === 'group' ? 'font-medium' : ''}`}>
        {item.title}
      </span>
      {item.hidden && (
        <span data-tip="Hidden from navigation" className="pr-2">
          <EyeOff aria-hidden="true" className="size-3.5 text-ink-soft" />
        </span>
      )}
    </>
  );
}

interface PageTreeProps {
  pages: readonly Page[];
  open: string | undefined;
  onOpen: (id: string) => void;
}

/** The page tree, expanded to the open page. */
export function PageTree({ pages, open, onOpen }: PageTreeProps) {
  const items = useMemo(() => itemsOf(pages), [pages]);
  const all = (below: readonly Page[]): string[] =>
    below.flatMap(({ id, pages: inner = [] }) => [id, ...all(inner)]);
  const state = useTreeState(open, () => all(pages));
  return (
    <Tree
      label="Pages"
      items={items}
      state={state}
      labelOf={ariaLabelOf}
      Content={PageRow}
      onOpen={onOpen}
      className="max-h-72 p-1.5 lg:max-h-[calc(100dvh-13rem)]"
    />
  );
}
