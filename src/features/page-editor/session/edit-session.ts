import type { FieldChanges, PageDraft } from '#src/domain/page-drafts/page-drafts.ts';
import type { TextChange } from '#src/lib/compare/line-hunks.ts';
import { createStore, type Store } from '#src/lib/store.ts';
import type { MergeRegion } from '../text/merge-texts.ts';
import { toEditedText, toStoredText } from '../text/stored-text.ts';
import { ChangeSender } from './change-sender.ts';
import { DraftKeeper } from './draft-keeper.ts';
import type { FieldEdits } from './field-edits.ts';
import type { FieldConflict, FieldName } from './page-fields.ts';
import type { SaveState } from './save-state.ts';
import { SessionCore } from './session-core.ts';
import { isIdle } from './session-status.ts';
import { SessionTimers } from './session-timers.ts';
import type { SessionField, SessionOptions } from './session-types.ts';
import { TabSaves } from './tab-saves.ts';
import { TabText } from './tab-text.ts';
import type { TabMessage } from './tabs-channel.ts';
import type { WorkingCopy } from './working-copy.ts';

/**
 * One page while it is edited: keeps its text in this browser, saves it, and merges what others save. `session-status.ts`
 * says which state follows which, `working-copy.ts` has the text, `change-sender.ts` sends it.
 */
export class EditSession {
  readonly key: string;
  readonly state: Store<SaveState>;
  /** Whether this browser has all of the text. */
  readonly isKept = createStore(true);
  /** The text as of the last pause in typing. */
  readonly textAtPause: Store<string>;
  /** Title, slug and the other fields beside the text. */
  readonly fields: FieldEdits;
  /** The text came from an earlier visit. */
  readonly isRestored: boolean;
  readonly #options: SessionOptions;
  readonly #core: SessionCore;
  readonly #copy: WorkingCopy;
  readonly #sender: ChangeSender;
  readonly #kept: DraftKeeper;
  readonly #tabSaves: TabSaves;
  readonly #tabText: TabText;
  readonly #timers: SessionTimers;
  readonly #leaveTabs: () => void;
  /** Ends with the running save, or ended with the last one. */
  #lastSave = Promise.resolve();
  /** Ends, and never fails, when an edit of the server is known here. */
  #serverEdit: Promise<void> | null = null;

