import { SearchX, Eye, EyeOff, FileText, Folder, LayoutPanelLeft } from 'lucide-react';
import { use, useMemo, type RefObject } from 'react';
import { toast } from '#src/components/toasts/toasts.ts';
import { matchingItems, onlyMatching } from '#src/components/tree-editor/tree-filter.ts';
import {
  RowContext,
  useRowActions,
  RowMenuButton,
  RowTitle,
  type RowContentProps,
} from '#src/components/tree/tree-row.tsx';
import { Tree, type TreeHandle } from '#src/components/tree/tree.tsx';
import { NamedIcon } from '#src/domain/icons/named-icon.tsx';
import { classNames } from '#src/lib/class-names.ts';
import { TOP } from '#src/lib/ordered-tree.ts';
import { codePointLength } from '#src/lib/text/code-points.ts';
import { formatCount } from '#src/lib/text/format.ts';
import { Badge } from '#src/ui/badge.tsx';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { openMenu } from '#src/ui/menu.ts';
import { edit } from './changes/edit.ts';
import { ConditionContext } from './condition-checks.ts';
import { DraftBadge, DraftMarks, markLabel } from './draft/draft-marks.tsx';
import { type DraftMark, NO_MARKS, withRemoved } from './draft/drafted-structure.ts';
import type { Editing } from './editing.ts';
import { searchTextOf, kindLabel } from './labels.ts';
import { itemMenu, selectionMenu } from './structure-menu.tsx';
import type { StructureNode } from './structure.ts';

/**
 * The accessible name: title, kind and special states.
 *
 * @param areApplied whether the site applies conditions
 * @param mark what the draft does to it
 */
function ariaLabelOf(node: StructureNode, areApplied: boolean, mark: DraftMark | undefined): string {
  const parts = [node.title, kindLabel(node.kind), markLabel(mark) ?? []].flat();
  if (node.kind !== 'group') {
    if (node.isDefault) parts.push('default');
    if (node.condition !== null) parts.push(areApplied ? 'conditional' : 'condition ignored');
  }
  return parts.join(', ');
}

/** A row of the tree: title, path and special states. */
function StructureRow({ item, childCount }: RowContentProps<StructureNode>) {
  return (
    <>
      <KindIcon item={item} />
      <span className="tree-texts">
        <RowTitle item={item} limit={item.kind === 'group' ? 100 : 128} isStrong={item.kind === 'group'} />
        {item.kind === 'group' ? (
          <span className="truncate text-xs text-ink-soft">{formatCount(childCount, 'section')}</span>
        ) : (
          item.path && <span className="truncate font-mono text-xs text-ink-soft">/{item.path}</span>
        )}
      </span>
      <DraftBadge id={item.id} />
      {item.kind !== 'group' && <ItemBadges item={item} childCount={childCount} />}
      <RowMenuButton title={item.title} />
    </>
  );
}

export function KindIcon({ item }: { item: StructureNode }) {
  return (
    <span
      aria-hidden="true"
      className="mr-2 ml-0.5 grid size-4 shrink-0 place-items-center text-sm leading-none"
    >
      <KindDrawing item={item} />
    </span>
  );
}

/** The icon of an item as visitors see it, or that of its kind. */
function KindDrawing({ item }: { item: StructureNode }) {
  const style = 'size-4 text-ink-soft';
  if (item.kind === 'site-space') return item.emoji || <FileText className={style} />;
  const Kind = item.kind === 'group' ? Folder : LayoutPanelLeft;
  return (
    <NamedIcon name={item.icon}>
      <Kind className={style} />
    </NamedIcon>
  );
}

interface ItemBadgesProps {
  item: Exclude<StructureNode, { kind: 'group' }>;
  childCount: number;
}

function ItemBadges({ item, childCount }: ItemBadgesProps) {
  return (
    <span className="flex shrink-0 items-center gap-2 pl-2">
      {item.kind === 'section' && childCount > 1 && (
        <span className="text-xs whitespace-nowrap text-ink-soft max-sm:hidden">
          {formatCount(childCount, 'site space')}
        </span>
      )}
      {item.condition !== null && <ConditionBadge condition={item.condition} />}
      {item.isDefault && <Badge tip={`Visitors see this ${kindLabel(item.kind)} first`}>Default</Badge>}
    </span>
  );
}

