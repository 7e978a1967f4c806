import type { OrganizationChangeRequest } from '#api/generated/types.gen.ts';
import type { Store } from '#src/lib/store.ts';
import { InboxBulkDialog } from './inbox-bulk-dialog.tsx';
import type { InboxDialog } from './inbox-selection-bar.tsx';
import type { Marks } from './marks.ts';
import { MergeQueueDialog } from './merge-queue-dialog.tsx';
import { SnoozeDialog } from './snooze-dialog.tsx';
import { describeRows, snooze } from './snooze.ts';
import { useState } from 'react';

interface InboxDialogsProps {
  dialog: InboxDialog;
  rows: readonly OrganizationChangeRequest[];
  store: Store<Marks>;
  onClose: () => void;
  /** Called after an action that removes the selection. */
  onDone: () => void;
}

export function InboxDialogs({ dialog, rows: initialRows, store, onClose, onDone }: InboxDialogsProps) {
  // The list behind the dialog keeps changing; the dialog keeps the rows it was opened with.
  const [rows] = useState(initialRows);
  if (dialog === 'merge') return <MergeQueueDialog rows={rows} onClose={onClose} />;
  if (dialog === 'snooze') {
    const choose = (until: Date) => {
      snooze(store, rows, until);
      onDone();
      onClose();
    };
    return <SnoozeDialog target={describeRows(rows)} onChoose={choose} onClose={onClose} />;
  }
  return <InboxBulkDialog action={dialog} rows={rows} onClose={onClose} />;
}
