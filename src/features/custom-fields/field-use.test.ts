import { expect, it } from 'vitest';
import { deletionInWords } from './field-deletion.ts';
import { fieldUse } from './field-use.ts';
import { lostOptionsInWords } from './lost-options.ts';

const plain = (texts: readonly string[]) => texts.map((text) => text.replaceAll(/[\u2068\u2069]/g, ''));

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
  const use = fieldUse(all, 'audience');
  expect(use.spaces.map(({ space }) => space.title)).toEqual(['API', 'Guides']);
  expect(use.of).toBe(3);
  expect(Object.fromEntries(use.byOption)).toEqual({ staff: 2, press: 1 });
});

it('says what is lost with a field and with an option', () => {
  expect(plain(deletionInWords(fieldUse(all, 'audience')))).toEqual([
    'The values of 2 of 3 spaces are lost: API and Guides.',
  ]);
  expect(deletionInWords(fieldUse(all, 'nothing'))).toEqual(['None of the 3 spaces has a value in it.']);
  expect(deletionInWords(null)).toEqual(['Also deletes its values in all spaces.']);
  expect(lostOptionsInWords(['staff', 'press'], ['press', 'family'], fieldUse(all, 'audience'))).toBe(
    '“staff” is taken out of 2 spaces.',
  );
  expect(lostOptionsInWords(['staff', 'press'], ['press', 'staff'], fieldUse(all, 'audience'))).toBeNull();
  expect(lostOptionsInWords(['staff'], ['press'], null)).toBe(
    '“staff” is taken out of the spaces that have it.',
  );
  expect(lostOptionsInWords(['unused'], ['press'], fieldUse(all, 'audience'))).toBeNull();
});
