import { FilePlus, FolderInput, FolderOpen, FolderPlus, TextCursorInput } from 'lucide-react';
import type { ContentItem } from '#api/generated/types.gen.ts';
import { moveEntries } from '#src/components/tree-editor/move-entries.tsx';
import { selectedItems } from '#src/components/tree/tree-state.ts';
import { reasonUnless } from '#src/domain/permission/permissions.ts';
import type { MenuAction, MenuEntry } from '#src/ui/menu.ts';
import type { ContentEditor } from './content-policy.ts';
import { arrangeDenial, moveDenial } from './content-tree.ts';

export interface ItemActions {
  open(item: ContentItem): void;
  addSpace(parent: string | undefined): void;
  addCollection(parent: string | undefined): void;
  /** Imports into a collection; left out where the server can't. */
  importInto?: (collectionId: string) => void;
  /** More entries, such as duplicate and delete. */
  more(item: ContentItem): MenuEntry[];
}

function moveActions(editor: ContentEditor, ids: readonly string[]): MenuAction[] {
  const { tree, openMoveDialog } = editor;
  const disabledReason = ids.map((id) => moveDenial(tree, id)).find((reason) => reason !== null);
  const onMoveTo = () => openMoveDialog(ids);
  const { up, down, to } = moveEntries({ editor, ids, disabledReason, onMoveTo });
  return [to, up, down];
}

/** Menu of one item. */
export function itemMenu(editor: ContentEditor, actions: ItemActions, item: ContentItem): MenuEntry[] {
  const editDenialReason = reasonUnless(
    item.canEdit,
    `Requires the Creator role or higher on “${item.title}”.`,
  );
  const addDenialReason = item.kind === 'collection' ? arrangeDenial(editor.tree, item.id) : null;
  const addEntries: MenuEntry[] =
    item.kind === 'collection'
      ? [
          {
            label: 'New space…',
            icon: <FilePlus />,
            disabledReason: addDenialReason,
            onSelect: () => actions.addSpace(item.id),
          },
          {
            label: 'New collection…',
            icon: <FolderPlus />,
            disabledReason: addDenialReason,
            onSelect: () => actions.addCollection(item.id),
          },
          ...(actions.importInto
            ? [
                {
                  label: 'Import…',
                  icon: <FolderInput />,
                  disabledReason: addDenialReason,
                  onSelect: () => actions.importInto?.(item.id),
                },
              ]
            : []),
        ]
      : [];
  return [
    { label: 'Open', icon: <FolderOpen />, onSelect: () => actions.open(item) },
    {
      label: 'Rename',
      icon: <TextCursorInput />,
      keys: 'f2',
      disabledReason: editDenialReason,
      onSelect: () => editor.renaming.set(item.id),
    },
    ...addEntries,
    'separator',
    ...moveActions(editor, [item.id]),
    'separator',
    ...actions.more(item),
  ];
}

/** Menu of several selected items. */
export function selectionMenu(editor: ContentEditor): MenuAction[] {
  return moveActions(editor, selectedItems(editor.state.get(), editor.items));
}
