import { useQueryClient } from '@tanstack/react-query';
import { deleteSubscription, setSubscription } from '#api/generated/sdk.gen.ts';
import type { SubscriptionState, SubscriptionSubjectKind } from '#api/generated/types.gen.ts';
import { ApiError } from '#src/api/errors.ts';
import { invalidate } from '#src/api/queries.ts';
import { toastFailure } from '#src/components/toasts/toasts.ts';
import { currentScreen, recordUndoable } from '#src/components/undo/undo.ts';

export interface SubscriptionSubject {
  kind: SubscriptionSubjectKind;
  id: string;
  title: string;
}

/** Null if it is neither followed nor muted. */
export type SubscriptionChoice = SubscriptionState | null;

function describeChange(choice: SubscriptionChoice, before: SubscriptionChoice, title: string): string {
  if (choice === 'following') return `Following “${title}”`;
  if (choice === 'muted') return `Muted “${title}”`;
  return before === 'muted' ? `Unmuted “${title}”` : `Stopped following “${title}”`;
}

/** Follows, mutes or leaves a subject; can be undone. Failures are shown in a toast. */
export function useSubscriptionChange() {
  const queryClient = useQueryClient();
  const send = async ({ kind, id }: SubscriptionSubject, choice: SubscriptionChoice) => {
    const path = { subjectKind: kind, subjectId: id };
    try {
      if (choice === null) await deleteSubscription({ path, throwOnError: true });
      else await setSubscription({ path, body: { state: choice }, throwOnError: true });
    } catch (error) {
      // It is removed already, by another tab or by a request whose answer was lost.
      if (choice !== null || !(error instanceof ApiError && error.status === 404)) throw error;
    } finally {
      void invalidate(queryClient, 'listSubscriptions', 'getSubscription');
    }
  };
  const change = async (
    subject: SubscriptionSubject,
    choice: SubscriptionChoice,
    before: SubscriptionChoice,
  ): Promise<void> => {
    const screen = currentScreen.get();
    try {
      await send(subject, choice);
      recordUndoable({
        label: describeChange(choice, before, subject.title),
        screen,
        undo: () => send(subject, before),
        redo: () => send(subject, choice),
      });
    } catch (error) {
      toastFailure(error, () => void change(subject, choice, before));
    }
  };
  return change;
}
