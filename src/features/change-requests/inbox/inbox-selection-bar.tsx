import { AlarmClock, Archive, GitMerge, RefreshCw } from 'lucide-react';
import type { OrganizationChangeRequest } from '#src/api/generated/types.gen.ts';
import { SelectionBar } from '#src/components/table/selection-bar.tsx';
import type { Store } from '#src/lib/store.ts';
import { Button } from '#src/ui/button.tsx';
import { MenuButton } from '#src/ui/menu-button.tsx';
import { bulkRefusals, type InboxBulkAction } from './bulk-plan.ts';
import type { Marks } from './marks.ts';
import { snoozeEntries } from './snoozing.ts';

/** The dialogs of the inbox. */
export type InboxDialog = InboxBulkAction | 'merge' | 'snooze';

interface InboxSelectionBarProps {
  chosen: readonly OrganizationChangeRequest[];
  store: Store<Marks>;
  onClear: () => void;
  onDialog: (dialog: InboxDialog) => void;
}

/** What can be done with the selected change requests. */
export function InboxSelectionBar({ chosen, store, onClear, onDialog }: InboxSelectionBarProps) {
  const refusals = bulkRefusals(chosen);
  return (
    <SelectionBar count={chosen.length} noun="change request" onClear={onClear}>
      <Button icon={<RefreshCw />} disabledReason={refusals.update} onClick={() => onDialog('update')}>
        Update…
      </Button>
      <Button icon={<Archive />} disabledReason={refusals.archive} onClick={() => onDialog('archive')}>
        Archive…
      </Button>
      <MenuButton
        label="Put off"
        icon={<AlarmClock />}
        entries={() => snoozeEntries(store, chosen, () => onDialog('snooze'))}
      >
        Put off
      </MenuButton>
      <Button
        tone="primary"
        icon={<GitMerge />}
        disabledReason={refusals.merge}
        onClick={() => onDialog('merge')}
      >
        Merge…
      </Button>
    </SelectionBar>
  );
}
