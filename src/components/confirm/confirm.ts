import type { ReactNode } from 'react';
import { createStore } from '#src/lib/store.ts';

export interface Confirmation {
  /** A question: "Delete the team “Docs”?" */
  title: string;
  body?: ReactNode;
  /** The verb of the deciding button: "Delete team". */
  confirmLabel: string;
  cancelLabel?: string;
  tone?: 'danger' | 'neutral';
  /** What else is affected, one sentence each; asked for when the dialog opens. */
  impact?: () => Promise<readonly string[]>;
  /** A text that has to be typed before the button works. For what cannot be undone and hurts others. */
  typeToConfirm?: string;
  /** What is done. The dialog waits for it, shows its failure and stays open then. */
  action?: () => Promise<unknown>;
}

/** The question that is asked now, or null. */
export const confirmation = createStore<(Confirmation & { answer: (confirmed: boolean) => void }) | null>(
  null,
);

/**
 * Asks before something is done. There is one confirm dialog on the page.
 *
 * @returns true after `action` succeeded (or at once where there is none), false when it was called off
 *
 * @example await confirm({ title: 'Revoke the link?', confirmLabel: 'Revoke', action: () => revoke.mutateAsync(…) })
 */
export function confirm(options: Confirmation): Promise<boolean> {
  confirmation.get()?.answer(false);
  return new Promise((resolve) => {
    confirmation.set({
      ...options,
      answer(confirmed) {
        confirmation.set(null);
        resolve(confirmed);
      },
    });
  });
}
