import { describe, expect, it } from 'vitest';
import { describeProblem, maxVariables, toRecord, toVariables, variableProblems } from './variables.ts';

describe('variables', () => {
  it('are sent without empty rows, and are sorted when they are read', () => {
    const rows = [
      { name: 'version', value: '2.1' },
      { name: '', value: '' },
      { name: 'empty', value: '' },
    ];
    expect(toRecord(rows)).toEqual({ version: '2.1', empty: '' });
    expect(toVariables(toRecord(rows)).map(({ name }) => name)).toEqual(['empty', 'version']);
  });

  it.each([
    ['', 'x', /Name it/],
    ['2nd', 'x', /letters/],
    ['with-hyphen', 'x', /letters/],
    ['a'.repeat(101), 'x', /at most 100/],
    ['long', 'x'.repeat(1001), /1000 characters/],
  ])('say beside the row why %j can’t be saved', (name, value, problem) => {
    expect(
      variableProblems([
        { name: 'fine', value: '1' },
        { name, value },
      ]),
    ).toEqual([undefined, expect.stringMatching(problem)]);
  });

  it('have each name once, and at most 100', () => {
    const twice = [
      { name: 'a', value: '1' },
      { name: 'a', value: '2' },
    ];
    expect(variableProblems(twice)).toEqual([undefined, 'This name is already used.']);
    expect(describeProblem(twice)).toBe('a: This name is already used.');
    const many = Array.from({ length: maxVariables + 1 }, (_, index) => ({ name: `v${index}`, value: '' }));
    expect(describeProblem(many)).toBe('v100: There can be at most 100.');
    expect(describeProblem(many.slice(1))).toBeUndefined();
  });
});
