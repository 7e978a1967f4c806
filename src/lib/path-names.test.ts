import { expect, it } from 'vitest';
import { fromPathName, toPathName } from './path-names.ts';

it('escapes names of screens and restores every name', () => {
  expect(toPathName('matrix', ['new', 'matrix'])).toBe('~matrix');
  expect(toPathName('owner', ['new', 'matrix'])).toBe('owner');
  for (const name of ['new', 'matrix', 'owner', 'a-b_c'])
    expect(fromPathName(toPathName(name, ['new', 'matrix']))).toBe(name);
});
