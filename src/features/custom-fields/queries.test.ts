import { expect, it } from 'vitest';
import { describeFieldDeletion } from './actions.ts';
import { describeRemovedOptions } from './forms.tsx';
import { computeFieldUse } from './queries.ts';

const withoutIsolates = (texts: readonly string[]) =>
  texts.map((text) => text.replaceAll(/[\u2068\u2069]/g, ''));

const row = (title: string, values: Record<string, string | string[]>) => ({
  space: { id: title, title, emoji: '📘' },
  values,
  canEdit: true,
});

const all = [
  row('API', { audience: ['staff', 'press'], owner: 'Ada' }),
  row('Guides', { audience: ['staff'] }),
  row('Help', {}),
];

it('finds the spaces with a value and counts their options', () => {
  const use = computeFieldUse(all, 'audience');
  expect(use.spaces.map(({ space }) => space.title)).toEqual(['API', 'Guides']);
  expect(use.total).toBe(3);
  expect(Object.fromEntries(use.byOption)).toEqual({ staff: 2, press: 1 });
});

it('describes the impact of deleting a field or an option', () => {
  expect(withoutIsolates(describeFieldDeletion(computeFieldUse(all, 'audience')))).toEqual([
    'Also deletes the values of 2 of 3 spaces: API and Guides.',
  ]);
  expect(describeFieldDeletion(computeFieldUse(all, 'nothing'))).toEqual(['No values in 3 spaces.']);
  expect(describeFieldDeletion(null)).toEqual(['Also deletes its values in all spaces.']);
  expect(
    describeRemovedOptions(['staff', 'press'], ['press', 'family'], computeFieldUse(all, 'audience')),
  ).toBe('“staff” is removed from 2 spaces.');
  expect(
    describeRemovedOptions(['staff', 'press'], ['press', 'staff'], computeFieldUse(all, 'audience')),
  ).toBeNull();
  expect(describeRemovedOptions(['staff'], ['press'], null)).toBe(
    '“staff” is removed from the spaces that use it.',
  );
  expect(describeRemovedOptions(['unused'], ['press'], computeFieldUse(all, 'audience'))).toBeNull();
});
