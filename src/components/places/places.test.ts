import { describe, expect, it } from 'vitest';
import { noteVisit, placeIn, placesOf, readPlaces, setFavourite } from './places.ts';

const space = (id: string, title = id) => ({ kind: 'space' as const, id, within: '', title });

describe('places', () => {
  it('lists the last opened items once, with their current title', () => {
    for (const id of ['a', 'b', 'a']) noteVisit('one', space(id));
    noteVisit('one', space('b', 'Renamed'));
    expect(
      placesOf('one')
        .get()
        .recent.map(({ title }) => title),
    ).toEqual(['Renamed', 'a']);
    for (let number = 0; number < 20; number += 1) noteVisit('one', space(`s${number}`));
    expect(placesOf('one').get().recent).toHaveLength(12);
  });

  it('adds favorites and keeps their titles current', () => {
    setFavourite('two', space('a'), true);
    noteVisit('two', space('a', 'New name'));
    expect(placesOf('two').get().favourites).toMatchObject([{ title: 'New name' }]);
    setFavourite('two', space('a'), false);
    expect(placesOf('two').get().favourites).toEqual([]);
  });

  it('finds the item of a route', () => {
    expect(placeIn({ organizationId: 'o', spaceId: 's', changeRequest: 'c' })).toEqual({
      kind: 'change-request',
      id: 'c',
      within: 's',
    });
    expect(placeIn({ organizationId: 'o' })).toBeNull();
  });

  it('drops invalid stored items', () => {
    expect(readPlaces(JSON.stringify({ recent: [space('a'), { kind: 'x' }, null], favourites: 3 }))).toEqual({
      recent: [space('a')],
      favourites: [],
    });
    expect(readPlaces('{')).toEqual({ recent: [], favourites: [] });
  });
});
