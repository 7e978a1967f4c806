import { beforeEach, expect, it } from 'vitest';
import { clash, keysNow, readRebound, rebind, reboundKeys } from './rebound-keys.ts';

beforeEach(() => reboundKeys.set({}));

it('rebinds a shortcut and restores its default keys', () => {
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
])('reports whether %j and %j conflict', (a, b, expected) => {
  expect(clash(a, b)).toBe(expected);
});

it('parses only valid key bindings', () => {
  expect(readRebound('{"g m":"q","j":7,"k":""}')).toEqual({ 'g m': 'q' });
  expect(readRebound('[')).toEqual({});
  expect(readRebound('null')).toEqual({});
  expect(readRebound(null)).toEqual({});
});
