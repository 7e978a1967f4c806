import { AlarmClock, Archive, GitMerge, RefreshCw } from 'lucide-react';
import type { OrganizationChangeRequest } from '#api/generated/types.gen.ts';
import { SelectionBar } from '#src/components/table/selection-bar.tsx';
import type { Store } from '#src/lib/store.ts';
import { bulkDenialReasons, type InboxBulkAction } from './bulk-plan.ts';
import type { Marks } from './marks.ts';
import { snoozeEntries } from './snooze.ts';

export type InboxDialog = InboxBulkAction | 'merge' | 'snooze';

interface InboxSelectionBarProps {
  chosen: readonly OrganizationChangeRequest[];
  store: Store<Marks>;
  onClear: () => void;
  onDialog: (dialog: InboxDialog) => void;
}

/** Bulk actions of the inbox. */
export function InboxSelectionBar({ chosen, store, onClear, onDialog }: InboxSelectionBarProps) {
  const denialReasons = bulkDenialReasons(chosen);
  return (
    <SelectionBar
      count={chosen.length}
      noun="change request"
      onClear={onClear}
      actions={[
        {
          label: 'Update…',
          icon: <RefreshCw />,
          disabledReason: denialReasons.update,
          onSelect: () => onDialog('update'),
        },
        {
          label: 'Archive…',
          icon: <Archive />,
          disabledReason: denialReasons.archive,
          onSelect: () => onDialog('archive'),
        },
        {
          label: 'Snooze',
          icon: <AlarmClock />,
          entries: () => snoozeEntries(store, chosen, () => onDialog('snooze')),
        },
        {
          label: 'Merge…',
          icon: <GitMerge />,
          tone: 'primary',
          prominent: true,
          disabledReason: denialReasons.merge,
          onSelect: () => onDialog('merge'),
        },
      ]}
    />
  );
}
