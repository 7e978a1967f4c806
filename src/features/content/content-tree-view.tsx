import { useMemo, type RefObject } from 'react';
import { RowContext, useRowServices } from '#src/components/tree/row-parts.tsx';
import type { DragRules } from '#src/components/tree/tree-drag.ts';
import { Tree, type TreeHandle } from '#src/components/tree/tree.tsx';
import { openMenu } from '#src/ui/menu.ts';
import type { ContentEditing } from './content-editing.ts';
import { matchingItems, onlyMatching } from './content-editing.ts';
import { itemMenu, selectionMenu, type ItemActions } from './content-menu.tsx';
import { ContentRow } from './content-row.tsx';
import { describeItems, describeTarget, spokenLabel } from './content-words.ts';
import { checkMoves } from './moves.ts';

interface ContentTreeViewProps {
  editing: ContentEditing;
  actions: ItemActions;
  handle: RefObject<TreeHandle | null>;
  /** Only what contains this text is shown. */
  find: string;
  onRemove: (id: string) => void;
}

/** The tree of collections and spaces, with everything that can be done in it. */
export function ContentTreeView({ editing, actions, handle, find, onRemove }: ContentTreeViewProps) {
  const { tree, items, state, renaming } = editing;
  const services = useRowServices(renaming, handle, (id, title) => {
    const item = tree.nodes.get(id);
    if (item) editing.rename(item, title);
  });
  const shown = useMemo(
    () => (find === '' ? items : onlyMatching(tree, items, matchingItems(tree, find))),
    [items, tree, find],
  );
  const rules: DragRules = {
    check: (ids, target) => checkMoves(tree, ids, target),
    describe: (ids, target) => describeTarget(tree, ids, target),
    describeItems: (ids) => describeItems(tree, ids),
    drop: (ids, target) => editing.move(ids, target),
  };
  const onMenu = (id: string, anchor: HTMLElement) => {
    const item = tree.nodes.get(id);
    if (!item) return;
    const { selected } = state.get();
    const several = selected.size > 1 && selected.has(id);
    openMenu({
      anchor,
      align: 'end',
      label: several ? 'Actions for the selected items' : `Actions for ${item.title}`,
      entries: several ? selectionMenu(editing) : itemMenu(editing, actions, item),
    });
  };
  return (
    <RowContext value={services}>
      <Tree
        ref={handle}
        label="Collections and spaces"
        items={shown}
        state={state}
        labelOf={spokenLabel}
        Content={ContentRow}
        rules={rules}
        onOpen={(id) => {
          const item = tree.nodes.get(id);
          if (item) actions.open(item);
        }}
        onRename={(id) => {
          if (tree.nodes.get(id)?.canEdit) renaming.set(id);
        }}
        onRemove={([id]) => {
          if (id !== undefined) onRemove(id);
        }}
        onNudge={editing.nudge}
        onMenu={onMenu}
        className="min-h-0 flex-1 p-1.5"
      />
    </RowContext>
  );
}