  constructor(options: SessionOptions) {
    const { key, version, tabs, drafts, clock } = options;
    const draft = options.draft === 'unread' ? null : options.draft;
    this.#options = options;
    this.key = key;
    this.#kept = new DraftKeeper(drafts, key, options.draft);
    this.#tabSaves = new TabSaves(tabs, key);
    this.#timers = new SessionTimers(clock, this);
    this.#core = new SessionCore(version, draft, this.#tabSaves);
    this.#copy = this.#core.copy;
    this.#tabText = new TabText(tabs, key, this.text);
    this.#sender = new ChangeSender({
      options,
      core: this.#core,
      timers: this.#timers,
      tabSaves: this.#tabSaves,
      tabText: this.#tabText,
    });
    this.state = this.#core.saveState;
    this.textAtPause = this.#copy.textAtPause;
    this.fields = this.#copy.fields;
    this.isRestored = this.#core.isRestored;
    this.#leaveTabs = tabs.subscribe(key, (message) => this.#receive(message));
    tabs.publish(key, { kind: 'opened' });
    if (draft !== null) this.#core.adopt(version);
    if (this.isRestored) this.#timers.planSave();
  }

  /** The whole edited text. */
  get text(): string {
    return this.#copy.text;
  }

  /** A text as it is stored: lines keep the ends that they have on the server. */
  toStored(text: string): string {
    return toStoredText(text, this.#copy.base.text);
  }

  get revision(): string {
    return this.#copy.base.revision;
  }

  /** Changes fields of the page. They are kept and saved with the text. */
  editFields(changes: FieldChanges): void {
    this.fields.edit(changes);
    this.#options.tabs.publish(this.key, { kind: 'fields', changes });
    this.touch();
  }

  /** Shows the text in a field. */
  attach(field: SessionField): void {
    this.#copy.attach(field);
  }

  /** The field was unmounted; its text is kept and saved. */
  async detach(): Promise<void> {
    if (this.#copy.detach()) await this.flush();
  }

  /** Edits a text that no field shows. */
  edit(change: TextChange): void {
    this.#copy.edit(change);
    this.touch();
  }

  /** Records typing. Cheap: it is called for each key press. */
  touch(): void {
    this.#core.handle({ type: 'typed' });
    this.#tabText.touch();
    this.isKept.set(false);
    this.#timers.planKeep();
    if (!this.#core.isRetrying) this.#timers.planSave();
  }

  /** Keeps the text in this browser and shows it in other tabs. */
  async keep(): Promise<void> {
    this.#timers.cancelKeep();
    if (this.#core.status.isAbandoned) return;
    const { text } = this;
    this.textAtPause.set(text);
    this.#tabText.share(text, this.#copy.base);
    try {
      if (this.#kept.isUnread) {
        this.#restore(await this.#kept.readAgain());
        return await this.keep();
      }
      if (this.#copy.isUnchanged(text)) {
        await this.#kept.delete();
        this.#core.handle({ type: 'draftDeleted' });
      } else await this.#kept.write(this.#copy.draft(text));
      if (this.text === text) this.isKept.set(true);
    } catch {
      // Storage is full or denied: then only the server keeps it, so it does not wait for a pause.
      if (!this.#copy.isUnchanged(text) && this.#core.status.run === 'idle' && !this.#core.isRetrying)
        void this.save();
    }
  }

  /** Adds a draft that could not be read when the page was opened to what was typed since. */
  #restore(draft: PageDraft | null): void {
    if (!draft) return;
    this.#copy.restore(draft);
    this.touch();
  }

  /** The typed text would be lost with the tab: this browser does not store it. */
  get isAtRisk(): boolean {
    return !this.isKept.get() && this.#kept.hasFailed;
  }

  /** Keeps and saves: on leaving and on losing the focus. */
  async flush(): Promise<void> {
    await Promise.all([this.keep(), this.save()]);
  }

  /** Saves the text; while a save is under way, what is typed then is saved after it. */
  save(): Promise<void> {
    this.#timers.cancelSave();
    if (this.#core.status.isAbandoned) return Promise.resolve();
    this.#core.handle({ type: 'saveRequested' });
    if (this.#core.status.run === 'running')
      this.#lastSave = this.#tabSaves
        .inTurn(() => this.#saveAll())
        .finally(() => this.#core.handle({ type: 'saveEnded' }));
    return this.#lastSave;
  }

  /**
   * Has the server make an edit of the saved text, and types the same here, so that it can be undone. In between no other
   * version is taken: an undo would be of something else.
   *
   * @param type true if the text is now what the server has
   */
  async editWithServer<Result extends { revision: string }>(
    send: () => Promise<Result>,
    type: (result: Result) => boolean,
  ): Promise<void> {
    const run = async () => {
      const result = await send();
      const isTyped = type(result);
      if (isTyped) this.#acknowledge(result.revision);
      return { ...result, isTyped };
    };
    const running = run();
    const end = () => void (this.#serverEdit = null);
    this.#serverEdit = running.then(end, end);
    const { revision, isTyped } = await running;
    await (isTyped ? this.keep() : this.pull(revision));
  }

  /** The server has the text as of a revision. */
  #acknowledge(revision: string): void {
    // Other tabs get the text before they learn that it is saved, as of a save.
    this.#tabText.share(this.text, this.#copy.base);
    this.#core.rebaseOn({ ...this.#copy.base, revision, text: this.toStored(this.text) });
    this.#options.onSaved(revision);
    this.#options.tabs.publish(this.key, { kind: 'saved', base: this.#copy.base });
    this.#compare();
  }

  /** The change request has another revision: takes it, unless it is known. A save under way may end without it. */
  async pull(revision: string): Promise<void> {
    if (this.#serverEdit) await this.#serverEdit;
    if (this.#core.status.run !== 'idle') await this.#lastSave;
    if (this.#copy.hasRevision(revision) || !isIdle(this.#core.status)) return;
    const current = await this.#options.server.current();
    if (this.#core.status.run !== 'idle') return this.pull(revision);
    // Another save has been made on top of this version.
    if (!isIdle(this.#core.status) || 'reason' in current || this.#copy.isPast(current.revision)) return;
    this.#core.adopt(current);
    await this.keep();
  }

  /** The regions that both sides changed, while there is a conflict. */
  conflict(): MergeRegion[] {
    const { theirs } = this.#core.status;
    return theirs ? this.#copy.regionsWith(theirs) : [];
  }

  /** The fields that both sides changed, while there is a conflict. */
  fieldConflicts(): FieldConflict[] {
    const { theirs } = this.#core.status;
    return theirs ? this.fields.conflictsWith(theirs.fields) : [];
  }

  /**
   * Ends a conflict with a text that replaces both sides.
   *
   * @param given the fields of which the other version stays
   */
  async resolve(text: string, given: readonly FieldName[] = []): Promise<void> {
    this.fields.drop(given);
    if (this.#core.status.theirs) this.#core.rebaseOn(this.#core.status.theirs);
    this.#copy.show(text);
    this.#core.handle({ type: 'resolved' });
    await this.keep();
    await this.save();
  }

  /** Gives up the unsaved text for what the server has. */
  async discard(): Promise<void> {
    this.#timers.cancelSave();
    if (this.#core.status.theirs) this.#core.rebaseOn(this.#core.status.theirs);
    this.fields.drop();
    this.#copy.show(toEditedText(this.#copy.base.text));
    this.#core.handle({ type: 'discarded' });
    await this.keep();
  }

  /** Ends the session once everything is saved; what is not stays in this browser. */
  close(): void {
    this.#timers.cancel();
    this.#leaveTabs();
  }

  /** Ends the session for good: later calls neither keep nor save. */
  abandon(): void {
    this.#core.handle({ type: 'abandoned' });
    this.close();
  }

  async #saveAll(): Promise<void> {
    await this.#sender.sendAll();
    await this.keep();
    const { run, saveState } = this.#core.status;
    // Requested while the text was kept, so the state has not been checked since.
    if (run === 'again' && (saveState.kind === 'saved' || saveState.kind === 'changed'))
      return this.#saveAll();
    if (saveState.kind === 'changed') this.#timers.planSave(this.isKept.get());
  }

  #receive(message: TabMessage): void {
    this.#kept.expectOthers();
    this.#tabSaves.receive(message);
    if (message.kind === 'saving' || message.kind === 'refused') return;
    if (message.kind === 'opened') {
      // The text of other tabs comes first, so that the new one starts with all of it.
      void this.keep();
      this.#options.tabs.publish(this.key, { kind: 'current', ...this.#copy.draft() });
      return;
    }
    if (message.kind === 'fields') {
      this.fields.edit(message.changes);
      this.#timers.planKeep();
      this.#compare();
      return;
    }
    if (message.kind === 'current' && !this.#tabText.isFresh) return;
    if (!this.#copy.hasRevision(message.base.revision)) this.#core.rebaseOn(message.base);
    if (message.kind !== 'saved') {
      if (message.kind === 'current') this.fields.edit(message.changes);
      this.#copy.show(this.#tabText.take(message, this.text));
      // Text typed here and not shown there yet, and text only in the merge; and text typed there, which this
      // tab may just have taken over as saved and deleted.
      this.#timers.planKeep();
    }
    this.#compare();
  }

  #compare(): void {
    this.#core.handle({ type: 'compared', isUnchanged: this.#copy.isUnchanged() });
  }
}
