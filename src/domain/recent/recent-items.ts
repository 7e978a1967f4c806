import { linkOptions, type LinkProps } from '@tanstack/react-router';
import { personalName } from '#src/api/session/session.ts';
import { toast } from '#src/components/toasts/toasts.ts';
import { readStored, writeStored } from '#src/lib/storage.ts';
import { createStore, type Store } from '#src/lib/store.ts';

/** Kinds of recent items and their route parameters. */
const paramNames = {
  'change-request': 'changeRequest',
  space: 'spaceId',
  site: 'siteId',
  collection: 'collectionId',
  member: 'userId',
  team: 'teamId',
  'api-spec': 'slug',
} as const;

export type ItemKind = keyof typeof paramNames;

/** An item with its own screen. */
export interface RecentItem {
  kind: ItemKind;
  id: string;
  /** The space of a change request; empty otherwise. */
  within: string;
  title: string;
  /** When it was opened or marked last (ISO 8601); absent in what was stored before. */
  at?: string;
}

/** Recent items and favorites, latest first. */
export interface RecentItems {
  recent: readonly RecentItem[];
  favorites: readonly RecentItem[];
}

export const maxRecent = 12;
/** The server has no more for a person. */
const maxFavorites = 200;
const noItems: RecentItems = { recent: [], favorites: [] };
const stores = new Map<string, Store<RecentItems>>();

/** The name under which the items of an organization are stored, before it is a person's. */
export const recentItemsName = (organizationId: string) => `places.${organizationId}`;

export function recentItemsOf(organizationId: string): Store<RecentItems> {
  const name = personalName(recentItemsName(organizationId));
  const existingStore = stores.get(name);
  if (existingStore) return existingStore;
  const created = createStore(loadRecentItems(name));
  stores.set(name, created);
  return created;
}

export const loadRecentItems = (name: string): RecentItems => parseRecentItems(readStored('local', name));

/** Shows what was stored under a name by another tab, or came from the server. */
export const reloadRecentItems = (name: string): void => stores.get(name)?.set(loadRecentItems(name));

function updateItems(organizationId: string, next: (items: RecentItems) => RecentItems): void {
  const store = recentItemsOf(organizationId);
  store.set(next);
  writeStored('local', personalName(recentItemsName(organizationId)), JSON.stringify(store.get()));
}

const withTime = (item: RecentItem): RecentItem => ({ ...item, at: new Date().toISOString() });

/** Whether two items are the same, regardless of title. */
export const isSameItem = (a: Omit<RecentItem, 'title'>, b: Omit<RecentItem, 'title'>) =>
  a.kind === b.kind && a.id === b.id && a.within === b.within;

/** Records a visit and updates the title of a favorite. */
export function recordVisit(organizationId: string, item: RecentItem): void {
  updateItems(organizationId, ({ recent, favorites }) => ({
    recent: [withTime(item), ...recent.filter((other) => !isSameItem(other, item))].slice(0, maxRecent),
    favorites: favorites.map((other) => (isSameItem(other, item) ? { ...other, title: item.title } : other)),
  }));
}

/** Adds or removes a favorite. */
export function setFavorite(organizationId: string, item: RecentItem, marked: boolean): void {
  const { favorites } = recentItemsOf(organizationId).get();
  const others = favorites.filter((other) => !isSameItem(other, item));
  if (marked && others.length >= maxFavorites)
    return toast(`You can have ${maxFavorites} favorites. Remove one first.`, { tone: 'error' });
  updateItems(organizationId, ({ recent }) => ({
    recent,
    favorites: marked ? [withTime(item), ...others] : others,
  }));
}

/** The item of a route by its parameters; null for lists and settings. */
export function itemInParams(
  params: Readonly<Record<string, string | undefined>>,
): Omit<RecentItem, 'title'> | null {
  for (const kind of itemKinds) {
    const id = params[paramNames[kind]];
    if (id !== undefined)
      return { kind, id, within: kind === 'change-request' ? (params.spaceId ?? '') : '' };
  }
  return null;
}

const itemKinds: readonly ItemKind[] = [
  'change-request',
  'space',
  'site',
  'collection',
  'member',
  'team',
  'api-spec',
];

export function linkToItem(organizationId: string, { kind, id, within }: RecentItem): LinkProps {
  switch (kind) {
    case 'change-request':
      return linkOptions({
        to: '/o/$organizationId/spaces/$spaceId/changes/$changeRequest',
        params: { organizationId, spaceId: within, changeRequest: id },
      });
    case 'space':
      return linkOptions({
        to: '/o/$organizationId/spaces/$spaceId',
        params: { organizationId, spaceId: id },
      });
    case 'site':
      return linkOptions({ to: '/o/$organizationId/sites/$siteId', params: { organizationId, siteId: id } });
    case 'collection':
      return linkOptions({
        to: '/o/$organizationId/collections/$collectionId',
        params: { organizationId, collectionId: id },
      });
    case 'member':
      return linkOptions({
        to: '/o/$organizationId/members/$userId',
        params: { organizationId, userId: id },
      });
    case 'team':
      return linkOptions({ to: '/o/$organizationId/teams/$teamId', params: { organizationId, teamId: id } });
    case 'api-spec':
      return linkOptions({ to: '/o/$organizationId/api-specs/$slug', params: { organizationId, slug: id } });
  }
}

/** Parses stored items; invalid ones are dropped. */
export function parseRecentItems(text: string | null): RecentItems {
  if (text === null) return noItems;
  try {
    const storedValue: unknown = JSON.parse(text);
    if (typeof storedValue !== 'object' || storedValue === null) return noItems;
    const list = (name: string) => {
      const entries: unknown = new Map<string, unknown>(Object.entries(storedValue)).get(name);
      return Array.isArray(entries) ? entries.filter(isRecentItem) : [];
    };
    // Earlier versions stored `favourites`.
    const favorites = 'favorites' in storedValue ? list('favorites') : list('favourites');
    return { recent: list('recent'), favorites };
  } catch {
    return noItems;
  }
}

export function isRecentItem(value: unknown): value is RecentItem {
  if (typeof value !== 'object' || value === null) return false;
  const fields = new Map<string, unknown>(Object.entries(value));
  return (
    itemKinds.some((kind) => kind === fields.get('kind')) &&
    ['id', 'within', 'title'].every((name) => typeof fields.get(name) === 'string')
  );
}
