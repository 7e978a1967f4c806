import { describe, expect, it } from 'vitest';
import {
  recordVisit,
  itemInParams,
  recentItemsOf,
  parseRecentItems,
  setFavorite,
} from '#src/domain/recent/recent-items.ts';

const space = (id: string, title = id) => ({ kind: 'space' as const, id, within: '', title });

describe('recent items', () => {
  it('lists the last opened items once, with their current title', () => {
    for (const id of ['a', 'b', 'a']) recordVisit('one', space(id));
    recordVisit('one', space('b', 'Renamed'));
    expect(
      recentItemsOf('one')
        .get()
        .recent.map(({ title }) => title),
    ).toEqual(['Renamed', 'a']);
    for (let number = 0; number < 20; number += 1) recordVisit('one', space(`s${number}`));
    expect(recentItemsOf('one').get().recent).toHaveLength(12);
  });

  it('adds favorites and keeps their titles current', () => {
    setFavorite('two', space('a'), true);
    recordVisit('two', space('a', 'New name'));
    expect(recentItemsOf('two').get().favorites).toMatchObject([{ title: 'New name' }]);
    setFavorite('two', space('a'), false);
    expect(recentItemsOf('two').get().favorites).toEqual([]);
  });

  it('finds the item of a route', () => {
    expect(itemInParams({ organizationId: 'o', spaceId: 's', changeRequest: 'c' })).toEqual({
      kind: 'change-request',
      id: 'c',
      within: 's',
    });
    expect(itemInParams({ organizationId: 'o' })).toBeNull();
  });

  it('drops invalid stored items', () => {
    expect(
      parseRecentItems(JSON.stringify({ recent: [space('a'), { kind: 'x' }, null], favorites: 3 })),
    ).toEqual({
      recent: [space('a')],
      favorites: [],
    });
    expect(parseRecentItems('{')).toEqual({ recent: [], favorites: [] });
  });

  it('keeps favorites stored by earlier versions', () => {
    const storedText = JSON.stringify({ recent: [], favourites: [space('a')] });
    expect(parseRecentItems(storedText).favorites).toEqual([space('a')]);
  });
});
