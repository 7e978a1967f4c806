import { expect, it } from 'vitest';
import type { LinkItem } from '#api/generated/types.gen.ts';
import { completeList } from '#src/api/paging.ts';
import { onlyWithStatus } from './link-query.ts';

const link = (status: LinkItem['status']): LinkItem => ({ status, relation: 'page', locationReferences: [] });

it('lists and counts no link in another state, whatever the server lists', () => {
  const list = onlyWithStatus(completeList([link('ok'), link('broken'), link('in-app')]), 'broken');
  expect(list).toMatchObject({ items: [{ status: 'broken' }], total: 1 });
});

it('leaves a list as it is that the server has filtered', () => {
  const list = completeList([link('broken')]);
  expect(onlyWithStatus(list, 'broken')).toBe(list);
  expect(onlyWithStatus(completeList([link('ok'), link('broken')]), 'all').items).toHaveLength(2);
});
