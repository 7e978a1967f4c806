import { listNotifications } from '#api/generated/sdk.gen.ts';
import type { Notification, NotificationStateUpdate } from '#api/generated/types.gen.ts';
import { fetchAllPages } from '#src/api/paging.ts';
import { type Shortcut, useShortcuts } from '#src/components/shortcuts/shortcuts.ts';
import type { ListSelection } from '#src/components/table/use-selection.ts';
import { toast, toastFailure } from '#src/components/toasts/toasts.ts';
import {
  describeNotifications,
  useNotificationChanges,
} from '#src/domain/notifications/change-notifications.ts';
import { calendarDay } from '#src/lib/text/format.ts';
import type { NotificationSearch } from './notification-search.ts';
import { filterByReason } from './queries.ts';

type Rows = readonly Notification[];

export interface NotificationActions {
  /** Of one that is opened. */
  read: (row: Notification) => void;
  setRead: (rows: Rows, read: boolean) => void;
  setDone: (rows: Rows, done: boolean) => void;
  /** Null ends a snooze. */
  snooze: (rows: Rows, until: Date | null) => void;
  /** All that the filters of the screen leave, also those that are not loaded. */
  changeAll: (state: 'inbox' | 'unread', update: 'read' | 'done') => Promise<void>;
}

/** What can be done with notifications; each can be undone. */
export function useNotificationActions(
  organizationId: string,
  { reason, scope }: NotificationSearch,
): NotificationActions {
  const { change, read } = useNotificationChanges();
  const apply = (rows: Rows, update: NotificationStateUpdate, label: string) =>
    void change(rows, update, label);
  const changeAll: NotificationActions['changeAll'] = async (state, update) => {
    try {
      const rows = await fetchAllPages(async (page) => {
        const { data } = await listNotifications({
          query: {
            ...page,
            state,
            ...(scope === undefined && { organizationId }),
            ...filterByReason(reason),
          },
          throwOnError: true,
        });
        return data;
      });
      if (rows.length === 0) toast(state === 'unread' ? 'Nothing unread' : 'Nothing in the inbox');
      else await change(rows, { [update]: true }, `Marked ${describeNotifications(rows)} as ${update}`);
    } catch (error) {
      toastFailure(error, () => void changeAll(state, update));
    }
  };
  return {
    read: (row) => void read(row),
    setRead: (rows, isRead) =>
      apply(rows, { read: isRead }, `Marked ${describeNotifications(rows)} as ${isRead ? 'read' : 'unread'}`),
    setDone: (rows, isDone) =>
      apply(
        rows,
        { done: isDone },
        isDone
          ? `Marked ${describeNotifications(rows)} as done`
          : `Moved ${describeNotifications(rows)} to the inbox`,
      ),
    snooze: (rows, until) =>
      apply(
        rows,
        { snoozedUntil: until?.toISOString() ?? null },
        until
          ? `Snoozed ${describeNotifications(rows)} until ${calendarDay(until)}`
          : `Unsnoozed ${describeNotifications(rows)}`,
      ),
    changeAll,
  };
}

const focusedRowId = () =>
  document.querySelector<HTMLElement>('.data-table [data-row]:focus-within')?.dataset.row;

interface KeyOptions {
  rows: Rows;
  selection: ListSelection;
  actions: NotificationActions;
  onOpen: (row: Notification) => void;
  onSnooze: (rows: Rows) => void;
}

/** The keys of the review inbox. With a selection, they apply to it instead of the focused row. */
export function useNotificationKeys({ rows, selection, actions, onOpen, onSnooze }: KeyOptions): void {
  const focusedRow = () => rows.find(({ id }) => id === focusedRowId());
  const targets = () => {
    const selectedRows = rows.filter(({ id }) => selection.has(id));
    if (selectedRows.length > 0) return selectedRows;
    const row = focusedRow();
    return row ? [row] : [];
  };
  const withTargets = (run: (targetRows: Rows) => void) => () => {
    const targetRows = targets();
    if (targetRows.length > 0) run(targetRows);
    else toast('Go to a notification first: J or K.');
  };
  const keys: Shortcut[] = [
    {
      keys: 'o',
      label: 'Open notification (Enter on its row)',
      group: 'List',
      run: () => {
        const row = focusedRow();
        if (row) onOpen(row);
      },
    },
    {
      keys: 'v',
      label: 'Mark as read or unread',
      group: 'List',
      run: withTargets((targetRows) =>
        actions.setRead(
          targetRows,
          targetRows.some(({ readAt }) => readAt === undefined),
        ),
      ),
    },
    { keys: 's', label: 'Snooze…', group: 'List', run: withTargets(onSnooze) },
    {
      keys: 'e',
      label: 'Done, or back to the inbox',
      group: 'List',
      run: withTargets((targetRows) =>
        actions.setDone(
          targetRows,
          targetRows.some(({ doneAt }) => doneAt === undefined),
        ),
      ),
    },
  ];
  useShortcuts(keys);
}
