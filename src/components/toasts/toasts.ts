import { ApiError, errorMessage } from '#src/api/errors.ts';
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
  durationMs: number;
}

/** What is shown now, the oldest first. */
export const toasts = createStore<readonly Toast[]>([]);

let number = 0;
const maxToasts = 3;

/** Says that something was done. Only for what cannot be seen anyway. */
export function toast(text: string, options: Partial<Omit<Toast, 'text'>> = {}): void {
  number += 1;
  const newToast: Toast = { id: `toast-${number}`, tone: 'done', durationMs: 6000, ...options, text };
  toasts.set((current) => [...current.filter(({ id }) => id !== newToast.id), newToast].slice(-maxToasts));
}

/**
 * Says that something failed, with the request's id and, if given, a way to try it again. For bare actions; forms and
 * confirm dialogs show their failures themselves.
 */
export function toastFailure(error: unknown, retry?: () => void): void {
  const requestId = error instanceof ApiError ? error.requestId : null;
  toast(errorMessage(error), {
    tone: 'failed',
    durationMs: Infinity,
    ...(requestId ? { detail: `Request ID ${requestId}` } : {}),
    ...(retry ? { action: { label: 'Try again', run: retry } } : {}),
  });
}

/** Takes a toast away. */
export function dismissToast(id: string): void {
  toasts.set((current) => current.filter((one) => one.id !== id));
}
