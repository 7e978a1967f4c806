import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { updateNotifications } from '#api/generated/sdk.gen.ts';
import type { Notification, NotificationStateUpdate } from '#api/generated/types.gen.ts';
import { invalidate } from '#src/api/queries.ts';
import { toastFailure } from '#src/components/toasts/toasts.ts';
import { currentScreen, recordUndoable } from '#src/components/undo/undo.ts';
import { formatCount } from '#src/lib/text/format.ts';
import { subjectName } from './labels.ts';
import { notificationReads } from './queries.ts';

type Rows = readonly Notification[];

/** One notification by its subject, several by count. */
export function describeNotifications(rows: Rows): string {
  const [first] = rows;
  return rows.length === 1 && first ? `“${subjectName(first)}”` : formatCount(rows.length, 'notification');
}

/** The change that brings a notification back to its state. */
export function restoringChange(
  { doneAt, readAt, snoozedUntil }: Pick<Notification, 'doneAt' | 'readAt' | 'snoozedUntil'>,
  now: Date,
): NotificationStateUpdate {
  if (doneAt !== undefined) return { done: true };
  if (snoozedUntil !== undefined && new Date(snoozedUntil) > now) return { snoozedUntil };
  return { done: false, read: readAt !== undefined, snoozedUntil: null };
}

async function send(queryClient: QueryClient, rows: Rows, change: NotificationStateUpdate): Promise<void> {
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  try {
    await updateNotifications({ body: { ids, ...change }, throwOnError: true });
  } finally {
    // An answer that was lost may have changed them.
    void invalidate(queryClient, ...notificationReads);
  }
}

/** One request for each state that some of them had. */
async function restore(queryClient: QueryClient, rows: Rows): Promise<void> {
  const now = new Date();
  const changes = new Map(rows.map((row) => [JSON.stringify(restoringChange(row, now)), row]));
  for (const [text, first] of changes) {
    const group = rows.filter((row) => JSON.stringify(restoringChange(row, now)) === text);
    await send(queryClient, group, restoringChange(first, now));
  }
}

/** Changes of notifications. Failures are shown in a toast. */
export function useNotificationChanges() {
  const queryClient = useQueryClient();

  /** Can be undone. `label` is in the past tense. */
  const change = async (rows: Rows, update: NotificationStateUpdate, label: string): Promise<void> => {
    const screen = currentScreen.get();
    const apply = () => send(queryClient, rows, update);
    try {
      await apply();
      recordUndoable({ label, screen, undo: () => restore(queryClient, rows), redo: apply });
    } catch (error) {
      toastFailure(error, () => void change(rows, update, label));
    }
  };

  /** Reads a notification that is opened. */
  const read = async (row: Notification): Promise<void> => {
    if (row.readAt !== undefined) return;
    try {
      await send(queryClient, [row], { read: true });
    } catch (error) {
      toastFailure(error, () => void read(row));
    }
  };
  return { change, read };
}
