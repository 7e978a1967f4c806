import {
  AlarmClock,
  AlarmClockOff,
  CalendarDays,
  Check,
  CheckCheck,
  Inbox,
  Mail,
  MailOpen,
} from 'lucide-react';
import type { ReactNode } from 'react';
import type { Notification } from '#api/generated/types.gen.ts';
import type { List } from '#src/api/paging.ts';
import { timeColumn } from '#src/components/table/columns.ts';
import { type Column, DataTable } from '#src/components/table/data-table.tsx';
import { SelectionBar } from '#src/components/table/selection-bar.tsx';
import type { ListSelection } from '#src/components/table/use-selection.ts';
import '#src/domain/notifications/notifications.css';
import { describeReason, reasonName, subjectName } from '#src/domain/notifications/labels.ts';
import { NotificationPicture } from '#src/domain/notifications/notification-picture.tsx';
import { notificationLink } from '#src/domain/notifications/subject-link.ts';
import { snoozePresets } from '#src/domain/snooze/snooze-times.ts';
import { calendarDay, formatCount } from '#src/lib/text/format.ts';
import type { MenuEntry } from '#src/ui/menu.ts';
import type { NotificationActions } from './actions.ts';

const isUnread = ({ readAt }: Notification) => readAt === undefined;

const columns: readonly Column<Notification>[] = [
  {
    id: 'subject',
    header: 'Subject',
    cell: (row) => (
      <>
        <span className="unread-picture">
          <NotificationPicture notification={row} />
          {isUnread(row) && <span className="unread-mark" role="img" aria-label="Unread" />}
        </span>
        <span dir="auto" className={isUnread(row) ? 'truncate font-semibold' : 'truncate text-ink-soft'}>
          {subjectName(row)}
        </span>
      </>
    ),
  },
  {
    id: 'reason',
    header: 'What happened',
    grow: true,
    cell: (row) =>
      row.count > 1 ? `${describeReason(row)} · ${formatCount(row.count, 'update')}` : describeReason(row),
    tip: ({ reasons, latest }) =>
      latest.detail ?? (reasons.length > 1 ? reasons.map(reasonName).join(', ') : undefined),
  },
  {
    id: 'space',
    header: 'Space',
    width: '11rem',
    from: 'lg',
    phone: 'hidden',
    cell: ({ subject: { spaceTitle } }) =>
      spaceTitle !== undefined && (
        <span dir="auto" className="truncate text-ink-soft">
          {spaceTitle}
        </span>
      ),
  },
  timeColumn({
    id: 'time',
    header: 'Time',
    width: '8rem',
    phone: 'aside',
    time: ({ updatedAt, snoozedUntil }) => snoozedUntil ?? updatedAt,
  }),
];

interface NotificationTableProps {
  list: List<Notification>;
  selection: ListSelection;
  actions: NotificationActions;
  /** Opens the dialog that asks for a date. */
  onSnooze: (rows: readonly Notification[]) => void;
  empty: ReactNode;
}

export function NotificationTable({ list, selection, actions, onSnooze, empty }: NotificationTableProps) {
  return (
    <DataTable
      label="Notifications"
      noun="notification"
      list={list}
      columns={columns}
      rowId={({ id }) => id}
      rowName={(row) => `${subjectName(row)}, ${describeReason(row)}`}
      rowLink={notificationLink}
      onOpen={actions.read}
      rowMenu={(row) => rowEntries(row, actions, onSnooze)}
      selection={selection}
      empty={empty}
    />
  );
}

function rowEntries(
  row: Notification,
  actions: NotificationActions,
  onSnooze: NotificationTableProps['onSnooze'],
): MenuEntry[] {
  const rows = [row];
  const isDone = row.doneAt !== undefined;
  return [
    isUnread(row)
      ? { label: 'Mark as read', icon: <MailOpen />, keys: 'v', onSelect: () => actions.setRead(rows, true) }
      : { label: 'Mark as unread', icon: <Mail />, keys: 'v', onSelect: () => actions.setRead(rows, false) },
    isDone
      ? { label: 'Move to inbox', icon: <Inbox />, keys: 'e', onSelect: () => actions.setDone(rows, false) }
      : { label: 'Done', icon: <Check />, keys: 'e', onSelect: () => actions.setDone(rows, true) },
    ...snoozeEntries(rows, actions, onSnooze),
  ];
}

/** The times that are offered, a date, and the end of a snooze. */
function snoozeEntries(
  rows: readonly Notification[],
  actions: NotificationActions,
  onSnooze: NotificationTableProps['onSnooze'],
): MenuEntry[] {
  return [
    { heading: 'Snooze' },
    ...snoozePresets(new Date()).map(({ label, time }) => ({
      label,
      icon: <AlarmClock />,
      hint: calendarDay(time),
      onSelect: () => actions.snooze(rows, time),
    })),
    { label: 'Select a date…', icon: <CalendarDays />, keys: 's', onSelect: () => onSnooze(rows) },
    ...(rows.every(({ snoozedUntil }) => snoozedUntil !== undefined)
      ? [{ label: 'Unsnooze', icon: <AlarmClockOff />, onSelect: () => actions.snooze(rows, null) }]
      : []),
  ];
}

interface NotificationSelectionBarProps {
  rows: readonly Notification[];
  actions: NotificationActions;
  onSnooze: NotificationTableProps['onSnooze'];
  onClear: () => void;
}

/** Actions for the selected notifications. */
export function NotificationSelectionBar({
  rows,
  actions,
  onSnooze,
  onClear,
}: NotificationSelectionBarProps) {
  const areUnread = rows.some(isUnread);
  const areDone = rows.length > 0 && rows.every(({ doneAt }) => doneAt !== undefined);
  return (
    <SelectionBar
      count={rows.length}
      noun="notification"
      onClear={onClear}
      actions={[
        {
          label: areUnread ? 'Mark as read' : 'Mark as unread',
          icon: areUnread ? <CheckCheck /> : <Mail />,
          onSelect: () => actions.setRead(rows, areUnread),
        },
        { label: 'Snooze', icon: <AlarmClock />, entries: () => snoozeEntries(rows, actions, onSnooze) },
        {
          label: areDone ? 'Move to inbox' : 'Done',
          icon: areDone ? <Inbox /> : <Check />,
          prominent: true,
          onSelect: () => actions.setDone(rows, !areDone),
        },
      ]}
    />
  );
}
