/** A committed change of a change request. */
export interface ChangeSignal {
  changeRequestId: string;
  /** Whose change it was; null: the server's own. */
  userId: string | null;
}

const listeners = new Set<(change: ChangeSignal) => void>();

/**
 * Notifies all followers of the change request in this process. Call it after the commit: `recordAudit` does.
 */
export function signalChange(change: ChangeSignal): void {
  for (const listener of listeners) listener(change);
}

/** Calls `listener` after each change of this process. Returns an unsubscribe function. */
export function onChangeSignal(listener: (change: ChangeSignal) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** A committed change of who may see what: of one space, or of anything in an organization. */
export interface AccessSignal {
  organizationId: string;
  spaceId: string | undefined;
}

const accessListeners = new Set<(signal: AccessSignal) => void>();

/**
 * Checks all followers in this process who may have lost access. Call it after the commit: `recordAudit`
 * does.
 */
export function signalAccess(signal: AccessSignal): void {
  for (const listener of accessListeners) listener(signal);
}

/** Calls `listener` after each change of access in this process. Returns an unsubscribe function. */
export function onAccessSignal(listener: (signal: AccessSignal) => void): () => void {
  accessListeners.add(listener);
  return () => accessListeners.delete(listener);
}
