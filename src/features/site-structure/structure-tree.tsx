import { SearchX } from 'lucide-react';
import { use, useMemo, type RefObject } from 'react';
import { toast } from '#src/components/toasts/toasts.ts';
import { matchingItems, onlyMatching } from '#src/components/tree-editor/tree-filter.ts';
import { RowContext, useRowActions } from '#src/components/tree/tree-row-elements.tsx';
import { Tree, type TreeHandle } from '#src/components/tree/tree.tsx';
import { codePointLength } from '#src/lib/code-points.ts';
import { TOP } from '#src/lib/ordered-tree.ts';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { openMenu } from '#src/ui/menu.ts';
import { edit } from './changes/edit.ts';
import { ConditionContext } from './condition-checks.ts';
import type { Editing } from './editing.ts';
import { searchTextOf } from './labels.ts';
import { itemMenu, selectionMenu } from './structure-menu.tsx';
import { spokenLabel, StructureRow } from './structure-row.tsx';

interface StructureTreeProps {
  editing: Editing;
  handle: RefObject<TreeHandle | null>;
  /** Only what contains this text is shown. */
  find: string;
  onFind: (text: string) => void;
}

/** The tree of groups, sections and site spaces, with everything that can be done in it. */
export function StructureTree({ editing, handle, find, onFind }: StructureTreeProps) {
  const { tree: structure, items, state, readOnly, renaming } = editing;
  const { areApplied } = use(ConditionContext);
  const services = useRowActions(renaming, handle, (id, title) => {
    const node = structure.nodes.get(id);
    if (!node) return;
    if (node.kind === 'section' && codePointLength(title) < 2)
      return toast('Section titles need at least 2 characters.', { tone: 'failed', durationMs: 8000 });
    editing.act(edit(node, { title }));
  });
  const shown = useMemo(
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
  if (shown.childrenOf(TOP).length === 0) {
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
    <RowContext value={services}>
      <Tree
        ref={handle}
        label="Site structure"
        items={shown}
        state={state}
        labelOf={(node) => spokenLabel(node, areApplied)}
        Content={StructureRow}
        rules={readOnly === undefined ? editing.dragRules : undefined}
        onOpen={editing.open}
        onRename={(id) => {
          const isNamed = structure.nodes.get(id)?.kind !== 'site-space';
          if (readOnly === undefined && isNamed) renaming.set(id);
        }}
        onRemove={editing.removeItems}
        onMoveByOne={editing.moveByOne}
        onMenu={onMenu}
        className="min-h-0 flex-1 p-1.5"
      />
    </RowContext>
  );
}
