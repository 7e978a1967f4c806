import { expect, it } from 'vitest';
import { languageName, ownLanguageName } from './language-names.ts';

it('names languages in English and in their own language', () => {
  expect(languageName('pt-BR')).toBe('Brazilian Portuguese');
  expect(languageName('de')).toBe('German');
  expect(ownLanguageName('de')).toBe('Deutsch');
});

it('returns unknown tags unchanged and never throws', () => {
  expect(languageName('not a tag')).toBe('not a tag');
  expect(languageName('qzz')).toBe('qzz');
  expect(ownLanguageName('not a tag')).toBeNull();
  expect(ownLanguageName('qzz')).toBeNull();
});
