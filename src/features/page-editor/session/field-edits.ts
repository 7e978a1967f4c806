import type { FieldChanges, PageFields } from '#src/domain/page-drafts/page-drafts.ts';
import { createStore } from '#src/lib/store.ts';
import {
  changesFrom,
  checkFields,
  type FieldConflict,
  fieldConflicts,
  type FieldName,
  fieldNames,
  type FieldProblems,
  isEmpty,
  isSameValue,
  pick,
} from './page-fields.ts';

/** The fields of a page while they are edited: what the server has, what was changed, and what it did not take. */
export class FieldEdits {
  /** The fields as the server has them. */
  readonly saved;
  /** The fields with all changes. */
  readonly values;
  /** Why some changes are not saved. */
  readonly problems;
  #changes: FieldChanges;
  /** Sent without an answer: the server may have one of them. */
  #uncertain: FieldChanges[] = [];

  constructor(base: PageFields, changes: FieldChanges) {
    this.saved = createStore(base);
    this.#changes = changesFrom(base, changes);
    this.values = createStore<PageFields>({ ...base, ...this.#changes });
    this.problems = createStore<FieldProblems>(checkFields(this.#changes));
  }

  /** The fields that differ from the server. */
  get changes(): FieldChanges {
    return this.#changes;
  }

  get isChanged(): boolean {
    return !isEmpty(this.#changes);
  }

  /** The changes that the server may take. */
  get sendable(): FieldChanges {
    return pick(this.#changes, (name) => this.problems.get()[name] === undefined);
  }

  edit(changes: FieldChanges): void {
    this.#set({ ...this.#changes, ...changes });
    const others = Object.entries(this.problems.get()).filter(([name]) => !(name in changes));
    this.problems.set({
      ...Object.fromEntries(others),
      ...checkFields(pick(this.#changes, (name) => name in changes)),
    });
  }

  /** The server refused some changes. False if it named none that were sent. */
  refuse(problems: FieldProblems): boolean {
    const currentProblems = this.problems.get();
    const isNew = fieldNames.some(
      (name) => name in problems && name in this.#changes && !(name in currentProblems),
    );
    if (isNew) this.problems.set({ ...currentProblems, ...problems });
    return isNew;
  }

  /** Whether the server has these is not known. */
  markUncertain(changes: FieldChanges): void {
    if (!isEmpty(changes)) this.#uncertain.push(changes);
  }

  /** The fields changed here and, differently, in another version. */
  conflictsWith(theirs: PageFields): FieldConflict[] {
    const isOwn = ({ name, theirs: value }: FieldConflict) =>
      this.#uncertain.some((sent) => isSameValue(sent[name], value));
    return fieldConflicts(this.saved.get(), this.#changes, theirs).filter((conflict) => !isOwn(conflict));
  }

  /** The server has another version; changes stay. */
  rebaseOn(base: PageFields): void {
    if (!isEmpty(changesFrom(this.saved.get(), base))) this.saved.set(base);
    this.#uncertain = [];
    this.#set(this.#changes);
  }

  /** Gives up changes; without names, all. */
  drop(names: readonly FieldName[] = fieldNames): void {
    this.#set(pick(this.#changes, (name) => !names.includes(name)));
  }

  #set(changes: FieldChanges): void {
    const base = this.saved.get();
    this.#changes = changesFrom(base, changes);
    this.values.set({ ...base, ...this.#changes });
    const remainingProblems = Object.entries(this.problems.get()).filter(([name]) => name in this.#changes);
    this.problems.set(Object.fromEntries(remainingProblems));
  }
}
