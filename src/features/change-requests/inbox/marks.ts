import { personalName } from '#src/api/session/session.ts';
import { readStored, writeStored } from '#src/lib/storage.ts';
import { createStore, type Store } from '#src/lib/store.ts';

/** The change requests that the user has seen and snoozed. */
export interface Marks {
  /** When the inbox was last left (ISO 8601); later changes are new. Null on the first visit. */
  since: string | null;
  /** When each was last seen, by id. */
  seen: Readonly<Record<string, string>>;
  /** Snoozed until when, by id, and the `updatedAt` at that time: a change ends the snooze. */
  snoozed: Readonly<Record<string, { until: string; updatedAt: string }>>;
}

interface Marked {
  id: string;
  updatedAt: string;
}

/** Limit per kind. */
const maxMarks = 1000;

/** Whether a change request changed since the user last saw it. */
export function isNew({ since, seen }: Marks, { id, updatedAt }: Marked): boolean {
  return since !== null && updatedAt > since && updatedAt > (seen[id] ?? '');
}

/** Whether a change request is snoozed now. */
export function isSnoozed(
  { snoozed }: Pick<Marks, 'snoozed'>,
  { id, updatedAt }: Marked,
  now: Date,
): boolean {
  const entry = snoozed[id];
  return entry !== undefined && entry.until > now.toISOString() && entry.updatedAt === updatedAt;
}

/** The marks with change requests marked as seen or unseen. */
export function withSeen(marks: Marks, rows: readonly Marked[], seen: boolean, now: Date): Marks {
  const next = new Map(Object.entries(marks.seen));
  for (const { id, updatedAt } of rows) {
    next.delete(id);
    // The user's own change right after looking is not new.
    if (seen) next.set(id, [now.toISOString(), updatedAt].toSorted().at(-1) ?? updatedAt);
  }
  return { ...marks, seen: Object.fromEntries([...next].slice(-maxMarks)) };
}

/** The marks with change requests snoozed until a time; null ends the snooze. */
export function withSnoozed(marks: Marks, rows: readonly Marked[], until: Date | null): Marks {
  const next = new Map(Object.entries(marks.snoozed));
  for (const { id, updatedAt } of rows) {
    next.delete(id);
    if (until) next.set(id, { until: until.toISOString(), updatedAt });
  }
  return { ...marks, snoozed: Object.fromEntries([...next].slice(-maxMarks)) };
}

/** Rows and total without snoozed ones. */
export function withoutSnoozed<Row extends Marked>(
  list: { items: readonly Row[]; count: number },
  marks: Pick<Marks, 'snoozed'>,
  now: Date,
): { items: readonly Row[]; count: number } {
  const items = list.items.filter((row) => !isSnoozed(marks, row, now));
  return { items, count: list.count - (list.items.length - items.length) };
}

const stores = new Map<string, Store<Marks>>();

/** The name under which the marks of an organization are stored, before it is a person's. */
export const marksName = (organizationId: string) => `inbox.${organizationId}`;
/** The same for when the inbox was last left. */
export const visitName = (organizationId: string) => `inbox.${organizationId}.visited`;

/** The marks of an organization. "New" means since the previous visit; a reload in the same tab is the same visit. */
export function marksOf(organizationId: string): Store<Marks> {
  const [name, visit] = [personalName(marksName(organizationId)), personalName(visitName(organizationId))];
  const existing = stores.get(name);
  if (existing) return existing;
  const since = readStored('session', name) ?? readStored('local', visit);
  const recordVisit = () => writeStored('local', visit, new Date().toISOString());
  writeStored('session', name, since);
  recordVisit();
  const store = createStore<Marks>({ ...loadMarks(name), since });
  store.subscribe(() => {
    const { seen, snoozed } = store.get();
    // What another tab or the server stored is no visit here.
    if (storeMarks(name, { seen, snoozed })) recordVisit();
  });
  stores.set(name, store);
  return store;
}

/** Shows what was stored under a name by another tab, or came from the server. */
export const reloadMarks = (name: string): void =>
  stores.get(name)?.set(({ since }) => ({ ...loadMarks(name), since }));

/** In a browser without an earlier visit, what changed since a visit in another browser is new. */
export function setSince(name: string, visited: string): void {
  const store = stores.get(name);
  if (!store || store.get().since !== null) return;
  writeStored('session', name, visited);
  store.set((marks) => ({ ...marks, since: visited }));
}

/** Snoozed change requests of an organization; reading them on other screens is not a visit to the inbox. */
export function snoozedIn(organizationId: string): Pick<Marks, 'snoozed'> {
  const name = personalName(marksName(organizationId));
  return stores.get(name)?.get() ?? loadMarks(name);
}

export function loadMarks(name: string): Pick<Marks, 'seen' | 'snoozed'> {
  const emptyMarks = { seen: {}, snoozed: {} };
  try {
    const storedValue: unknown = JSON.parse(readStored('local', name) ?? '{}');
    // Written by this module; other shapes are ignored.
    return typeof storedValue === 'object' && storedValue !== null
      ? { ...emptyMarks, ...storedValue }
      : emptyMarks;
  } catch {
    return emptyMarks;
  }
}

/** @returns whether that changed what is stored */
export function storeMarks(name: string, marks: Pick<Marks, 'seen' | 'snoozed'>): boolean {
  const text = JSON.stringify(marks);
  return text !== readStored('local', name) && writeStored('local', name, text);
}
