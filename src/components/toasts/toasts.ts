import { ApiError, messageOf } from '#src/api/errors.ts';
import { createStore } from '#src/lib/store.ts';

export interface Toast {
  /** Two toasts of one id are one: the later takes the place of the earlier. */
  id: string;
  text: string;
  tone: 'done' | 'failed';
  /** Smaller words under the text. */
  detail?: string;
  action?: { label: string; keys?: string; run: () => void };
  /** Milliseconds until it goes by itself; a failure stays until it is dismissed. */
  lasts: number;
}

/** What is shown now, the oldest first. */
export const toasts = createStore<readonly Toast[]>([]);

let number = 0;
const most = 3;

/** Says that something was done. Only for what cannot be seen anyway. */
export function toast(text: string, more: Partial<Omit<Toast, 'text'>> = {}): void {
  number += 1;
  const made: Toast = { id: `toast-${number}`, tone: 'done', lasts: 6000, ...more, text };
  toasts.set((current) => [...current.filter(({ id }) => id !== made.id), made].slice(-most));
}

/**
 * Says that something failed, with the request's id and, if given, a way to try it again. For bare actions; forms and
 * confirm dialogs show their failures themselves.
 */
export function toastFailure(error: unknown, retry?: () => void): void {
  const requestId = error instanceof ApiError ? error.requestId : null;
  toast(messageOf(error), {
    tone: 'failed',
    lasts: Infinity,
    ...(requestId ? { detail: `Request ID ${requestId}` } : {}),
    ...(retry ? { action: { label: 'Try again', run: retry } } : {}),
  });
}

/** Takes a toast away. */
export function dismissToast(id: string): void {
  toasts.set((current) => current.filter((one) => one.id !== id));
}
