import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CustomFieldValue } from '#api/generated/types.gen.ts';
import { type FieldKind, isSameValue, parseValue, serializeValue, formatValue } from './cell-values.ts';

const options = ['draft', 'In review', 'a; b', 'back\\slash'];
const word = fc
  .string({ minLength: 1, maxLength: 20, unit: 'grapheme' })
  .filter((text) => text === text.trim() && !text.includes('\n') && text !== '');

const cases: fc.Arbitrary<[FieldKind, CustomFieldValue]> = fc.oneof(
  word.map((text): [FieldKind, CustomFieldValue] => [{ type: 'text' }, text]),
  fc
    .double({ noNaN: true, noDefaultInfinity: true })
    .map((number): [FieldKind, CustomFieldValue] => [{ type: 'number' }, number === 0 ? 0 : number]),
  fc.boolean().map((yes): [FieldKind, CustomFieldValue] => [{ type: 'boolean' }, yes]),
  fc
    .uniqueArray(word, { minLength: 1, maxLength: 8 })
    .map((tags): [FieldKind, CustomFieldValue] => [{ type: 'tags' }, tags]),
  fc
    .constantFrom(...options)
    .map((option): [FieldKind, CustomFieldValue] => [{ type: 'select:single', options }, option]),
  fc
    .subarray(options, { minLength: 1 })
    .map((chosen): [FieldKind, CustomFieldValue] => [{ type: 'select:multi', options }, chosen]),
);

describe('parseValue', () => {
  it('restores every value from serializeValue', () => {
    fc.assert(
      fc.property(cases, ([kind, value]) => {
        expect(parseValue(kind, serializeValue(value))).toEqual({ value });
      }),
    );
  });

  it('never throws, and clears the field for blanks', () => {
    const types = fc.constantFrom('text', 'number', 'boolean', 'tags', 'select:single', 'select:multi');
    fc.assert(
      fc.property(types, fc.string(), (type, text) => {
        const read = parseValue({ type: type as FieldKind['type'], options }, text);
        expect('value' in read || read.problem.length > 0).toBe(true);
      }),
    );
    expect(parseValue({ type: 'number' }, '  ')).toEqual({ value: null });
    expect(parseValue({ type: 'tags' }, ' ; ')).toEqual({ value: null });
  });

  it.each([
    ['number', '1.5.2', 'not a number'],
    ['number', 'Infinity', 'not a number'],
    ['boolean', 'maybe', 'not yes or no'],
    ['text', '😀'.repeat(257), 'at most 256'],
    ['tags', Array.from({ length: 101 }, (_, n) => n).join(';'), 'at most 100'],
    ['select:single', 'final', 'not one of the options'],
    ['select:multi', 'draft; final', '“final”'],
    ['colour', 'red', 'Unknown field type'],
  ])('rejects %s “%s”', (type, text, problem) => {
    expect(parseValue({ type: type as FieldKind['type'], options }, text)).toEqual({
      problem: expect.stringContaining(problem),
    });
  });

  it('accepts decimal commas, other capitalization and duplicate items', () => {
    expect(parseValue({ type: 'number' }, '-1,5')).toEqual({ value: -1.5 });
    expect(parseValue({ type: 'boolean' }, 'TRUE')).toEqual({ value: true });
    expect(parseValue({ type: 'select:single', options }, 'in REVIEW')).toEqual({ value: 'In review' });
    expect(parseValue({ type: 'tags' }, 'a;b ; a')).toEqual({ value: ['a', 'b'] });
  });
});

it('compares and formats values', () => {
  expect(isSameValue([], undefined)).toBe(true);
  expect(isSameValue(false, undefined)).toBe(false);
  expect(isSameValue(['a'], ['a'])).toBe(true);
  expect(formatValue(true)).toBe('Yes');
  expect(formatValue(['a', 'b'])).toBe('a, b');
  expect(formatValue(undefined)).toBe('');
});
