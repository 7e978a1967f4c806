import { ArrowRightLeft, CornerDownRight, FolderTree, Trash2 } from 'lucide-react';
import { lazy, Suspense } from 'react';
import type { MenuEntry } from '#src/ui/menu.ts';
import type { PlaceDialogsProps } from './place-dialogs.tsx';

const Dialogs = lazy(async () => ({ default: (await import('./place-dialogs.tsx')).PlaceDialogs }));

interface PlaceMenu {
  onShowInTree: () => void;
  onAsk: (dialog: PlaceDialogsProps['ask']) => void;
  onRemove: () => unknown;
  /** Why it can neither be moved nor deleted, as a sentence; null where it can. */
  refusal: string | null;
  /** What else can be done with it. */
  more?: readonly MenuEntry[];
}

/** What can be done with a space or a collection as a whole. */
export function placeMenu({ onShowInTree, onAsk, onRemove, refusal, more = [] }: PlaceMenu): MenuEntry[] {
  return [
    { label: 'Show in tree', icon: <FolderTree />, onSelect: onShowInTree },
    ...more,
    { label: 'Move to…', icon: <CornerDownRight />, disabledReason: refusal, onSelect: () => onAsk('move') },
    {
      label: 'Transfer…',
      icon: <ArrowRightLeft />,
      disabledReason: refusal,
      onSelect: () => onAsk('transfer'),
    },
    'separator',
    {
      label: 'Delete…',
      icon: <Trash2 />,
      tone: 'danger',
      disabledReason: refusal,
      onSelect: () => void onRemove(),
    },
  ];
}

/** The dialog that the address asks for, if any; its code is fetched only then. */
export function AskedPlaceDialog({
  ask,
  ...place
}: Omit<PlaceDialogsProps, 'ask'> & { ask: PlaceDialogsProps['ask'] | undefined }) {
  return <Suspense>{ask && <Dialogs ask={ask} {...place} />}</Suspense>;
}
