import { expect, it } from 'vitest';
import { optionsProblem, writtenOptions } from './option-rules.ts';

it('finds what the server would object to', () => {
  expect(optionsProblem(['', ' '])).toBe('Write at least one option.');
  expect(optionsProblem(['a', ' a '])).toBe('“a” is there twice.');
  expect(optionsProblem(['x'.repeat(41)])).toContain('more than 40');
  expect(optionsProblem(['😀'.repeat(40), 'b', ''])).toBeNull();
});

it('leaves blanks out', () => {
  expect(writtenOptions([' a ', '', 'b'])).toEqual(['a', 'b']);
});
