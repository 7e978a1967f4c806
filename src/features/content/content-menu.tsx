import {
  ArrowDown,
  ArrowUp,
  CornerDownRight,
  FilePlus,
  FolderOpen,
  FolderPlus,
  TextCursorInput,
} from 'lucide-react';
import type { ContentItem } from '#src/api/generated/types.gen.ts';
import { unless } from '#src/components/permission/reasons.ts';
import type { MenuAction, MenuEntry } from '#src/ui/menu.ts';
import type { ContentEditing } from './content-editing.ts';
import { arrangingRefusal, movingRefusal, nudgeTarget } from './moves.ts';

/** What the screen around the tree does with an item. */
export interface ItemActions {
  open(item: ContentItem): void;
  addSpace(parent: string | undefined): void;
  addCollection(parent: string | undefined): void;
  /** Further lines, such as duplicating and deleting. */
  more(item: ContentItem): MenuEntry[];
}

/** The selected items, in the order in which they stand. */
export function selectedItems({ state, tree }: ContentEditing): string[] {
  return [...state.get().selected].filter((id) => tree.nodes.has(id));
}

function moving(editing: ContentEditing, ids: readonly string[]): MenuAction[] {
  const { tree, askWhere, nudge } = editing;
  const refusal = ids.map((id) => movingRefusal(tree, id)).find((reason) => reason !== null);
  const atEnd = (direction: 1 | -1, words: string) => nudgeTarget(tree, ids, direction) === null && words;
  return [
    {
      label: 'Move to…',
      icon: <CornerDownRight />,
      disabledReason: refusal,
      onSelect: () => askWhere(ids),
    },
    {
      label: 'Move up',
      icon: <ArrowUp />,
      keys: 'alt+arrowup',
      disabledReason: refusal ?? atEnd(-1, 'It is the first already.'),
      onSelect: () => nudge(ids, -1),
    },
    {
      label: 'Move down',
      icon: <ArrowDown />,
      keys: 'alt+arrowdown',
      disabledReason: refusal ?? atEnd(1, 'It is the last already.'),
      onSelect: () => nudge(ids, 1),
    },
  ];
}

/** The actions on one item. */
export function itemMenu(editing: ContentEditing, actions: ItemActions, item: ContentItem): MenuEntry[] {
  const mayChange = unless(item.canEdit, `You need the role “Creator” or higher on “${item.title}”.`);
  const inside = item.kind === 'collection' ? arrangingRefusal(editing.tree, item.id) : null;
  const adding: MenuEntry[] =
    item.kind === 'collection'
      ? [
          {
            label: 'New space in it…',
            icon: <FilePlus />,
            disabledReason: inside,
            onSelect: () => actions.addSpace(item.id),
          },
          {
            label: 'New collection in it…',
            icon: <FolderPlus />,
            disabledReason: inside,
            onSelect: () => actions.addCollection(item.id),
          },
        ]
      : [];
  return [
    { label: 'Open', icon: <FolderOpen />, onSelect: () => actions.open(item) },
    {
      label: 'Rename',
      icon: <TextCursorInput />,
      keys: 'f2',
      disabledReason: mayChange,
      onSelect: () => editing.renaming.set(item.id),
    },
    ...adding,
    'separator',
    ...moving(editing, [item.id]),
    'separator',
    ...actions.more(item),
  ];
}

/** The actions on several selected items. */
export function selectionMenu(editing: ContentEditing): MenuAction[] {
  return moving(editing, selectedItems(editing));
}
