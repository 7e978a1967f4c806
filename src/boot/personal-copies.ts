import type {
  PersonalStateEntryUpdate,
  PersonalStateKind,
  PersonalStateValue,
} from '#api/generated/types.gen.ts';
import { byKey, changesBetween, type PersonalEntry } from '#src/domain/personal-state/merge.ts';
import {
  isRecentItem,
  loadRecentItems,
  maxRecent,
  type RecentItem,
  recentItemsName,
  reloadRecentItems,
} from '#src/domain/recent/recent-items.ts';
import { loadStoredViews, savedViewsName, storeViews } from '#src/domain/saved-views/saved-views.ts';
import {
  loadMarks,
  marksName,
  reloadMarks,
  setSince,
  storeMarks,
  visitName,
} from '#src/features/change-requests/inbox/marks.ts';
import {
  listViewed,
  loadViewed,
  reloadViewed,
  storeViewed,
  viewedListName,
  viewedName,
} from '#src/features/change-requests/views/viewed-pages.ts';
import { listStoredKeys, readStored, writeStored } from '#src/lib/storage.ts';

/** Makes a name in the browser's storage one of a person's. */
type NameOf = (name: string) => string;

/** What the browser has of a person's state in an organization, as entries. Screens have their own forms of it. */
interface PersonalCopy {
  kinds: readonly PersonalStateKind[];
  read(organizationId: string, nameOf: NameOf): PersonalEntry[];
  /** Replaces it by the entries of its kinds, also on the screen. */
  write(organizationId: string, nameOf: NameOf, entries: readonly PersonalEntry[]): void;
}

const ofKind = (entries: readonly PersonalEntry[], wanted: PersonalEntry['kind']) =>
  entries.flatMap(({ kind, subject, value }) => (kind === wanted ? [{ subject, value }] : []));

const byTime = <Item extends { value: PersonalStateValue }>(entries: readonly Item[]): Item[] =>
  entries.toSorted((a, b) => (a.value.at ?? '').localeCompare(b.value.at ?? ''));

function toItem({ subject, value }: { subject: string; value: PersonalStateValue }): RecentItem[] {
  const [kind = '', ...ids] = subject.split('/');
  const [id = '', within = ''] = ids.toReversed();
  const item = { kind, id, within, title: value.title ?? '', at: value.at };
  return isRecentItem(item) ? [item] : [];
}

/** Items from before there was a time keep their order. */
const toEntry =
  (kind: 'favorite' | 'recent', count: number) =>
  (item: RecentItem, index: number): PersonalEntry => ({
    kind,
    subject: [item.kind, ...(item.within === '' ? [] : [item.within]), item.id].join('/'),
    value: { title: item.title, at: item.at ?? new Date(count - index).toISOString() },
  });

const items: PersonalCopy = {
  kinds: ['recent', 'favorite'],
  read(organizationId, nameOf) {
    const { recent, favorites } = loadRecentItems(nameOf(recentItemsName(organizationId)));
    return [
      ...recent.map(toEntry('recent', recent.length)),
      ...favorites.map(toEntry('favorite', favorites.length)),
    ];
  },
  write(organizationId, nameOf, entries) {
    const name = nameOf(recentItemsName(organizationId));
    const list = (kind: 'favorite' | 'recent') => byTime(ofKind(entries, kind)).toReversed().flatMap(toItem);
    const stored = { recent: list('recent').slice(0, maxRecent), favorites: list('favorite') };
    writeStored('local', name, JSON.stringify(stored));
    reloadRecentItems(name);
  },
};

/** Names of views may contain the sign between list and name. */
const views: PersonalCopy = {
  kinds: ['view'],
  read: (organizationId, nameOf) =>
    screensWithViews(organizationId, nameOf).flatMap((screen) =>
      loadStoredViews(nameOf(savedViewsName(`/o/${organizationId}/${screen}`))).map(({ name, search }) => ({
        kind: 'view',
        subject: `${screen}#${name}`,
        value: { search },
      })),
    ),
  write(organizationId, nameOf, entries) {
    const lists = new Map(
      screensWithViews(organizationId, nameOf).map((screen) => [screen, new Map<string, string>()]),
    );
    for (const { subject, value } of ofKind(entries, 'view')) {
      const end = subject.indexOf('#');
      const screen = subject.slice(0, end);
      const list = lists.get(screen) ?? new Map<string, string>();
      lists.set(screen, list.set(subject.slice(end + 1), value.search ?? ''));
    }
    for (const [screen, list] of lists)
      storeViews(
        nameOf(savedViewsName(`/o/${organizationId}/${screen}`)),
        [...list].map(([name, search]) => ({ name, search })),
      );
  },
};

function screensWithViews(organizationId: string, nameOf: NameOf): string[] {
  const start = savedViewsName(`/o/${organizationId}/`);
  const end = nameOf('');
  return listStoredKeys('local', start).flatMap((name) => {
    const screen = name.slice(0, name.length - end.length);
    return nameOf(screen) === name && (end !== '' || !name.includes('@')) ? [screen] : [];
  });
}

