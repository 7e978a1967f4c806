import type { FieldChanges, PageDraft, PageVersion } from '#src/domain/drafts/page-drafts.ts';
import { createStore, type Store } from '#src/lib/store.ts';
import type { TextChange } from '../text/line-hunks.ts';
import { conflictsIn, mergeTexts, type MergeRegion, withBothSides } from '../text/merge-texts.ts';
import { toEditedText, toStoredText } from '../text/stored-text.ts';
import { DraftKeeper } from './draft-keeper.ts';
import { FieldEdits } from './field-edits.ts';
import { describeProblems, type FieldConflict, type FieldName, isEmpty } from './page-fields.ts';
import type { SaveState } from './save-state.ts';
import { SessionTimers } from './session-timers.ts';
import { outdated, type SaveFailure, type SessionField, type SessionOptions } from './session-types.ts';
import { TabSaves } from './tab-saves.ts';
import { TabText } from './tab-text.ts';
import type { TabMessage } from './tabs-channel.ts';

/** How often a save may meet a newer revision before it waits. */
const maxRebases = 5;

/** One page while it is edited: keeps its text in this browser, saves it, and merges what others save. */
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
  readonly #kept: DraftKeeper;
  readonly #tabSaves: TabSaves;
  #base: PageVersion;
  /** The version of the server, while it conflicts with the text. */
  #theirs: PageVersion | null = null;
  /** Revisions that a newer one has replaced. */
  readonly #past = new Set<string>();
  /** The text when no field shows it. */
  #text: string;
  readonly #tabText: TabText;
  #field: SessionField | null = null;
  readonly #uncertain = new Set<string>();
  #saving: Promise<void> | null = null;
  #hasWaitingSave = false;
  #isAbandoned = false;
  readonly #timers: SessionTimers;
  readonly #leaveTabs: () => void;

  constructor(options: SessionOptions) {
    const { key, version, tabs, drafts, clock } = options;
    const draft = options.draft === 'unread' ? null : options.draft;
    this.#options = options;
    this.key = key;
    this.#kept = new DraftKeeper(drafts, key, options.draft);
    this.#tabSaves = new TabSaves(tabs, key);
    this.#timers = new SessionTimers(clock, this);
    const editedText = toEditedText(version.text);
    this.#base = draft?.base ?? version;
    this.#text = draft?.text ?? editedText;
    this.#tabText = new TabText(tabs, key, this.#text);
    this.textAtPause = createStore(this.#text);
    this.fields = new FieldEdits(this.#base.fields, draft?.changes ?? {});
    this.isRestored = draft !== null && (draft.text !== editedText || this.fields.isChanged);
    this.state = createStore<SaveState>({ kind: this.isRestored ? 'changed' : 'saved' });
    this.#leaveTabs = tabs.subscribe(key, (message) => this.#receive(message));
    tabs.publish(key, { kind: 'opened' });
    if (draft !== null) this.#adopt(version);
    if (this.isRestored) this.#timers.planSave();
  }

  /** The whole edited text. */
  get text(): string {
    return this.#field?.text() ?? this.#text;
  }

  get revision(): string {
    return this.#base.revision;
  }

  /** Changes fields of the page. They are kept and saved with the text. */
  editFields(changes: FieldChanges): void {
    this.fields.edit(changes);
    this.#options.tabs.publish(this.key, { kind: 'fields', changes });
    this.touch();
  }

  /** Shows the text in a field. */
  attach(field: SessionField): void {
    this.#field = field;
  }

  /** The field was unmounted; its text is kept and saved. */
  async detach(): Promise<void> {
    if (!this.#field) return;
    this.#text = this.#field.text();
    this.#field = null;
    await this.flush();
  }

  /** Edits a text that no field shows. */
  edit({ from, to, insert }: TextChange): void {
    this.#text = this.text.slice(0, from) + insert + this.text.slice(to);
    this.touch();
  }

  /** Records typing. Cheap: it is called for each key press. */
  touch(): void {
    // While the server can't be reached, the next attempt stays planned, and the reason stays shown.
    const isRetrying = this.#timers.isRetrying;
    if (this.#isIdle() && !isRetrying)
      this.state.set((state) => (state.kind === 'changed' ? state : { kind: 'changed' }));
    this.#tabText.touch();
    this.isKept.set(false);
    this.#timers.planKeep();
    if (!isRetrying) this.#timers.planSave();
  }

  /** Keeps the text in this browser and shows it in other tabs. */
  async keep(): Promise<void> {
    this.#timers.cancelKeep();
    if (this.#isAbandoned) return;
    const { text } = this;
    this.textAtPause.set(text);
    this.#tabText.share(text, this.#base);
    try {
      if (this.#kept.isUnread) {
        this.#restore(await this.#kept.readAgain());
        return await this.keep();
      }
      if (this.#isUnchanged(text)) {
        await this.#kept.delete();
        if (this.state.get().kind === 'changed') this.state.set({ kind: 'saved' });
      } else await this.#kept.write({ text, base: this.#base, changes: this.fields.changes });
      if (this.text === text) this.isKept.set(true);
    } catch {
      // Storage is full or denied: then only the server keeps it, so it does not wait for a pause.
      if (!this.#isUnchanged(text) && this.#saving === null && !this.#timers.isRetrying) void this.save();
    }
  }

  /** Adds a draft that could not be read when the page was opened to what was typed since. */
  #restore(draft: PageDraft | null): void {
    if (!draft) return;
    this.fields.edit({ ...draft.changes, ...this.fields.changes });
    this.#show(withBothSides(mergeTexts(toEditedText(draft.base.text), draft.text, this.text)));
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
    if (this.#isAbandoned) return Promise.resolve();
    if (this.#saving) {
      this.#hasWaitingSave = true;
      return this.#saving;
    }
    this.#saving = this.#tabSaves.inTurn(() => this.#saveAll()).finally(() => (this.#saving = null));
    return this.#saving;
  }

  /** The change request has another revision: takes it, unless it is known. A save under way may end without it. */
  async pull(revision: string): Promise<void> {
    if (this.#saving) await this.#saving;
    if (revision === this.#base.revision || this.#past.has(revision) || !this.#isIdle()) return;
    const current = await this.#options.server.current();
    if (this.#saving) return this.pull(revision);
    // Another save has been made on top of this version.
    if (!this.#isIdle() || 'reason' in current || this.#past.has(current.revision)) return;
    this.#adopt(current);
    await this.keep();
  }

  /** The regions that both sides changed, while there is a conflict. */
  conflict(): MergeRegion[] {
    if (!this.#theirs) return [];
    return mergeTexts(toEditedText(this.#base.text), this.text, toEditedText(this.#theirs.text));
  }

  /** The fields that both sides changed, while there is a conflict. */
  fieldConflicts(): FieldConflict[] {
    return this.#theirs ? this.fields.conflictsWith(this.#theirs.fields) : [];
  }

  /**
   * Ends a conflict with a text that replaces both sides.
   *
   * @param given the fields of which the other version stays
   */
  async resolve(text: string, given: readonly FieldName[] = []): Promise<void> {
    this.fields.drop(given);
    if (this.#theirs) this.#rebaseOn(this.#theirs);
    this.#show(text);
    this.state.set({ kind: 'changed' });
    await this.keep();
    await this.save();
  }

  /** Gives up the unsaved text for what the server has. */
  async discard(): Promise<void> {
    this.#timers.cancelSave();
    if (this.#theirs) this.#rebaseOn(this.#theirs);
    this.fields.drop();
    this.#show(toEditedText(this.#base.text));
    this.#timers.endRetries();
    this.state.set({ kind: 'saved' });
    await this.keep();
  }

  /** Ends the session once everything is saved; what is not stays in this browser. */
  close(): void {
    this.#timers.cancel();
    this.#leaveTabs();
  }

  /** Ends the session for good: later calls neither keep nor save. */
  abandon(): void {
    this.#isAbandoned = true;
    this.close();
  }

  /** Neither saving nor waiting for a decision. */
  #isIdle(): boolean {
    return this.#saving === null && this.#theirs === null;
  }

  #isUnchanged(text: string): boolean {
    return !this.fields.isChanged && toStoredText(text, this.#base.text) === this.#base.text;
  }

  async #saveAll(): Promise<void> {
    let rebases = 0;
    // Without a base, nothing is sent. A conflict is named below.
    let isDone = !(await this.#learnBase());
    while (!isDone) {
      this.#hasWaitingSave = false;
      const { text } = this;
      if (this.#theirs === null && this.#isUnchanged(text)) {
        this.#timers.endRetries();
        this.state.set({ kind: 'saved' });
        break;
      }
      const failure = this.#theirs === null ? await this.#send(text) : outdated;
      // A rejected field does not hold back the rest, and is reported at the end.
      if (failure === null) isDone = !this.#hasWaitingSave && isEmpty(this.fields.problems.get());
      else if (failure.problems && this.fields.refuse(failure.problems)) continue;
      else if (failure.reason === 'outdated' && rebases < maxRebases) isDone = !(await this.#rebase());
      else {
        this.#fail(failure);
        isDone = true;
      }
      if (failure !== null) rebases += 1;
    }
    await this.keep();
    const { kind } = this.state.get();
    // Requested while the text was kept, so the state has not been checked since.
    if (this.#hasWaitingSave && (kind === 'saved' || kind === 'changed')) return this.#saveAll();
    if (kind === 'changed') this.#timers.planSave(this.isKept.get());
  }

  /** Sends a text; null if it was saved. */
  async #send(text: string): Promise<SaveFailure | null> {
    this.state.set({ kind: 'saving' });
    // Before they learn that it is saved: a tab without it would take its own text for a later version.
    this.#tabText.share(text, this.#base);
    const edited = toStoredText(text, this.#base.text);
    const fields = this.fields.sendable;
    const isTextChanged = edited !== this.#base.text;
    if (!isTextChanged && isEmpty(fields))
      return { reason: 'fields', message: describeProblems(this.fields.problems.get()) };
    const changes = { fields, ...(isTextChanged && { text: edited }) };
    const result = await this.#tabSaves.announced({ ...changes, text: edited }, () =>
      this.#options.server.save(changes, this.#base.revision),
    );
    if ('reason' in result) {
      if (result.reason === 'unknown') this.#expect(edited, fields);
      return result;
    }
    this.#timers.endRetries();
    this.#rebaseOn({ revision: result.revision, text: edited, fields: { ...this.#base.fields, ...fields } });
    this.#options.onSaved(result.revision);
    this.#options.tabs.publish(this.key, { kind: 'saved', base: this.#base });
    this.state.set({ kind: this.#isUnchanged(this.text) ? 'saved' : 'changed' });
    return null;
  }

  /** The server may have it by now. */
  #expect(text: string, fields: FieldChanges): void {
    this.#uncertain.add(text);
    this.fields.markUncertain(fields);
  }

  /** A save of another tab may have arrived: fetches the current version. False if that fails. */
  async #learnBase(): Promise<boolean> {
    const unanswered = this.#tabSaves.unanswered;
    if (!unanswered || this.#theirs !== null || this.#isUnchanged(this.text)) return true;
    this.#expect(unanswered.text, unanswered.fields);
    return (await this.#rebase()) || this.#theirs !== null;
  }

  /** Takes what the server has now. False if the text can't be saved on top of it. */
  async #rebase(): Promise<boolean> {
    const current = await this.#options.server.current();
    if (!('reason' in current)) return this.#adopt(current);
    this.#fail(current);
    return false;
  }

  #rebaseOn(version: PageVersion): void {
    if (version.revision !== this.#base.revision) this.#past.add(this.#base.revision);
    this.#base = version;
    this.#theirs = null;
    this.#uncertain.clear();
    this.#tabSaves.settle();
    this.fields.rebaseOn(version.fields);
  }

  #fail({ reason: cause, message }: SaveFailure): void {
    const reason = cause === 'unknown' || cause === 'outdated' ? 'unreachable' : cause;
    this.state.set({ kind: 'failed', reason, message });
    if (reason === 'unreachable') this.#timers.planRetry();
    else this.#timers.endRetries();
  }

  /** Makes a version the base and merges it into text and fields. False if both changed the same. */
  #adopt(version: PageVersion): boolean {
    const theirs = toEditedText(version.text);
    // A save without an answer reached the server: what it has is mine.
    const before = this.#uncertain.has(version.text) ? theirs : toEditedText(this.#base.text);
    const regions = mergeTexts(before, this.text, theirs);
    const isApart =
      conflictsIn(regions).length === 0 && this.fields.conflictsWith(version.fields).length === 0;
    if (!isApart) {
      this.#theirs = version;
      this.state.set({ kind: 'conflict' });
      return false;
    }
    this.#rebaseOn(version);
    this.#show(withBothSides(regions));
    return true;
  }

  #show(text: string): void {
    if (text === this.text) return;
    this.#text = text;
    this.textAtPause.set(text);
    this.#field?.replaceText(text);
  }

  #receive(message: TabMessage): void {
    this.#kept.expectOthers();
    this.#tabSaves.receive(message);
    if (message.kind === 'saving' || message.kind === 'refused') return;
    if (message.kind === 'opened') {
      // The text of other tabs comes first, so that the new one starts with all of it.
      void this.keep();
      this.#options.tabs.publish(this.key, {
        kind: 'current',
        text: this.text,
        base: this.#base,
        changes: this.fields.changes,
      });
      return;
    }
    if (message.kind === 'fields') {
      this.fields.edit(message.changes);
      this.#timers.planKeep();
      this.#describeChanges();
      return;
    }
    if (message.kind === 'current' && !this.#tabText.isFresh) return;
    const { revision } = message.base;
    if (revision !== this.#base.revision && !this.#past.has(revision)) this.#rebaseOn(message.base);
    if (message.kind !== 'saved') {
      if (message.kind === 'current') this.fields.edit(message.changes);
      this.#show(this.#tabText.take(message, this.text));
      // Text typed here and not shown there yet, and text only in the merge; and text typed there, which this
      // tab may just have taken over as saved and deleted.
      this.#timers.planKeep();
    }
    this.#describeChanges();
  }

  #describeChanges(): void {
    if (this.#isIdle()) this.state.set({ kind: this.#isUnchanged(this.text) ? 'saved' : 'changed' });
  }
}
