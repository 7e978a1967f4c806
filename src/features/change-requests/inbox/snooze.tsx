import { AlarmClock, AlarmClockOff, CalendarDays } from 'lucide-react';
import type { OrganizationChangeRequest } from '#api/generated/types.gen.ts';
import { recordUndoable } from '#src/components/undo/undo.ts';
import type { Store } from '#src/lib/store.ts';
import { calendarDay, firstWorkday, formatCount } from '#src/lib/text/format.ts';
import { announce } from '#src/ui/browser/live-region.tsx';
import type { MenuEntry } from '#src/ui/menu.ts';
import { nameOf } from '../labels.ts';
import { isSnoozed, type Marks, withSeen, withSnoozed } from './marks.ts';

/** Tomorrow at 8:00 in the user's time zone. */
export function tomorrow(now: Date): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, 8);
}

/** The first working day of the next week at 8:00. */
export function nextWeek(now: Date, workday = firstWorkday()): Date {
  const days = (7 + workday - now.getDay()) % 7 || 7;
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, 8);
}

/** The same weekday of the next week at 8:00. */
export function inAWeek(now: Date): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 7, 8);
}

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** The times that are offered, each once: tomorrow, the first working day of the next week by its name, in a week. */
export function snoozePresets(now: Date): { label: string; time: Date }[] {
  const monday = nextWeek(now);
  const presets = [
    { label: 'Tomorrow', time: tomorrow(now) },
    { label: weekdays[monday.getDay()] ?? '', time: monday },
    { label: 'In a week', time: inAWeek(now) },
  ];
  return presets.filter(
    ({ time }, index) => presets.findIndex((other) => other.time.getTime() === time.getTime()) === index,
  );
}

/** 8:00 on a day from a date field (`2026-11-30`); null if invalid or past. */
export function morningOf(text: string, now: Date): Date | null {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? [];
  const date = new Date(Number(year), Number(month) - 1, Number(day), 8);
  return date > now ? date : null;
}

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
    icon: <AlarmClock />,
    hint: calendarDay(time),
    onSelect: () => snooze(store, rows, time),
  });
  return [
    { heading: 'Snooze' },
    ...snoozePresets(now).map(({ label, time }) => entry(label, time)),
    { label: 'Select a date…', icon: <CalendarDays />, onSelect: onDate },
    ...(isSnoozedNow
      ? [{ label: 'Unsnooze', icon: <AlarmClockOff />, onSelect: () => snooze(store, rows, null) }]
      : []),
  ];
}