const marks: PersonalCopy = {
  kinds: ['visited', 'seen', 'snoozed'],
  read(organizationId, nameOf) {
    const { seen, snoozed } = loadMarks(nameOf(marksName(organizationId)));
    const visited = readStored('local', nameOf(visitName(organizationId)));
    return [
      ...Object.entries(seen).map(([subject, at]): PersonalEntry => ({
        kind: 'seen',
        subject,
        value: { at },
      })),
      ...Object.entries(snoozed).map(([subject, { until, updatedAt }]): PersonalEntry => ({
        kind: 'snoozed',
        subject,
        value: { until, updatedAt },
      })),
      ...(visited === null ? [] : [{ kind: 'visited' as const, subject: 'inbox', value: { at: visited } }]),
    ];
  },
  write(organizationId, nameOf, entries) {
    const name = nameOf(marksName(organizationId));
    const [visit] = ofKind(entries, 'visited');
    if (visit?.value.at !== undefined)
      writeStored('local', nameOf(visitName(organizationId)), visit.value.at);
    const isChanged = storeMarks(name, {
      seen: Object.fromEntries(
        byTime(ofKind(entries, 'seen')).map(({ subject, value }) => [subject, value.at ?? '']),
      ),
      snoozed: Object.fromEntries(
        ofKind(entries, 'snoozed').map(({ subject, value: { until = '', updatedAt = '' } }) => [
          subject,
          { until, updatedAt },
        ]),
      ),
    });
    if (isChanged) reloadMarks(name);
  },
};

const viewedEntries = (changeRequestId: string, nameOf: NameOf): PersonalEntry[] =>
  Object.entries(loadViewed(nameOf(viewedName(changeRequestId)))).map(([page, state]) => ({
    kind: 'viewed',
    subject: `${changeRequestId}/${page}`,
    value: { state },
  }));

const viewed: PersonalCopy = {
  kinds: ['viewed'],
  read: (organizationId, nameOf) =>
    listViewed(nameOf(viewedListName(organizationId))).flatMap((id) => viewedEntries(id, nameOf)),
  write(organizationId, nameOf, entries) {
    const pages = new Map(
      listViewed(nameOf(viewedListName(organizationId))).map((id) => [id, new Map<string, string>()]),
    );
    for (const { subject, value } of ofKind(entries, 'viewed')) {
      const [id = '', page = ''] = subject.split('/');
      const ofRequest = pages.get(id) ?? new Map<string, string>();
      pages.set(id, ofRequest.set(page, value.state ?? ''));
    }
    const viewedById = [...pages].map(([id, ofRequest]) => [id, Object.fromEntries(ofRequest)] as const);
    storeViewed(nameOf, organizationId, new Map(viewedById));
  },
};

const copies: readonly PersonalCopy[] = [items, views, marks, viewed];

export const readPersonalCopy = (organizationId: string, nameOf: NameOf): PersonalEntry[] =>
  copies.flatMap((copy) => copy.read(organizationId, nameOf));

/** Replaces the kinds that differ. */
export function writePersonalCopy(
  organizationId: string,
  nameOf: NameOf,
  entries: readonly PersonalEntry[],
): void {
  for (const copy of copies) {
    const next = entries.filter(({ kind }) => copy.kinds.includes(kind));
    const before = copy.read(organizationId, nameOf);
    if (changesBetween(byKey(before), byKey(next)).length > 0) copy.write(organizationId, nameOf, next);
  }
}

/** How the names of what is stored start, and what shows it again. Views and lists are read whenever they are shown. */
const storedNames: readonly { start: string; reload?: (storedName: string) => void }[] = [
  { start: recentItemsName(''), reload: reloadRecentItems },
  { start: savedViewsName('') },
  { start: marksName(''), reload: reloadMarks },
  { start: viewedName(''), reload: reloadViewed },
  { start: viewedListName('') },
];

const startOf = (storedName: string) => storedNames.find(({ start }) => storedName.startsWith(start));

/** Whether something stored under a name is personal state. */
export const isPersonal = (storedName: string): boolean => startOf(storedName) !== undefined;

/** Shows what another tab stored under a name. */
export const reloadPersonalCopy = (storedName: string): void => startOf(storedName)?.reload?.(storedName);

/** Shows as new, in an inbox that this browser opens for the first time, what changed since a visit in another one. */
export function applyVisit(organizationId: string, nameOf: NameOf, entries: readonly PersonalEntry[]): void {
  const [visit] = ofKind(entries, 'visited');
  if (visit?.value.at !== undefined) setSince(nameOf(marksName(organizationId)), visit.value.at);
}

/** What an entry is called in a message. */
export function describeEntry({ kind, subject, value }: PersonalStateEntryUpdate): string {
  if (kind === 'view') return `the saved view “${subject.slice(subject.indexOf('#') + 1)}”`;
  if (kind === 'favorite') return `the favorite “${value?.title ?? subject}”`;
  return {
    recent: 'a recent item',
    viewed: 'a viewed page',
    visited: 'the visit',
    seen: 'what you saw',
    snoozed: 'a snooze',
  }[kind];
}

/**
 * The change requests whose viewed pages were stored before they were a person's. They did not name their organization:
 * they count where this browser knows of one only.
 */
function earlierViewed(organizationId: string): string[] {
  const organizations = new Set(
    listStoredKeys('local', recentItemsName('')).map((name) => name.replace(/@.*/, '')),
  );
  organizations.delete(organizationId);
  return organizations.size > 0
    ? []
    : listStoredKeys('local', viewedName('')).filter((id) => !id.includes('@'));
}

const plainName: NameOf = (name) => name;

/** What this browser has from before each person had their own. */
export function readEarlierState(organizationId: string): PersonalEntry[] {
  const pages = earlierViewed(organizationId).flatMap((id) => viewedEntries(id, plainName));
  return [...readPersonalCopy(organizationId, plainName), ...pages].filter(({ kind }) => kind !== 'visited');
}

/** Forgets it once a person has taken it over. */
export function forgetEarlierState(organizationId: string): void {
  for (const id of earlierViewed(organizationId)) writeStored('local', viewedName(id), null);
  writePersonalCopy(organizationId, plainName, []);
}
