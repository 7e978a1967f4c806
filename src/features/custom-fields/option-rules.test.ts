import { expect, it } from 'vitest';
import { optionsProblem, writtenOptions } from './option-rules.ts';

it('finds what the server would object to', () => {
  expect(optionsProblem(['', ' '])).toBe('Add at least one option.');
  expect(optionsProblem(['a', ' a '])).toBe('“a” is there twice.');
  const many = Array.from({ length: 51 }, (_, index) => `o${index}`);
  expect(optionsProblem(many)).toBe('At most 50 options; these are 51.');
  expect(optionsProblem(['x'.repeat(41)])).toContain('more than 40');
  expect(optionsProblem(['😀'.repeat(40), 'b', ''])).toBeNull();
});

it('leaves blanks out', () => {
  expect(writtenOptions([' a ', '', 'b'])).toEqual(['a', 'b']);
});
