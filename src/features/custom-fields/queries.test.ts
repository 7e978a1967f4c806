import { expect, it } from 'vitest';
import { describeFieldDeletion } from './actions.ts';
import { computeFieldUse } from './queries.ts';
import { describeRemovedOptions } from './forms.tsx';

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

it('says what is lost with a field and with an option', () => {
  expect(withoutIsolates(describeFieldDeletion(computeFieldUse(all, 'audience')))).toEqual([
    'The values of 2 of 3 spaces are lost: API and Guides.',
  ]);
  expect(describeFieldDeletion(computeFieldUse(all, 'nothing'))).toEqual([
    'None of the 3 spaces has a value in it.',
  ]);
  expect(describeFieldDeletion(null)).toEqual(['Also deletes its values in all spaces.']);
  expect(
    describeRemovedOptions(['staff', 'press'], ['press', 'family'], computeFieldUse(all, 'audience')),
  ).toBe('“staff” is taken out of 2 spaces.');
  expect(
    describeRemovedOptions(['staff', 'press'], ['press', 'staff'], computeFieldUse(all, 'audience')),
  ).toBeNull();
  expect(describeRemovedOptions(['staff'], ['press'], null)).toBe(
    '“staff” is taken out of the spaces that have it.',
  );
  expect(describeRemovedOptions(['unused'], ['press'], computeFieldUse(all, 'audience'))).toBeNull();
});
