import type { OrganizationChangeRequest } from '#src/api/generated/types.gen.ts';
import { useShortcuts } from '#src/components/shortcuts/shortcuts.ts';
import type { ListSelection } from '#src/components/table/use-selection.ts';
import type { Store } from '#src/lib/store.ts';
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

/** The keys of the inbox beside those of the chosen change request. */
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
      label: 'Open its page (Enter on its row)',
      group: 'List',
      run: () => shown && onOpen(shown),
    },
    { keys: 'x', label: 'Select', group: 'List', run: () => select(false) },
    { keys: 'shift+x', label: 'Select up to this one', group: 'List', run: () => select(true) },
    {
      keys: 'v',
      label: 'Mark as seen, or as not seen',
      group: 'List',
      run: () =>
        toggleSeen(
          store,
          acted,
          acted.some((row) => isNew(marks, row)),
        ),
    },
    { keys: 's', label: 'Put off…', group: 'List', run: () => acted.length > 0 && onDialog('snooze') },
  ]);
}
