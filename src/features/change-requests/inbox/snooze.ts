import { announce } from '#src/ui/live-region.ts';
import type { MenuEntry } from '#src/ui/menu.ts';
import type { Store } from '#src/lib/store.ts';
import { recordUndoable } from '#src/components/undo/undo.ts';
import { formatCount } from '#src/lib/counts.ts';
import { calendarDay } from '#src/lib/times.ts';
import type { OrganizationChangeRequest } from '#api/generated/types.gen.ts';
import { nameOf } from '../change-request-labels.ts';
import { isSnoozed, type Marks, withSeen, withSnoozed } from './marks.ts';
import { nextWeek, tomorrow } from './snooze-times.ts';

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

/**
 * Menu entries for snoozing.
 *
 * @param onDate opens the date dialog
 */
export function snoozeEntries(store: Store<Marks>, rows: Rows, onDate: () => void): MenuEntry[] {
  const now = new Date();
  const isSnoozedNow = rows.length > 0 && rows.every((row) => isSnoozed(store.get(), row, now));
  const entry = (label: string, time: Date) => ({
    label,
    hint: calendarDay(time),
    onSelect: () => snooze(store, rows, time),
  });
  return [
    { heading: 'Snooze' },
    entry('Until tomorrow', tomorrow(now)),
    entry('Until next week', nextWeek(now)),
    { label: 'Pick a date…', onSelect: onDate },
    ...(isSnoozedNow ? [{ label: 'Unsnooze', onSelect: () => snooze(store, rows, null) }] : []),
  ];
}
