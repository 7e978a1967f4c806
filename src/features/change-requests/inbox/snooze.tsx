import { AlarmClock, AlarmClockOff, CalendarDays } from 'lucide-react';
import type { OrganizationChangeRequest } from '#api/generated/types.gen.ts';
import { recordUndoable } from '#src/components/undo/undo.ts';
import { snoozePresets } from '#src/domain/snooze/snooze-times.ts';
import type { Store } from '#src/lib/store.ts';
import { calendarDay, formatCount } from '#src/lib/text/format.ts';
import { announce } from '#src/ui/browser/live-region.tsx';
import type { MenuEntry } from '#src/ui/menu.ts';
import { nameOf } from '../labels.ts';
import { isSnoozed, type Marks, withSeen, withSnoozed } from './marks.ts';

type Rows = readonly OrganizationChangeRequest[];

/** One change request by name, several by count. */
export function describeRows(rows: Rows): string {
  const [first] = rows;
  return rows.length === 1 && first ? `“${nameOf(first)}”` : formatCount(rows.length, 'change request');
}

/** Snoozes change requests, or unsnoozes them with null. Can be undone. */
export function snooze(store: Store<Marks>, rows: Rows, until: Date | null): void {
  const before = store.get();
  const apply = () => {
    store.set((marks) => withSnoozed(marks, rows, until));
    return Promise.resolve();
  };
  void apply();
  const target = describeRows(rows);
  recordUndoable({
    label: until ? `Snoozed ${target} until ${calendarDay(until)}` : `Unsnoozed ${target}`,
    undo: () => {
      store.set((marks) => ({ ...marks, snoozed: before.snoozed }));
      return Promise.resolve();
    },
    redo: apply,
  });
}

/** Marks change requests as seen; as unseen if all of them are seen. */
export function toggleSeen(store: Store<Marks>, rows: Rows, areNew: boolean): void {
  store.set((marks) => withSeen(marks, rows, areNew, new Date()));
  announce(`Marked ${describeRows(rows)} as ${areNew ? 'seen' : 'unseen'}`);
}

/** Snoozes change requests until a time; null ends that. */
export type Snooze = (rows: Rows, until: Date | null) => void;

/**
 * Menu entries for snoozing.
 *
 * @param onDate opens the date dialog
 */
export function snoozeEntries(marks: Marks, rows: Rows, onSnooze: Snooze, onDate: () => void): MenuEntry[] {
  const now = new Date();
  const isSnoozedNow = rows.length > 0 && rows.every((row) => isSnoozed(marks, row, now));
  const entry = (label: string, time: Date) => ({
    label,
    icon: <AlarmClock />,
    hint: calendarDay(time),
    onSelect: () => onSnooze(rows, time),
  });
  return [
    { heading: 'Snooze' },
    ...snoozePresets(now).map(({ label, time }) => entry(label, time)),
    { label: 'Select a date…', icon: <CalendarDays />, onSelect: onDate },
    ...(isSnoozedNow
      ? [{ label: 'Unsnooze', icon: <AlarmClockOff />, onSelect: () => onSnooze(rows, null) }]
      : []),
  ];
}
