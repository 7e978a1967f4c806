import type { OrganizationChangeRequest } from '#api/generated/types.gen.ts';
import { type Shortcut, useShortcuts } from '#src/components/shortcuts/shortcuts.ts';
import type { ListSelection } from '#src/components/table/use-selection.ts';
import { toast } from '#src/components/toasts/toasts.ts';
import { countOf } from '#src/lib/counts.ts';
import type { Store } from '#src/lib/store.ts';
import { bulkRefusals } from './bulk-plan.ts';
import type { InboxDialog } from './inbox-selection-bar.tsx';
import { isNew, type Marks } from './marks.ts';
import { toggleSeen } from './snoozing.ts';

interface InboxKeys {
  store: Store<Marks>;
  marks: Marks;
  rows: readonly OrganizationChangeRequest[];
  /** The place of the shown one among the rows; -1 where it is not among them. */
  at: number;
  shown: OrganizationChangeRequest | undefined;
  chosen: readonly OrganizationChangeRequest[];
  show: (index: number) => void;
  selection: ListSelection;
  onOpen: (row: OrganizationChangeRequest) => void;
  onDialog: (dialog: InboxDialog) => void;
}

/**
 * The keys of the inbox beside those of one change request. With a selection, every key that does something is about what is
 * selected: of several, or of one that need not be the one shown.
 */
export function useInboxKeys(keys: InboxKeys): void {
  const { store, marks, rows, at, shown, chosen, show, selection, onOpen, onDialog } = keys;
  const acted = chosen.length > 0 ? chosen : shown ? [shown] : [];
  const select = (extend: boolean) => {
    const row = rows[at];
    if (row) selection.toggle(row.id, extend);
  };
  useShortcuts([
    { keys: 'j', label: 'Next change request', group: 'List', run: () => show(at + 1) },
    { keys: 'k', label: 'Previous change request', group: 'List', run: () => show(at - 1) },
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
          acted,
          acted.some((row) => isNew(marks, row)),
        ),
    },
    { keys: 's', label: 'Snooze…', group: 'List', run: () => acted.length > 0 && onDialog('snooze') },
    ...(chosen.length > 1 ? keysForSeveral(chosen, onDialog) : []),
  ]);
}

function keysForSeveral(
  chosen: readonly OrganizationChangeRequest[],
  onDialog: (dialog: InboxDialog) => void,
): Shortcut[] {
  const count = `${countOf(chosen.length, 'selected change request')}…`;
  const refuse = (reason: string) => toast(reason, { tone: 'failed', id: 'refused', lasts: 6000 });
  const ask = (dialog: 'archive' | 'update' | 'merge') => () => {
    const refusal = bulkRefusals(chosen)[dialog];
    if (refusal === undefined) onDialog(dialog);
    else refuse(refusal);
  };
  return [
    { keys: 'e', label: `Archive ${count}`, group: 'Editing', run: ask('archive') },
    { keys: 'u', label: `Update ${count}`, group: 'Editing', run: ask('update') },
    { keys: 'm', label: `Merge ${count}`, group: 'Editing', run: ask('merge') },
    {
      keys: 'r',
      label: 'Review (one at a time)',
      group: 'Editing',
      run: () => refuse('Review one change request at a time. Escape clears the selection.'),
    },
  ];
}