function ConditionBadge({ condition }: { condition: string }) {
  const { areApplied } = use(ConditionContext);
  if (!areApplied)
    return (
      <Badge tone="warning" tip={`Adaptive content is off, so everyone sees this. Condition: ${condition}`}>
        <EyeOff aria-hidden="true" className="size-3" />
        <span className="max-sm:sr-only">Condition ignored</span>
      </Badge>
    );
  return (
    <Badge tone="info" tip={`Shown when ${condition}`}>
      <Eye aria-hidden="true" className="size-3" />
      <span className="max-sm:sr-only">Conditional</span>
    </Badge>
  );
}

interface StructureTreeProps {
  editing: Editing;
  handle: RefObject<TreeHandle | null>;
  /** Only matching items are shown. */
  find: string;
  onFind: (text: string) => void;
  scrollsPage: boolean;
}

/** The items with those that the draft removes, and what it does to each. */
function useDraftedItems({ items, draft }: Editing) {
  const drafted = draft?.drafted;
  return useMemo(
    () =>
      drafted ? { items: withRemoved(items, drafted), marks: drafted.marks } : { items, marks: NO_MARKS },
    [items, drafted],
  );
}

/** The tree of groups, sections and site spaces with its actions. */
export function StructureTree({ editing, handle, find, onFind, scrollsPage }: StructureTreeProps) {
  const { tree: structure, state, readOnly, renaming } = editing;
  const { items, marks } = useDraftedItems(editing);
  const { areApplied } = use(ConditionContext);
  const services = useRowActions(renaming, handle, async (id, typed) => {
    const { title } = typed;
    const node = structure.nodes.get(id);
    if (!node) return true;
    if (node.kind === 'section' && codePointLength(title) < 2) {
      toast('Section titles need at least 2 characters.', { tone: 'error', durationMs: 8000 });
      return true;
    }
    return editing.rename(id, typed, (before) => edit({ ...node, title: before }, { title }));
  });
  const visibleItems = useMemo(
    () =>
      find === '' ? items : onlyMatching(structure, items, matchingItems(structure, find, searchTextOf)),
    [items, structure, find],
  );
  const onMenu = (id: string, anchor: HTMLElement) => {
    const node = structure.nodes.get(id);
    if (!node) return;
    const { selected } = state.get();
    const several = selected.size > 1 && selected.has(id);
    openMenu({
      anchor,
      align: 'end',
      label: several ? 'Actions for the selected items' : `Actions for ${node.title}`,
      entries: several ? selectionMenu(editing) : itemMenu(editing, node),
    });
  };
  if (visibleItems.childrenOf(TOP).length === 0) {
    return (
      <EmptyState
        icon={<SearchX />}
        title={`No items match “${find}”`}
        action={<Button onClick={() => onFind('')}>Clear search</Button>}
      >
        Search covers titles, paths, descriptions and conditions.
      </EmptyState>
    );
  }
  return (
    <DraftMarks value={marks}>
      <RowContext value={services}>
        <Tree
          ref={handle}
          label="Site structure"
          items={visibleItems}
          state={state}
          labelOf={(node) => ariaLabelOf(node, areApplied, marks.get(node.id))}
          Content={StructureRow}
          rules={readOnly === undefined ? editing.dragRules : undefined}
          onOpen={editing.open}
          onRename={(id) => {
            const isNamed = structure.nodes.get(id)?.kind !== 'site-space';
            if (readOnly === undefined && isNamed) renaming.set(id);
          }}
          onRemove={editing.removeItems}
          onMoveByOne={editing.moveByOne}
          {...(readOnly === undefined && { onMenu })}
          scrollsPage={scrollsPage}
          className={classNames('min-h-0 flex-1 lg:p-1.5', readOnly !== undefined && 'tree-read-only')}
        />
        {editing.conflict}
      </RowContext>
    </DraftMarks>
  );
}
