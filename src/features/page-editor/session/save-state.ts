/** Why a text could not be saved. */
export type FailureReason =
  /** The server could not be reached; saving is tried again. */
  | 'unreachable'
  /** The change request was merged or archived. */
  | 'closed'
  /** The page was deleted. */
  | 'deleted'
  /** The server refused the text. */
  | 'refused'
  /** Some fields have values that the server does not take. */
  | 'fields';

/** How far a text is saved. */
export type SaveState =
  | { kind: 'saved' }
  | { kind: 'changed' }
  | { kind: 'saving' }
  | { kind: 'failed'; reason: FailureReason; message: string }
  /** Someone else changed the same lines. */
  | { kind: 'conflict' };

export interface SaveSituation {
  state: SaveState;
  /** Whether this browser has all of the text. */
  isKept: boolean;
  isOffline: boolean;
  isSignedOut: boolean;
}

/** The state in words. */
export function describeSaveState({ state, isKept, isOffline, isSignedOut }: SaveSituation): string {
  if (state.kind === 'saved') return 'Saved';
  const where = isKept ? 'Kept in this browser, not saved' : 'Not saved';
  if (isSignedOut) return `${where}: signed out`;
  if (isOffline) return `${where}: offline`;
  switch (state.kind) {
    case 'saving':
      return 'Saving…';
    case 'changed':
      return isKept ? 'Kept in this browser' : 'Editing…';
    case 'conflict':
      return `${where}: conflict`;
    case 'failed':
      return `${where}: ${reasonLabels[state.reason]}`;
  }
}

const reasonLabels: Record<FailureReason, string> = {
  unreachable: 'no connection to the server',
  closed: 'the change request is closed',
  deleted: 'the page was deleted',
  refused: 'refused by the server',
  fields: 'check the page options',
};
