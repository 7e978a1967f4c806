import {
  ArrowDownAZ,
  Braces,
  CopyPlus,
  Eye,
  FolderOpen,
  FolderPlus,
  History,
  Languages,
  ListChecks,
  Plus,
  Shapes,
  Star,
  Stethoscope,
  TextCursorInput,
  Trash2,
} from 'lucide-react';
import { moveEntries } from '#src/components/tree-editor/move-entries.tsx';
import { selectedItems, startSelecting } from '#src/components/tree/tree-state.ts';
import { childrenOf, TOP } from '#src/lib/ordered-tree.ts';
import type { MenuAction, MenuEntry } from '#src/ui/menu.ts';
import { makeDefault } from './changes/default.ts';
import { duplicationDenial } from './changes/duplicate.ts';
import { sortLevel } from './changes/move.ts';
import { ungroup } from './changes/ungroup.ts';
import type { Editing } from './editing.ts';
import type { StructureNode } from './structure.ts';

function adding(editing: Editing, node: StructureNode): MenuEntry[] {
  const { readOnly: disabledReason, setDialog } = editing;
  if (node.kind === 'group') {
    const onSelect = () => setDialog({ type: 'spaces', as: 'sections', parent: node.id });
    return [{ label: 'Add sections to group…', icon: <Plus />, disabledReason, onSelect }];
  }
  if (node.kind === 'section') {
    const onSelect = () => setDialog({ type: 'spaces', as: 'variants', parent: node.id });
    return [{ label: 'Add site spaces…', icon: <Plus />, disabledReason, onSelect }];
  }
  return [];
}

function defaulting(editing: Editing, node: StructureNode): MenuEntry[] {
  if (node.kind === 'group') return [];
  return [
    {
      label: 'Set as default',
      icon: <Star />,
      disabledReason: editing.readOnly ?? (node.isDefault && 'It’s already the default.'),
      onSelect: () => editing.act(makeDefault(editing.tree, node.id)),
    },
  ];
}

function sorting(editing: Editing, parent: string): MenuEntry[] {
  const { tree: structure, act } = editing;
  const kind = structure.nodes.get(parent)?.kind;
  const what = kind === 'group' ? 'Sort sections' : kind === 'section' ? 'Sort site spaces' : 'Sort';
  const few = childrenOf(structure, parent).length < 2 && 'Nothing to sort.';
  const disabledReason = editing.readOnly ?? few;
  return [
    {
      label: `${what} by title`,
      icon: <ArrowDownAZ />,
      disabledReason,
      onSelect: () => act(sortLevel(structure, parent, 'title')),
    },
    {
      label: `${what} by path`,
      icon: <ArrowDownAZ />,
      disabledReason,
      onSelect: () => act(sortLevel(structure, parent, 'path')),
    },
  ];
}

/** Menu entries that move items: up, down and "Move to…". */
export function movingEntries(
  editing: Editing,
  ids: readonly string[],
): [up: MenuAction, down: MenuAction, to: MenuAction] {
  const { setDialog, readOnly: disabledReason } = editing;
  const onMoveTo = () => setDialog({ type: 'move', ids });
  const { up, down, to } = moveEntries({ editor: editing, ids, disabledReason, onMoveTo });
  return [up, down, to];
}

/** Groups the sections; for a button and a menu. */
export function groupingEntry(editing: Editing, ids: readonly string[]): MenuAction {
  const { tree: structure, readOnly, groupsDenial, setDialog } = editing;
  const only = ids.every((id) => structure.nodes.get(id)?.kind === 'section');
  return {
    label: ids.length === 1 ? 'Add to new group…' : 'Group…',
    icon: <FolderPlus />,
    disabledReason: readOnly ?? groupsDenial ?? (!only && 'Only sections can be grouped.'),
    onSelect: () => setDialog({ type: 'group', sections: ids }),
  };
}

