import type { OrganizationChangeRequest } from '#api/generated/types.gen.ts';
import { type Shortcut, useShortcuts } from '#src/components/shortcuts/shortcuts.ts';
import type { ListSelection } from '#src/components/table/use-selection.ts';
import { toast } from '#src/components/toasts/toasts.ts';
import { formatCount } from '#src/lib/counts.ts';
import type { Store } from '#src/lib/store.ts';
import { bulkDenialReasons } from './bulk-plan.ts';
import type { InboxDialog } from './inbox-selection-bar.tsx';
import { isNew, type Marks } from './marks.ts';
import { toggleSeen } from './snooze.ts';

interface InboxKeys {
  store: Store<Marks>;
  marks: Marks;
  rows: readonly OrganizationChangeRequest[];
  /** Index of the open row; -1 if it is not in the list. */
  index: number;
  shown: OrganizationChangeRequest | undefined;
  chosen: readonly OrganizationChangeRequest[];
  show: (index: number) => void;
  selection: ListSelection;
  onOpen: (row: OrganizationChangeRequest) => void;
  onDialog: (dialog: InboxDialog) => void;
}

/** Shortcuts of the inbox. With a selection, all actions apply to the selected rows instead of the open one. */
export function useInboxKeys(keys: InboxKeys): void {
  const { store, marks, rows, index, shown, chosen, show, selection, onOpen, onDialog } = keys;
  const targets = chosen.length > 0 ? chosen : shown ? [shown] : [];
  const select = (extend: boolean) => {
    const row = rows[index];
    if (row) selection.toggle(row.id, extend);
  };
  useShortcuts([
    { keys: 'j', label: 'Next change request', group: 'List', run: () => show(index + 1) },
    { keys: 'k', label: 'Previous change request', group: 'List', run: () => show(index - 1) },
    {
      keys: 'o',
      label: 'Open change request (Enter on its row)',
      group: 'List',
      run: () => shown && onOpen(shown),
    },
    { keys: 'x', label: 'Select', group: 'List', run: () => select(false) },
    { keys: 'shift+x', label: 'Select range', group: 'List', run: () => select(true) },
    {
      keys: 'v',
      label: 'Mark as seen or unseen',
      group: 'List',
      run: () =>
        toggleSeen(
          store,
          targets,
          targets.some((row) => isNew(marks, row)),
        ),
    },
    { keys: 's', label: 'Snooze…', group: 'List', run: () => targets.length > 0 && onDialog('snooze') },
    ...(chosen.length > 1 ? bulkShortcuts(chosen, onDialog) : []),
  ]);
}

function bulkShortcuts(
  chosen: readonly OrganizationChangeRequest[],
  onDialog: (dialog: InboxDialog) => void,
): Shortcut[] {
  const count = `${formatCount(chosen.length, 'selected change request')}…`;
  const rejectAction = (reason: string) => toast(reason, { tone: 'failed', id: 'refused', durationMs: 6000 });
  const openDialog = (dialog: 'archive' | 'update' | 'merge') => () => {
    const denialReason = bulkDenialReasons(chosen)[dialog];
    if (denialReason === undefined) onDialog(dialog);
    else rejectAction(denialReason);
  };
  return [
    { keys: 'e', label: `Archive ${count}`, group: 'Editing', run: openDialog('archive') },
    { keys: 'u', label: `Update ${count}`, group: 'Editing', run: openDialog('update') },
    { keys: 'm', label: `Merge ${count}`, group: 'Editing', run: openDialog('merge') },
    {
      keys: 'r',
      label: 'Review (one at a time)',
      group: 'Editing',
      run: () => rejectAction('Review one change request at a time. Escape clears the selection.'),
    },
  ];
}
