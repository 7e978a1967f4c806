import { Eye, FileText, Folder, LayoutPanelLeft, MoreHorizontal } from 'lucide-react';
import { createContext, use } from 'react';
import type { RowContentProps } from '#src/components/tree/tree-row.tsx';
import { countOf } from '#src/lib/counts.ts';
import { createStore, type Store } from '#src/lib/store.ts';
import { Badge } from '#src/ui/badge.tsx';
import { useStore } from '#src/ui/use-store.ts';
import type { StructureNode } from './structure.ts';
import { kindWord } from './words.ts';

/** What rows need beside their item. It stays the same object, so rows need not be drawn again for it. */
export interface RowServices {
  readonly renaming: Store<string | null>;
  /** Ends renaming; null keeps the title. */
  readonly rename: (id: string, title: string | null) => void;
}

/** Gives the rows of a structure what they need. */
export const RowContext = createContext<RowServices>({
  renaming: createStore<string | null>(null),
  rename: () => undefined,
});

/** How an item is spoken: its title, its kind, and what is special about it. */
export function spokenLabel(node: StructureNode): string {
  const facts = [node.title, kindWord(node.kind)];
  if (node.kind !== 'group') {
    if (node.isDefault) facts.push('default');
    if (node.condition !== null) facts.push('shown on a condition');
  }
  return facts.join(', ');
}

/** One item in the tree: what it is called, where it is published, and what is special about it. */
export function StructureRow({ item, holds }: RowContentProps<StructureNode>) {
  const { renaming } = use(RowContext);
  const isRenaming = useStore(renaming) === item.id;
  return (
    <>
      <KindIcon item={item} />
      {isRenaming ? (
        <TitleField item={item} />
      ) : (
        <span className={item.kind === 'group' ? 'truncate font-medium' : 'truncate'}>{item.title}</span>
      )}
      <Facts item={item} holds={holds} />
      <button
        type="button"
        tabIndex={-1}
        data-menu=""
        aria-haspopup="menu"
        aria-label={`Actions for ${item.title}`}
        className="tree-menu button button-quiet button-square mr-1 ml-1 h-7"
      >
        <MoreHorizontal />
      </button>
    </>
  );
}

function KindIcon({ item }: { item: StructureNode }) {
  const style = 'mr-2 ml-0.5 size-4 shrink-0 text-ink-soft';
  if (item.kind === 'group') return <Folder aria-hidden="true" className={style} />;
  if (item.kind === 'section') return <LayoutPanelLeft aria-hidden="true" className={style} />;
  return (
    <span aria-hidden="true" className="mr-2 ml-0.5 grid size-4 shrink-0 place-items-center text-sm">
      {item.emoji || <FileText className="size-4 text-ink-soft" />}
    </span>
  );
}

function Facts({ item, holds }: { item: StructureNode; holds: number }) {
  if (item.kind === 'group') {
    return (
      <span className="ml-3 flex-1 truncate text-xs text-ink-soft max-sm:invisible">
        {countOf(holds, 'section')}
      </span>
    );
  }
  return (
    <>
      <span className="ml-3 flex-1 truncate font-mono text-xs text-ink-soft max-md:invisible">
        {item.path && `/${item.path}`}
      </span>
      <span className="flex shrink-0 items-center gap-2 pl-2">
        {item.kind === 'section' && holds > 1 && (
          <span className="text-xs whitespace-nowrap text-ink-soft max-sm:hidden">{holds} variants</span>
        )}
        {item.condition !== null && (
          <Badge tone="info" tip={`Shown when ${item.condition}`}>
            <Eye aria-hidden="true" className="size-3" />
            <span className="max-sm:sr-only">Conditional</span>
          </Badge>
        )}
        {item.isDefault && <Badge tip={`Visitors see this ${kindWord(item.kind)} first`}>Default</Badge>}
      </span>
    </>
  );
}

function TitleField({ item }: { item: StructureNode }) {
  const { rename } = use(RowContext);
  return (
    <input
      aria-label={`New title of ${item.title}`}
      className="field h-7 max-w-72 px-1.5"
      defaultValue={item.title}
      maxLength={item.kind === 'group' ? 100 : 128}
      onFocus={(event) => event.currentTarget.select()}
      onKeyDown={(event) => {
        if (event.key === 'Enter') rename(item.id, event.currentTarget.value.trim());
        if (event.key === 'Escape') rename(item.id, null);
        event.stopPropagation();
      }}
      onBlur={(event) => rename(item.id, event.currentTarget.value.trim())}
    />
  );
}
