import { beforeEach, expect, it } from 'vitest';
import { clash, keysNow, readRebound, rebind, reboundKeys } from './rebound-keys.ts';

beforeEach(() => reboundKeys.set({}));

it('gives a shortcut other keys, and the standard ones back', () => {
  rebind('g m', 'q');
  rebind('j', 'n');
  expect([keysNow('g m'), keysNow('j'), keysNow('k')]).toEqual(['q', 'n', 'k']);
  rebind('g m', null);
  rebind('j', 'j');
  expect(reboundKeys.get()).toEqual({});
});

it.each([
  ['g', 'g m', true],
  ['g m', 'g m', true],
  ['g m', 'g', true],
  ['g m', 'g t', false],
  ['k', 'mod+k', false],
])('tells whether %j and %j are in each other’s way', (a, b, expected) => {
  expect(clash(a, b)).toBe(expected);
});

it('reads only what is a choice of keys', () => {
  expect(readRebound('{"g m":"q","j":7,"k":""}')).toEqual({ 'g m': 'q' });
  expect(readRebound('[')).toEqual({});
  expect(readRebound('null')).toEqual({});
  expect(readRebound(null)).toEqual({});
});
