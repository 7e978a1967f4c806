/**
 * How far a page is saved, as a state machine: `nextStatus` is pure. The effects (requests, drafts, timers, other
 * tabs) are in `edit-session.ts` and `change-sender.ts`.
 *
 * What people see, by event. A dot stays as it is.
 *
 *     event          saved     changed   saving    failed    conflict
 *     typed          changed¹  ·         ·         changed¹  ·
 *     compared       saved or changed, as the text equals the server’s or not²
 *     draftDeleted   ·         saved     ·         ·         ·
 *     sendStarted    saving    saving    saving    saving    saving³
 *     saved          saved or changed, as more was typed or not
 *     nothingToSend  saved     saved     saved     saved     saved³
 *     failed         failed    failed    failed    failed    failed
 *     conflicted     conflict  conflict  conflict  conflict  conflict
 *     resolved       changed   changed   changed   changed   changed
 *     discarded      saved     saved     saved     saved     saved
 *
 *     ¹ Only while no save runs, no retry is planned and no version conflicts.
 *     ² Only while no save runs and no version conflicts.
 *     ³ After `rebased`, which ends the conflict.
 *
 * The run of a save, beside it:
 *
 *     event          idle      running   again
 *     saveRequested  running¹  again     again
 *     passStarted    ·         ·         running
 *     saveEnded      ·         idle      idle
 *
 *     ¹ Not once the session is abandoned.
 */
import type { PageVersion } from '#src/domain/page-drafts/page-drafts.ts';
import type { FailureReason, SaveState } from './save-state.ts';

export interface SessionStatus {
  /** The state that people see. */
  saveState: SaveState;
  /** `again`: what is typed during a save is saved after it. */
  run: 'idle' | 'running' | 'again';
  /** The version of the server that conflicts with the text; nothing is sent before a decision. */
  theirs: PageVersion | null;
  /** Attempts in a row that did not reach the server; the next one is planned. */
  failures: number;
  /** Ended for good: nothing is kept or saved anymore. */
  isAbandoned: boolean;
}

export type SessionEvent =
  /** The person typed or changed a field. */
  | { type: 'typed' }
  /** Another tab changed text, fields or base. */
  | { type: 'compared'; isUnchanged: boolean }
  /** The text equals the server's, so this browser keeps no draft. */
  | { type: 'draftDeleted' }
  | { type: 'saveRequested' }
  /** A running save takes the current text. */
  | { type: 'passStarted' }
  | { type: 'sendStarted' }
  /** The server has the text that was sent. */
  | { type: 'saved'; isUnchanged: boolean }
  | { type: 'nothingToSend' }
  | { type: 'failed'; reason: FailureReason; message: string }
  | { type: 'saveEnded' }
  /** Another version is the base now, and merged. */
  | { type: 'rebased' }
  /** Another version changed the same as this session. */
  | { type: 'conflicted'; theirs: PageVersion }
  /** The person chose a text for both sides. */
  | { type: 'resolved' }
  /** The person gave up the unsaved text. */
  | { type: 'discarded' }
  | { type: 'abandoned' };

const saved: SaveState = { kind: 'saved' };
const changed: SaveState = { kind: 'changed' };
const saving: SaveState = { kind: 'saving' };

export const initialStatus = (isRestored: boolean): SessionStatus => ({
  saveState: isRestored ? changed : saved,
  run: 'idle',
  theirs: null,
  failures: 0,
  isAbandoned: false,
});

/** Neither saving nor waiting for a decision. */
export const isIdle = ({ run, theirs }: SessionStatus): boolean => run === 'idle' && theirs === null;

export function nextStatus(status: SessionStatus, event: SessionEvent): SessionStatus {
  switch (event.type) {
    case 'typed':
      // While the server can't be reached, the next attempt stays planned, and the reason stays shown.
      return isIdle(status) && status.failures === 0 ? { ...status, saveState: changed } : status;
    case 'compared':
      return isIdle(status) ? { ...status, saveState: event.isUnchanged ? saved : changed } : status;
    case 'draftDeleted':
      return status.saveState.kind === 'changed' ? { ...status, saveState: saved } : status;
    case 'saveRequested':
      if (status.isAbandoned) return status;
      return { ...status, run: status.run === 'idle' ? 'running' : 'again' };
    case 'passStarted':
      return status.run === 'again' ? { ...status, run: 'running' } : status;
    case 'sendStarted':
      return { ...status, saveState: saving };
    case 'saved':
      return { ...status, saveState: event.isUnchanged ? saved : changed, theirs: null, failures: 0 };
    case 'nothingToSend':
      return { ...status, saveState: saved, failures: 0 };
    case 'failed': {
      const { reason, message } = event;
      const failures = reason === 'unreachable' ? status.failures + 1 : 0;
      return { ...status, saveState: { kind: 'failed', reason, message }, failures };
    }
    case 'saveEnded':
      return { ...status, run: 'idle' };
    case 'rebased':
      return { ...status, theirs: null };
    case 'conflicted':
      return { ...status, saveState: { kind: 'conflict' }, theirs: event.theirs };
    case 'resolved':
      return { ...status, saveState: changed, theirs: null };
    case 'discarded':
      return { ...status, saveState: saved, theirs: null, failures: 0 };
    case 'abandoned':
      return { ...status, isAbandoned: true };
  }
}
