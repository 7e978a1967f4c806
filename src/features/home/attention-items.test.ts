import { expect, test } from 'vitest';
import { linkItems } from './attention-items.ts';

const broken = (title: string) => ({ space: { id: title, title, emoji: '' }, broken: 2 });

test('groups the remaining spaces with broken links in one row, each with its link', () => {
  const spaces = ['One', 'Two', 'Three', 'Four', 'Five'].map(broken);
  const needs = linkItems('org', spaces, 5);
  expect(needs.map(({ text }) => text)).toEqual(['One', 'Two', 'Three', '2 more spaces with broken links']);
  expect(needs.at(-1)?.children?.map(({ link }) => link?.params)).toEqual([
    { organizationId: 'org', spaceId: 'Four' },
    { organizationId: 'org', spaceId: 'Five' },
  ]);
  expect(linkItems('org', spaces.slice(0, 3), 3)).toHaveLength(3);
});
