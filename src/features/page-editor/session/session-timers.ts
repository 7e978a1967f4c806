import type { SessionClock } from './session-types.ts';

/** The pause in typing after which the text is kept in this browser and shown in other tabs. */
const keepAfterMs = 300;
/** The longest time of typing without a pause after which it is kept anyway. */
const keepAtLatestMs = 2000;
/** The pause in typing after which the text is saved. */
export const saveAfterMs = 30_000;
const retryAfterMs = [2000, 5000, 15_000, 30_000];

interface KeptAndSaved {
  keep(): Promise<void>;
  save(): Promise<void>;
}

/** Decides when an edit session keeps and saves. */
export class SessionTimers {
  readonly #clock: SessionClock;
  readonly #session: KeptAndSaved;
  #cancelKeep: (() => void) | null = null;
  #cancelKeepAtLatest: (() => void) | null = null;
  #cancelSave: (() => void) | null = null;

  constructor(clock: SessionClock, session: KeptAndSaved) {
    this.#clock = clock;
    this.#session = session;
  }

  /** Keeps at the next pause. Cheap: it is called for each key press. */
  planKeep(): void {
    const keep = () => void this.#session.keep();
    this.#cancelKeep?.();
    this.#cancelKeep = this.#clock.schedule(keep, keepAfterMs);
    this.#cancelKeepAtLatest ??= this.#clock.schedule(keep, keepAtLatestMs);
  }

  /** Saves after a long pause; sooner what only this tab has. */
  planSave(isKept = true): void {
    this.#planSave(isKept ? saveAfterMs : keepAtLatestMs);
  }

  /** Saves again; the wait is longer after each of these failures in a row. */
  planRetry(failures: number): void {
    this.#planSave(retryAfterMs[Math.min(failures, retryAfterMs.length) - 1]);
  }

  #planSave(afterMs = saveAfterMs): void {
    this.cancelSave();
    this.#cancelSave = this.#clock.schedule(() => void this.#session.save(), afterMs);
  }

  cancelKeep(): void {
    this.#cancelKeep?.();
    this.#cancelKeepAtLatest?.();
    this.#cancelKeep = this.#cancelKeepAtLatest = null;
  }

  cancelSave(): void {
    this.#cancelSave?.();
    this.#cancelSave = null;
  }

  cancel(): void {
    this.cancelKeep();
    this.cancelSave();
  }
}
