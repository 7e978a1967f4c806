import type { PersonalStateEntryUpdate, PersonalStateValue } from '#api/generated/types.gen.ts';

/** The state of a person about one subject. */
export type PersonalEntry = PersonalStateEntryUpdate & { value: PersonalStateValue };

/** Entries by kind and subject. */
export type PersonalEntries = ReadonlyMap<string, PersonalEntry>;

const keyOf = ({ kind, subject }: Pick<PersonalEntry, 'kind' | 'subject'>) => `${kind} ${subject}`;

export const byKey = (entries: Iterable<PersonalEntry>): PersonalEntries =>
  new Map([...entries].map((entry) => [keyOf(entry), entry]));

/** The order of fields differs between a browser and a database. */
function isSame(a: PersonalEntry | undefined, b: PersonalEntry | undefined): boolean {
  if (!a || !b) return a === b;
  const fields = Object.entries(a.value).filter(([, text]) => text !== undefined);
  const others = new Map<string, unknown>(Object.entries(b.value));
  return fields.length === others.size && fields.every(([field, text]) => others.get(field) === text);
}

/** The changes that lead from one state to another, deletions first: they make room for the rest. */
export function changesBetween(from: PersonalEntries, to: PersonalEntries): PersonalStateEntryUpdate[] {
  const deleted = [...from].flatMap(([key, { kind, subject }]) =>
    to.has(key) ? [] : [{ kind, subject, value: null }],
  );
  return [...deleted, ...[...to].flatMap(([key, entry]) => (isSame(from.get(key), entry) ? [] : [entry]))];
}

/** A state after changes. */
export function withChanges(
  state: PersonalEntries,
  changes: readonly PersonalStateEntryUpdate[],
): PersonalEntries {
  const next = new Map(state);
  for (const { value, ...of } of changes) {
    if (value === null) next.delete(keyOf(of));
    else next.set(keyOf(of), { ...of, value });
  }
  return next;
}

/**
 * Merges what changed in this browser since `base` with what changed on the server. Of two changes of an entry the later
 * counts; a changed entry is not deleted; and of two saved views with one name both are kept.
 */
export function mergeEntries(
  base: PersonalEntries,
  browser: PersonalEntries,
  server: PersonalEntries,
): PersonalEntries {
  const merged = new Map<string, PersonalEntry>();
  const doubleViews: PersonalEntry[] = [];
  for (const key of new Set([...server.keys(), ...browser.keys()])) {
    const [before, mine, theirs] = [base.get(key), browser.get(key), server.get(key)];
    const isTheirs = isSame(mine, before) || isSame(mine, theirs) || !mine;
    let entry = isTheirs ? theirs : mine;
    // Deleted here, and unchanged there.
    if (!mine && isSame(theirs, before)) entry = undefined;
    if (!isTheirs && theirs && !isSame(theirs, before)) {
      entry = mine.kind === 'view' || timeOf(theirs) > timeOf(mine) ? theirs : mine;
      if (mine.kind === 'view') doubleViews.push(mine);
    }
    if (entry) merged.set(key, entry);
  }
  for (const view of doubleViews) addUnderFreeName(merged, view);
  return merged;
}

const timeOf = ({ value }: PersonalEntry): string => value.at ?? value.updatedAt ?? '';

function addUnderFreeName(entries: Map<string, PersonalEntry>, view: PersonalEntry): void {
  for (let number = 2; ; number += 1) {
    const renamed = { ...view, subject: `${view.subject} (${number})` };
    if (entries.has(keyOf(renamed))) continue;
    entries.set(keyOf(renamed), renamed);
    return;
  }
}
