import type { FieldChanges, PageDraft, PageVersion } from '#src/domain/page-drafts/page-drafts.ts';
import type { TextChange } from '#src/lib/compare/line-hunks.ts';
import { createStore, type Store } from '#src/lib/store.ts';
import { conflictsIn, type MergeRegion, mergeTexts, withBothSides } from '../text/merge-texts.ts';
import { toEditedText, toStoredText } from '../text/stored-text.ts';
import { FieldEdits } from './field-edits.ts';
import type { SessionField } from './session-types.ts';

/** Text and fields of a page as they are edited here, and the version of the server that they are based on. */
export class WorkingCopy {
  /** The text as of the last pause in typing. */
  readonly textAtPause: Store<string>;
  /** Title, slug and the other fields beside the text. */
  readonly fields: FieldEdits;
  #base: PageVersion;
  /** Revisions that a newer base has replaced. */
  readonly #past = new Set<string>();
  /** Texts that were sent without an answer: the server may have one of them. */
  readonly #uncertain = new Set<string>();
  /** The text when no field shows it. */
  #text: string;
  #field: SessionField | null = null;

  constructor(version: PageVersion, draft: PageDraft | null) {
    this.#base = draft?.base ?? version;
    this.#text = draft?.text ?? toEditedText(version.text);
    this.textAtPause = createStore(this.#text);
    this.fields = new FieldEdits(this.#base.fields, draft?.changes ?? {});
  }

  /** The whole edited text. */
  get text(): string {
    return this.#field?.text() ?? this.#text;
  }

  get base(): PageVersion {
    return this.#base;
  }

  /** All that a draft of it holds. */
  draft(text = this.text): PageDraft {
    return { text, base: this.#base, changes: this.fields.changes };
  }

  isUnchanged(text = this.text): boolean {
    return !this.fields.isChanged && toStoredText(text, this.#base.text) === this.#base.text;
  }

  /** Whether a revision is the base, or an older one. */
  hasRevision(revision: string): boolean {
    return revision === this.#base.revision || this.#past.has(revision);
  }

  isPast(revision: string): boolean {
    return this.#past.has(revision);
  }

  /** Shows the text in a field. */
  attach(field: SessionField): void {
    this.#field = field;
  }

  /** The field is unmounted. False if there was none. */
  detach(): boolean {
    if (!this.#field) return false;
    this.#text = this.#field.text();
    this.#field = null;
    return true;
  }

  /** Edits a text that no field shows. */
  edit({ from, to, insert }: TextChange): void {
    this.#text = this.text.slice(0, from) + insert + this.text.slice(to);
  }

  /** Replaces the text here and in the field. */
  show(text: string): void {
    if (text === this.text) return;
    this.#text = text;
    this.textAtPause.set(text);
    this.#field?.replaceText(text);
  }

  /** Adds a draft of an earlier visit to what was typed since. */
  restore(draft: PageDraft): void {
    this.fields.edit({ ...draft.changes, ...this.fields.changes });
    this.show(withBothSides(mergeTexts(toEditedText(draft.base.text), draft.text, this.text)));
  }

  /** The server may have these by now. */
  markUncertain(text: string, fields: FieldChanges): void {
    this.#uncertain.add(text);
    this.fields.markUncertain(fields);
  }

  /** Makes a version the base, and leaves text and changes as they are. */
  rebaseOn(version: PageVersion): void {
    if (version.revision !== this.#base.revision) this.#past.add(this.#base.revision);
    this.#base = version;
    this.#uncertain.clear();
    this.fields.rebaseOn(version.fields);
  }

  /** The text with what another version changed; null if both changed the same lines or fields. */
  mergedWith(version: PageVersion): string | null {
    const theirs = toEditedText(version.text);
    // A save without an answer reached the server: what it has is mine.
    const before = this.#uncertain.has(version.text) ? theirs : toEditedText(this.#base.text);
    const regions = mergeTexts(before, this.text, theirs);
    const isApart =
      conflictsIn(regions).length === 0 && this.fields.conflictsWith(version.fields).length === 0;
    return isApart ? withBothSides(regions) : null;
  }

  /** The regions of the text, by the side that changed them. */
  regionsWith(version: PageVersion): MergeRegion[] {
    return mergeTexts(toEditedText(this.#base.text), this.text, toEditedText(version.text));
  }
}
