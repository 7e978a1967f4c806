import type { ReactNode } from 'react';
import { toast } from '#src/components/toasts/toasts.ts';
import { createStore } from '#src/lib/store.ts';

export interface Confirmation {
  /** A question: "Delete team “Docs”?" */
  title: string;
  body?: ReactNode;
  /** Label of the confirm button: "Delete team". */
  confirmLabel: string;
  cancelLabel?: string;
  tone?: 'danger' | 'neutral';
  /** Reasons against the action, without the final period; known when the dialog opens. */
  warnings?: readonly string[];
  /** Other effects, one sentence each; loaded when the dialog opens. */
  impact?: () => Promise<readonly string[]>;
  /** A text that must be typed to confirm. For irreversible changes that affect others. */
  typeToConfirm?: string;
  /** Runs on confirm. The dialog waits for it and stays open with the error if it fails. */
  action?: () => Promise<unknown>;
}

/** The open confirmation, or null. */
export const confirmation = createStore<(Confirmation & { respond: (confirmed: boolean) => void }) | null>(
  null,
);

/** Opens the confirm dialog, of which there is one per page. */
export function confirm(options: Confirmation): Promise<boolean> {
  confirmation.get()?.respond(false);
  return new Promise((resolve) => {
    confirmation.set({
      ...options,
      respond(confirmed) {
        confirmation.set(null);
        resolve(confirmed);
      },
    });
  });
}

interface DeletionOptions extends Pick<
  Confirmation,
  'body' | 'confirmLabel' | 'impact' | 'typeToConfirm' | 'action'
> {
  /** The noun in a sentence: `team`. */
  kind: string;
  name: string;
}

/** Confirms a permanent deletion and shows a toast afterwards. */
export async function confirmDeletion({ kind, name, ...options }: DeletionOptions): Promise<boolean> {
  const title = `Delete ${kind} “${name}”?`;
  const isDeleted = await confirm({ title, body: 'You can’t undo this.', tone: 'danger', ...options });
  if (isDeleted) toast(`Deleted ${kind} “${name}”`);
  return isDeleted;
}
