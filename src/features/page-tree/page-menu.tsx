import {
  Eye,
  EyeOff,
  FileBraces,
  FilePlus,
  FileStack,
  Heading,
  LayoutTemplate,
  Link2,
  Pencil,
  TextCursorInput,
  Trash2,
} from 'lucide-react';
import { moveEntries } from '#src/components/tree-editor/move-entries.tsx';
import type { TreeEditor } from '#src/components/tree-editor/use-tree-editor.ts';
import type { MenuAction, MenuEntry } from '#src/ui/menu.ts';
import type { PageTree, TreePage } from './page-tree.ts';
import { type PageChange, updatePage } from './tree-changes.ts';

/** Adds a page, group, link or API reference at the end of a parent. */
interface Adding {
  page: (parent: string) => void;
  template: (parent: string) => void;
  group: (parent: string) => void;
  link: (parent: string) => void;
  /** Undefined where the server has no API specifications. */
  reference?: ((parent: string) => void) | undefined;
}

export const addEntries = (adding: Adding, parent: string): MenuAction[] => [
  { label: 'New page', icon: <FilePlus />, onSelect: () => adding.page(parent) },
  {
    label: 'New page from template…',
    icon: <LayoutTemplate />,
    onSelect: () => adding.template(parent),
  },
  { label: 'New group…', icon: <Heading />, onSelect: () => adding.group(parent) },
  { label: 'New link…', icon: <Link2 />, onSelect: () => adding.link(parent) },
  ...(adding.reference
    ? [{ label: 'Add API reference…', icon: <FileBraces />, onSelect: () => adding.reference?.(parent) }]
    : []),
];

interface PageMenuOptions {
  editor: TreeEditor<TreePage, PageTree, PageChange>;
  page: TreePage;
  adding: Adding;
  onEdit: () => void;
  onEditLink: () => void;
  /** Undefined where the server keeps no templates. */
  onSaveTemplate: (() => void) | undefined;
  onMove: () => void;
  onDelete: () => void;
}

/** The menu of a page. */
export function pageMenu(options: PageMenuOptions): MenuEntry[] {
  const { editor, page, adding, onEdit, onEditLink, onSaveTemplate, onMove, onDelete } = options;
  const { up, down, to } = moveEntries({ editor, ids: [page.id], disabledReason: null, onMoveTo: onMove });
  const isHidden = page.hidden === true;
  const editing: MenuEntry[] =
    page.type === 'document'
      ? [{ label: 'Edit', icon: <Pencil />, onSelect: onEdit }]
      : page.type === 'link'
        ? [{ label: 'Edit link…', icon: <Pencil />, onSelect: onEditLink }]
        : [];
  return [
    ...editing,
    {
      label: 'Rename',
      icon: <TextCursorInput />,
      keys: 'f2',
      onSelect: () => editor.renaming.set(page.id),
    },
    {
      label: isHidden ? 'Show in navigation' : 'Hide from navigation',
      icon: isHidden ? <Eye /> : <EyeOff />,
      onSelect: () => editor.act(updatePage(page, { hidden: !isHidden })),
    },
    ...(page.type === 'link' ? [] : (['separator', ...addEntries(adding, page.id)] as const)),
    'separator',
    to,
    up,
    down,
    ...(onSaveTemplate && page.type === 'document'
      ? [{ label: 'Save as template…', icon: <FileStack />, onSelect: onSaveTemplate }]
      : []),
    'separator',
    { label: 'Delete…', icon: <Trash2 />, keys: 'delete', tone: 'danger', onSelect: onDelete },
  ];
}
