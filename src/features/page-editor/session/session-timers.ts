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
  #failures = 0;

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

  get isRetrying(): boolean {
    return this.#failures > 0;
  }

  /** Saves again, after a longer wait with each failure. */
  planRetry(): void {
    this.#planSave(retryAfterMs[Math.min(this.#failures, retryAfterMs.length - 1)]);
    this.#failures += 1;
  }

  endRetries(): void {
    this.#failures = 0;
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
