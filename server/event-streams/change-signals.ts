/** A committed change of a change request. */
export interface ChangeSignal {
  changeRequestId: string;
  /** Whose change it was; null: the server's own. */
  userId: string | null;
}

const listeners = new Set<(change: ChangeSignal) => void>();

/** Tells everybody in this process who follows the change request. Call it after the commit: `recordAudit` does. */
export function signalChange(change: ChangeSignal): void {
  for (const listener of listeners) listener(change);
}

/** Calls `listener` after each change of this process. Returns an unsubscribe function. */
export function onChangeSignal(listener: (change: ChangeSignal) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
