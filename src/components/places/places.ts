import { linkOptions, type LinkProps } from '@tanstack/react-router';
import { readStored, writeStored } from '#src/lib/storage.ts';
import { createStore, type Store } from '#src/lib/store.ts';

/** The kinds of things that are remembered when they were opened; the second name is the one in addresses. */
const kinds = {
  'change-request': 'changeRequest',
  space: 'spaceId',
  site: 'siteId',
  collection: 'collectionId',
  member: 'userId',
  team: 'teamId',
  'api-spec': 'slug',
} as const;

export type PlaceKind = keyof typeof kinds;

/** Something that has a screen of its own. */
export interface Place {
  kind: PlaceKind;
  id: string;
  /** The space of a change request; empty for all else. */
  within: string;
  title: string;
}

/** What somebody has opened last and what they have marked, both kept in this browser; the latest first. */
export interface Places {
  recent: readonly Place[];
  favourites: readonly Place[];
}

const mostRecent = 12;
const mostFavourites = 50;
const none: Places = { recent: [], favourites: [] };
const stores = new Map<string, Store<Places>>();
const keyOf = (organizationId: string) => `places.${organizationId}`;

/** The places of an organization. */
export function placesOf(organizationId: string): Store<Places> {
  const known = stores.get(organizationId);
  if (known) return known;
  const made = createStore(readPlaces(readStored('local', keyOf(organizationId))));
  stores.set(organizationId, made);
  return made;
}

function change(organizationId: string, next: (places: Places) => Places): void {
  const store = placesOf(organizationId);
  store.set(next);
  writeStored('local', keyOf(organizationId), JSON.stringify(store.get()));
}

/** Whether two are the same thing, whatever it is called. */
export const isSamePlace = (a: Omit<Place, 'title'>, b: Omit<Place, 'title'>) =>
  a.kind === b.kind && a.id === b.id && a.within === b.within;

/** Remembers that something was opened. What is a favourite takes over its present title. */
export function noteVisit(organizationId: string, place: Place): void {
  change(organizationId, ({ recent, favourites }) => ({
    recent: [place, ...recent.filter((other) => !isSamePlace(other, place))].slice(0, mostRecent),
    favourites: favourites.map((other) => (isSamePlace(other, place) ? place : other)),
  }));
}

/** Marks something as a favourite, or takes the mark away. */
export function setFavourite(organizationId: string, place: Place, marked: boolean): void {
  change(organizationId, ({ recent, favourites }) => {
    const others = favourites.filter((other) => !isSamePlace(other, place));
    return { recent, favourites: marked ? [place, ...others].slice(0, mostFavourites) : others };
  });
}

/** The thing that an address is about, by the parameters of its route; null for lists and settings. */
export function placeIn(params: Readonly<Record<string, string | undefined>>): Omit<Place, 'title'> | null {
  for (const kind of placeKinds) {
    const id = params[kinds[kind]];
    if (id !== undefined)
      return { kind, id, within: kind === 'change-request' ? (params.spaceId ?? '') : '' };
  }
  return null;
}

const placeKinds: readonly PlaceKind[] = [
  'change-request',
  'space',
  'site',
  'collection',
  'member',
  'team',
  'api-spec',
];

/** The link to a place. */
export function linkTo(organizationId: string, { kind, id, within }: Place): LinkProps {
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

/** Reads kept places; what is not of their shape is left out. */
export function readPlaces(text: string | null): Places {
  if (text === null) return none;
  try {
    const kept: unknown = JSON.parse(text);
    if (typeof kept !== 'object' || kept === null) return none;
    const list = (name: string) => {
      const found: unknown = new Map<string, unknown>(Object.entries(kept)).get(name);
      return Array.isArray(found) ? found.filter(isPlace) : [];
    };
    return { recent: list('recent'), favourites: list('favourites') };
  } catch {
    return none;
  }
}

function isPlace(value: unknown): value is Place {
  if (typeof value !== 'object' || value === null) return false;
  const fields = new Map<string, unknown>(Object.entries(value));
  return (
    placeKinds.some((kind) => kind === fields.get('kind')) &&
    ['id', 'within', 'title'].every((name) => typeof fields.get(name) === 'string')
  );
}
