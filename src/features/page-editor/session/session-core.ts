import type { PageDraft, PageVersion } from '#src/domain/page-drafts/page-drafts.ts';
import { createStore, type Store } from '#src/lib/store.ts';
import { toEditedText } from '../text/stored-text.ts';
import type { SaveState } from './save-state.ts';
import { initialStatus, nextStatus, type SessionEvent, type SessionStatus } from './session-status.ts';
import type { TabSaves } from './tab-saves.ts';
import { WorkingCopy } from './working-copy.ts';

/** The status and the working copy of a session, and the changes that concern both. */
export class SessionCore {
  readonly copy: WorkingCopy;
  /** The text came from an earlier visit. */
  readonly isRestored: boolean;
  readonly saveState: Store<SaveState>;
  readonly #tabSaves: TabSaves;
  #status: SessionStatus;

  constructor(version: PageVersion, draft: PageDraft | null, tabSaves: TabSaves) {
    this.copy = new WorkingCopy(version, draft);
    this.#tabSaves = tabSaves;
    this.isRestored =
      draft !== null && (draft.text !== toEditedText(version.text) || this.copy.fields.isChanged);
    this.#status = initialStatus(this.isRestored);
    this.saveState = createStore(this.#status.saveState);
  }

  get status(): SessionStatus {
    return this.#status;
  }

  get isRetrying(): boolean {
    return this.#status.failures > 0;
  }

  handle(event: SessionEvent): void {
    this.#status = nextStatus(this.#status, event);
    this.saveState.set(this.#status.saveState);
  }

  /** Makes a version the base, which ends a conflict with it. */
  rebaseOn(version: PageVersion): void {
    this.copy.rebaseOn(version);
    this.handle({ type: 'rebased' });
    this.#tabSaves.settle();
  }

  /** Makes a version the base and merges it into text and fields. False if both changed the same. */
  adopt(version: PageVersion): boolean {
    const text = this.copy.mergedWith(version);
    if (text === null) {
      this.handle({ type: 'conflicted', theirs: version });
      return false;
    }
    this.rebaseOn(version);
    this.copy.show(text);
    return true;
  }
}
