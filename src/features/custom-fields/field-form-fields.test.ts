import { expect, it } from 'vitest';
import { validateOptions, trimOptions } from './field-form-fields.tsx';

it('finds what the server would reject', () => {
  expect(validateOptions(['', ' '])).toBe('Add at least one option.');
  expect(validateOptions(['a', ' a '])).toBe('“a” is listed twice.');
  const many = Array.from({ length: 51 }, (_, index) => `o${index}`);
  expect(validateOptions(many)).toBe('Must have at most 50 options (now 51).');
  expect(validateOptions(['x'.repeat(41)])).toContain('more than 40');
  expect(validateOptions(['😀'.repeat(40), 'b', ''])).toBeNull();
});

it('removes blank lines', () => {
  expect(trimOptions([' a ', '', 'b'])).toEqual(['a', 'b']);
});
