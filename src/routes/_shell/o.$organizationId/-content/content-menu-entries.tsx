import { ArrowRightLeft, CornerDownRight, FolderTree, Trash2 } from 'lucide-react';
import { Suspense } from 'react';
import { lazyPart } from '#src/components/errors/load-part.ts';
import type { MenuEntry } from '#src/ui/menu.ts';
import type { ContentDialogsProps } from './content-dialogs.tsx';

const Dialogs = lazyPart(async () => ({ default: (await import('./content-dialogs.tsx')).ContentDialogs }));

interface ContentMenuOptions {
  onShowInTree: () => void;
  onOpenDialog: (dialog: ContentDialogsProps['dialog']) => void;
  onDelete: () => unknown;
  /** Why it can't be moved or deleted; null if it can. */
  denialReason: string | null;
  /** More menu entries. */
  more?: readonly MenuEntry[];
}

/** Menu entries of a space or collection. */
export function contentMenuEntries({
  onShowInTree,
  onOpenDialog,
  onDelete,
  denialReason,
  more = [],
}: ContentMenuOptions): MenuEntry[] {
  return [
    { label: 'Show in tree', kind: 'navigate', icon: <FolderTree />, onSelect: onShowInTree },
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

/** The dialog named in the URL, loaded on demand. */
export function LazyContentDialog({
  dialog,
  ...place
}: Omit<ContentDialogsProps, 'dialog'> & { dialog: ContentDialogsProps['dialog'] | undefined }) {
  return <Suspense>{dialog && <Dialogs dialog={dialog} {...place} />}</Suspense>;
}
