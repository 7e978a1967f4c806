import { expect, it } from 'vitest';
import { languageName, ownLanguageName } from './language-names.ts';

it('names languages in English and in themselves', () => {
  expect(languageName('pt-BR')).toBe('Brazilian Portuguese');
  expect(languageName('de')).toBe('German');
  expect(ownLanguageName('de')).toBe('Deutsch');
});

it('shows as it is what is no language, and never throws', () => {
  expect(languageName('not a tag')).toBe('not a tag');
  expect(languageName('qzz')).toBe('qzz');
  expect(ownLanguageName('not a tag')).toBeNull();
  expect(ownLanguageName('qzz')).toBeNull();
});
