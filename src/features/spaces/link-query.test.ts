import { expect, it } from 'vitest';
import type { LinkItem } from '#api/generated/types.gen.ts';
import { completeList } from '#src/api/paging.ts';
import { onlyWithStatus } from './link-query.ts';

const link = (status: LinkItem['status']): LinkItem => ({ status, relation: 'page', locationReferences: [] });

it('omits links with another status that the server returns', () => {
  const list = onlyWithStatus(completeList([link('ok'), link('broken'), link('in-app')]), 'broken');
  expect(list).toMatchObject({ items: [{ status: 'broken' }], total: 1 });
});

it('does not change a list that the server has filtered', () => {
  const list = completeList([link('broken')]);
  expect(onlyWithStatus(list, 'broken')).toBe(list);
  expect(onlyWithStatus(completeList([link('ok'), link('broken')]), 'all').items).toHaveLength(2);
});
