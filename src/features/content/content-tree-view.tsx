import { useMemo, type RefObject } from 'react';
import { matchingItems, onlyMatching } from '#src/components/tree-editor/tree-filter.ts';
import { RowContext, useRowActions } from '#src/components/tree/tree-row-elements.tsx';
import { Tree, type TreeHandle } from '#src/components/tree/tree.tsx';
import { openMenu } from '#src/ui/menu.ts';
import { renameTo } from './changes/rename.ts';
import { ariaLabelOf } from './content-labels.ts';
import { itemMenu, selectionMenu, type ItemActions } from './content-menu.tsx';
import type { ContentEditor } from './content-policy.ts';
import { ContentRow } from './content-row.tsx';
import { titleOf } from './content-tree.ts';

interface ContentTreeViewProps {
  editor: ContentEditor;
  actions: ItemActions;
  handle: RefObject<TreeHandle | null>;
  /** Only matching items are shown. */
  query: string;
  onRemove: (id: string) => void;
}

/** The tree of collections and spaces with its actions. */
export function ContentTreeView({ editor, actions, handle, query, onRemove }: ContentTreeViewProps) {
  const { tree, items, state, renaming } = editor;
  const services = useRowActions(renaming, handle, (id, title) => {
    const item = tree.nodes.get(id);
    if (item) editor.act(renameTo(item, title));
  });
  const shown = useMemo(
    () => (query === '' ? items : onlyMatching(tree, items, matchingItems(tree, query, titleOf))),
    [items, tree, query],
  );
  const onMenu = (id: string, anchor: HTMLElement) => {
    const item = tree.nodes.get(id);
    if (!item) return;
    const { selected } = state.get();
    const isBulk = selected.size > 1 && selected.has(id);
    openMenu({
      anchor,
      align: 'end',
      label: isBulk ? 'Actions for the selected items' : `Actions for ${item.title}`,
      entries: isBulk ? selectionMenu(editor) : itemMenu(editor, actions, item),
    });
  };
  return (
    <RowContext value={services}>
      <Tree
        ref={handle}
        label="Collections and spaces"
        items={shown}
        state={state}
        labelOf={ariaLabelOf}
        Content={ContentRow}
        rules={editor.dragRules}
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
        onMoveByOne={editor.moveByOne}
        onMenu={onMenu}
        className="min-h-0 flex-1 p-1.5"
      />
    </RowContext>
  );
}
