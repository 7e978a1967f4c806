import { createStore, type Store } from '#src/lib/store.ts';
import { readStored, writeStored } from '#src/lib/storage.ts';

/** What somebody has noted about change requests; it stays in this browser. */
export interface Marks {
  /** When the inbox was last left, as ISO 8601: what has changed since is new. Null on the first visit. */
  since: string | null;
  /** Until when each was looked at, by id. */
  seen: Readonly<Record<string, string>>;
  /** Until when each is put off, by id, and how it was then: a change brings it back. */
  snoozed: Readonly<Record<string, { until: string; updatedAt: string }>>;
}

/** What of a change request is looked at here. */
interface Marked {
  id: string;
  updatedAt: string;
}

/** The most marks of a kind that are kept. */
const maxMarks = 1000;

/** Whether something has changed since somebody last looked. */
export function isNew({ since, seen }: Marks, { id, updatedAt }: Marked): boolean {
  return since !== null && updatedAt > since && updatedAt > (seen[id] ?? '');
}

/** Whether something is put off now. */
export function isSnoozed(
  { snoozed }: Pick<Marks, 'snoozed'>,
  { id, updatedAt }: Marked,
  now: Date,
): boolean {
  const entry = snoozed[id];
  return entry !== undefined && entry.until > now.toISOString() && entry.updatedAt === updatedAt;
}

/** The marks with some change requests seen as they are, or not seen. */
export function withSeen(marks: Marks, rows: readonly Marked[], seen: boolean, now: Date): Marks {
  const next = new Map(Object.entries(marks.seen));
  for (const { id, updatedAt } of rows) {
    next.delete(id);
    // A change that somebody makes right after looking is their own.
    if (seen) next.set(id, [now.toISOString(), updatedAt].toSorted().at(-1) ?? updatedAt);
  }
  return { ...marks, seen: Object.fromEntries([...next].slice(-maxMarks)) };
}

/** The marks with change requests put off until a time, or, with null, no longer. */
export function withSnoozed(marks: Marks, rows: readonly Marked[], until: Date | null): Marks {
  const next = new Map(Object.entries(marks.snoozed));
  for (const { id, updatedAt } of rows) {
    next.delete(id);
    if (until) next.set(id, { until: until.toISOString(), updatedAt });
  }
  return { ...marks, snoozed: Object.fromEntries([...next].slice(-maxMarks)) };
}

/** Some rows of a list and how many there are in all, without those that are put off. */
export function withoutSnoozed<Row extends Marked>(
  list: { items: readonly Row[]; count: number },
  marks: Pick<Marks, 'snoozed'>,
  now: Date,
): { items: readonly Row[]; count: number } {
  const items = list.items.filter((row) => !isSnoozed(marks, row, now));
  return { items, count: list.count - (list.items.length - items.length) };
}

const stores = new Map<string, Store<Marks>>();

/**
 * The marks of an organization. What is new is counted from the visit before: within one tab, a reload is the same
 * visit.
 */
export function marksOf(organizationId: string): Store<Marks> {
  const existing = stores.get(organizationId);
  if (existing) return existing;
  const name = `inbox.${organizationId}`;
  const stored = loadMarks(name);
  const since = readStored('session', name) ?? readStored('local', `${name}.visited`);
  writeStored('session', name, since);
  writeStored('local', `${name}.visited`, new Date().toISOString());
  const store = createStore<Marks>({ ...stored, since });
  store.subscribe(() => {
    const { seen, snoozed } = store.get();
    writeStored('local', name, JSON.stringify({ seen, snoozed }));
    writeStored('local', `${name}.visited`, new Date().toISOString());
  });
  stores.set(organizationId, store);
  return store;
}

/** What is put off in an organization; looking it up from another screen is no visit to the inbox. */
export function snoozedIn(organizationId: string): Pick<Marks, 'snoozed'> {
  return stores.get(organizationId)?.get() ?? loadMarks(`inbox.${organizationId}`);
}

function loadMarks(name: string): Pick<Marks, 'seen' | 'snoozed'> {
  const emptyMarks = { seen: {}, snoozed: {} };
  try {
    const stored: unknown = JSON.parse(readStored('local', name) ?? '{}');
    // Written by this very module; another shape is passed over below.
    return typeof stored === 'object' && stored !== null ? { ...emptyMarks, ...stored } : emptyMarks;
  } catch {
    return emptyMarks;
  }
}
