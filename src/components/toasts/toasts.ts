import { ApiError, errorMessage } from '#src/api/errors.ts';
import { createStore } from '#src/lib/store.ts';
import { nestQuotes } from '#src/lib/text/nest-quotes.ts';

interface ToastAction {
  label: string;
  keys?: string;
  run: () => void;
}

export interface Toast {
  /** A later toast with the same id replaces the earlier one. */
  id: string;
  text: string;
  tone: 'success' | 'error';
  /** Secondary text. */
  detail?: string;
  action?: ToastAction;
  /** Another way to go on, after the action. */
  alternative?: ToastAction;
  /** Milliseconds until it disappears; errors stay until dismissed. */
  durationMs: number;
}

/** The visible toasts, oldest first. */
export const toasts = createStore<readonly Toast[]>([]);

let number = 0;
const maxToasts = 3;

/** Shows a success toast. Only for changes that aren't visible anyway. Quotes within quotes become single. */
export function toast(text: string, options: Partial<Omit<Toast, 'text'>> = {}): void {
  number += 1;
  const newToast: Toast = {
    id: `toast-${number}`,
    tone: 'success',
    durationMs: 6000,
    ...options,
    text: nestQuotes(text),
  };
  toasts.set((current) => [...current.filter(({ id }) => id !== newToast.id), newToast].slice(-maxToasts));
}

/**
 * Shows an error toast with the request ID and an optional retry. For bare actions; forms and confirm dialogs show
 * their own errors.
 */
export function toastFailure(error: unknown, retry?: () => void): void {
  const requestId = error instanceof ApiError ? error.requestId : null;
  toast(errorMessage(error), {
    tone: 'error',
    durationMs: Infinity,
    ...(requestId ? { detail: `Request ID ${requestId}` } : {}),
    ...(retry ? { action: { label: 'Try again', run: retry } } : {}),
  });
}

export function dismissToast(id: string): void {
  toasts.set((current) => current.filter((item) => item.id !== id));
}
