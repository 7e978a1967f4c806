import { ArrowRightLeft, CornerDownRight, FolderTree, Trash2 } from 'lucide-react';
import { lazy, Suspense } from 'react';
import type { MenuEntry } from '#src/ui/menu.ts';
import type { ContentDialogsProps } from './content-dialogs.tsx';

const Dialogs = lazy(async () => ({ default: (await import('./content-dialogs.tsx')).ContentDialogs }));

interface ContentMenuOptions {
  onShowInTree: () => void;
  onOpenDialog: (dialog: ContentDialogsProps['dialog']) => void;
  onDelete: () => unknown;
  /** Why it can neither be moved nor deleted, as a sentence; null where it can. */
  denialReason: string | null;
  /** What else can be done with it. */
  more?: readonly MenuEntry[];
}

/** What can be done with a space or a collection as a whole. */
export function contentMenuEntries({
  onShowInTree,
  onOpenDialog,
  onDelete,
  denialReason,
  more = [],
}: ContentMenuOptions): MenuEntry[] {
  return [
    { label: 'Show in tree', icon: <FolderTree />, onSelect: onShowInTree },
    ...more,
    {
      label: 'Move to…',
      icon: <CornerDownRight />,
      disabledReason: denialReason,
      onSelect: () => onOpenDialog('move'),
    },
    {
      label: 'Transfer…',
      icon: <ArrowRightLeft />,
      disabledReason: denialReason,
      onSelect: () => onOpenDialog('transfer'),
    },
    'separator',
    {
      label: 'Delete…',
      icon: <Trash2 />,
      tone: 'danger',
      disabledReason: denialReason,
      onSelect: () => void onDelete(),
    },
  ];
}

/** The dialog that the address asks for, if any; its code is fetched only then. */
export function LazyContentDialog({
  ask,
  ...place
}: Omit<ContentDialogsProps, 'dialog'> & { ask: ContentDialogsProps['dialog'] | undefined }) {
  return <Suspense>{ask && <Dialogs dialog={ask} {...place} />}</Suspense>;
}
