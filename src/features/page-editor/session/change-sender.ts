import { toStoredText } from '../text/stored-text.ts';
import { describeProblems, isEmpty } from './page-fields.ts';
import type { SessionCore } from './session-core.ts';
import type { SessionTimers } from './session-timers.ts';
import { outdated, type SaveFailure, type SessionOptions } from './session-types.ts';
import type { TabSaves } from './tab-saves.ts';
import type { TabText } from './tab-text.ts';

/** How often a save may meet a newer revision before it waits. */
const maxRebases = 5;

interface ChangeSenderOptions {
  options: SessionOptions;
  core: SessionCore;
  timers: SessionTimers;
  tabSaves: TabSaves;
  tabText: TabText;
}

/** Sends what a session changed to the server, on top of what others saved. */
export class ChangeSender {
  readonly #options: SessionOptions;
  readonly #core: SessionCore;
  readonly #timers: SessionTimers;
  readonly #tabSaves: TabSaves;
  readonly #tabText: TabText;

  constructor({ options, core, timers, tabSaves, tabText }: ChangeSenderOptions) {
    this.#options = options;
    this.#core = core;
    this.#timers = timers;
    this.#tabSaves = tabSaves;
    this.#tabText = tabText;
  }

  /** Sends all changes. Ends when the server has them, after a failure, or with a conflict. */
  async sendAll(): Promise<void> {
    const core = this.#core;
    const { copy } = core;
    let rebases = 0;
    // Without a base, nothing is sent. A conflict is named below.
    let isDone = !(await this.#learnBase());
    while (!isDone) {
      core.handle({ type: 'passStarted' });
      const { text } = copy;
      const isConflict = core.status.theirs !== null;
      if (!isConflict && copy.isUnchanged(text)) {
        core.handle({ type: 'nothingToSend' });
        return;
      }
      const failure = isConflict ? outdated : await this.#send(text);
      // A rejected field does not hold back the rest, and is reported at the end.
      if (failure === null) isDone = core.status.run !== 'again' && isEmpty(copy.fields.problems.get());
      else if (failure.problems && copy.fields.refuse(failure.problems)) continue;
      else if (failure.reason === 'outdated' && rebases < maxRebases) isDone = !(await this.#rebase());
      else {
        this.#fail(failure);
        isDone = true;
      }
      if (failure !== null) rebases += 1;
    }
  }

  /** Sends a text; null if it was saved. */
  async #send(text: string): Promise<SaveFailure | null> {
    const { copy } = this.#core;
    const { base, fields: edits } = copy;
    this.#core.handle({ type: 'sendStarted' });
    // Before they learn that it is saved: a tab without it would take its own text for a later version.
    this.#tabText.share(text, base);
    const stored = toStoredText(text, base.text);
    const fields = edits.sendable;
    const isTextChanged = stored !== base.text;
    if (!isTextChanged && isEmpty(fields))
      return { reason: 'fields', message: describeProblems(edits.problems.get()) };
    const changes = { fields, ...(isTextChanged && { text: stored }) };
    const result = await this.#tabSaves.announced({ ...changes, text: stored }, () =>
      this.#options.server.save(changes, base.revision),
    );
    if ('reason' in result) {
      if (result.reason === 'unknown') copy.markUncertain(stored, fields);
      return result;
    }
    const { revision, text: rewritten = stored } = result;
    this.#core.rebaseOn({ revision, text: stored, fields: { ...copy.base.fields, ...fields } });
    if (rewritten !== stored) this.#core.adopt({ ...copy.base, text: rewritten });
    this.#options.onSaved(revision);
    this.#options.tabs.publish(this.#options.key, { kind: 'saved', base: copy.base });
    this.#core.handle({ type: 'saved', isUnchanged: copy.isUnchanged() });
    return null;
  }

  /** A save of another tab may have arrived: fetches the current version. False if that fails. */
  async #learnBase(): Promise<boolean> {
    const { copy, status } = this.#core;
    const { unanswered } = this.#tabSaves;
    if (!unanswered || status.theirs !== null || copy.isUnchanged()) return true;
    copy.markUncertain(unanswered.text, unanswered.fields);
    return (await this.#rebase()) || this.#core.status.theirs !== null;
  }

  /** Takes what the server has now. False if the text can't be saved on top of it. */
  async #rebase(): Promise<boolean> {
    const current = await this.#options.server.current();
    if (!('reason' in current)) return this.#core.adopt(current);
    this.#fail(current);
    return false;
  }

  #fail({ reason: cause, message }: SaveFailure): void {
    const reason = cause === 'unknown' || cause === 'outdated' ? 'unreachable' : cause;
    this.#core.handle({ type: 'failed', reason, message });
    if (reason === 'unreachable') this.#timers.planRetry(this.#core.status.failures);
  }
}