/** Menu of one item, for its row and its panel, which has a title field. */
export function itemMenu(
  editing: Editing,
  node: StructureNode,
  location: 'row' | 'panel' = 'row',
): MenuEntry[] {
  const { readOnly, act, renaming, tree: structure } = editing;
  const rename: MenuEntry[] =
    node.kind === 'site-space' || location === 'panel'
      ? []
      : [
          {
            label: 'Rename',
            icon: <TextCursorInput />,
            keys: 'f2',
            disabledReason: readOnly,
            onSelect: () => renaming.set(node.id),
          },
        ];
  const grouping: MenuEntry[] =
    node.kind === 'group'
      ? [
          {
            label: 'Ungroup',
            hint: 'Keeps its sections.',
            icon: <FolderOpen />,
            disabledReason: readOnly,
            onSelect: () => act(ungroup(structure, node.id)),
          },
        ]
      : node.kind === 'section'
        ? [groupingEntry(editing, [node.id])]
        : [];
  const selecting: MenuEntry[] =
    location === 'panel'
      ? []
      : [
          {
            label: 'Select',
            hint: 'Then press further rows.',
            icon: <ListChecks />,
            disabledReason: readOnly,
            onSelect: () => editing.state.set((now) => startSelecting(now, node.id)),
          },
        ];
  return [
    ...rename,
    ...selecting,
    ...adding(editing, node),
    ...defaulting(editing, node),
    'separator',
    ...movingEntries(editing, [node.id]),
    ...grouping,
    duplicateEntry(editing, [node.id]),
    ...(node.kind === 'site-space' ? [] : sorting(editing, node.id)),
    'separator',
    {
      label: node.kind === 'group' ? 'Remove with sections…' : 'Remove…',
      icon: <Trash2 />,
      tone: 'danger',
      keys: 'delete',
      disabledReason: readOnly,
      onSelect: () => editing.removeItems([node.id]),
    },
  ];
}

/** Copies of groups and sections. */
function duplicateEntry(editing: Editing, ids: readonly string[]): MenuAction {
  const denials = ids.map((id) => duplicationDenial(editing.tree.nodes.get(id)));
  return {
    label: 'Duplicate',
    icon: <CopyPlus />,
    disabledReason: editing.readOnly ?? denials.find((denial) => denial !== null),
    onSelect: () => editing.duplicateItems(ids),
  };
}

/** Sets one field of all items that have it. */
function fieldEntries(
  { tree: structure, readOnly, setDialog }: Editing,
  ids: readonly string[],
): MenuAction[] {
  const having = (...kinds: StructureNode['kind'][]) =>
    ids.filter((id) => kinds.some((kind) => structure.nodes.get(id)?.kind === kind));
  const conditional = having('section', 'site-space');
  const withIcon = having('group', 'section');
  const variants = having('site-space');
  return [
    {
      label: 'Set condition…',
      icon: <Eye />,
      disabledReason: readOnly ?? (conditional.length === 0 && 'Groups have no condition.'),
      onSelect: () => setDialog({ type: 'condition', ids: conditional }),
    },
    {
      label: 'Set icon…',
      icon: <Shapes />,
      disabledReason: readOnly ?? (withIcon.length === 0 && 'Site spaces show the emoji of their space.'),
      onSelect: () => setDialog({ type: 'icon', ids: withIcon }),
    },
    {
      label: 'Set language…',
      icon: <Languages />,
      disabledReason: readOnly ?? (variants.length === 0 && 'Only site spaces have a language.'),
      onSelect: () => setDialog({ type: 'language', ids: variants }),
    },
  ];
}

/** The actions on several items. */
export function selectionActions(editing: Editing, ids: readonly string[]): MenuAction[] {
  const [up, down, to] = movingEntries(editing, ids);
  return [
    to,
    up,
    down,
    groupingEntry(editing, ids),
    ...fieldEntries(editing, ids),
    duplicateEntry(editing, ids),
    {
      label: 'Remove…',
      icon: <Trash2 />,
      tone: 'danger',
      disabledReason: editing.readOnly,
      onSelect: () => editing.removeItems(ids),
    },
  ];
}

/** Menu of the selected items. */
export function selectionMenu(editing: Editing): MenuAction[] {
  return selectionActions(editing, selectedItems(editing.state.get(), editing.items));
}

/** Further entries of the toolbar's menu: sorts the top level, and shows what is wrong and what was changed. */
export function viewMenu(editing: Editing): MenuEntry[] {
  return [
    'separator',
    { heading: 'Top level' },
    ...sorting(editing, TOP),
    'separator',
    {
      label: 'Site health…',
      kind: 'view',
      icon: <Stethoscope />,
      onSelect: () => editing.setDialog({ type: 'health' }),
    },
    {
      label: 'History…',
      kind: 'view',
      icon: <History />,
      onSelect: () => editing.setDialog({ type: 'history' }),
    },
    {
      label: 'As text…',
      fullLabel: 'Edit the structure as text',
      kind: 'view',
      icon: <Braces />,
      onSelect: () => editing.setDialog({ type: 'text' }),
    },
  ];
}
