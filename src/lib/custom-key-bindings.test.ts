import { beforeEach, expect, it } from 'vitest';
import {
  keysConflict,
  currentKeys,
  parseKeyBindings,
  rebind,
  customKeyBindings,
} from './custom-key-bindings.ts';

beforeEach(() => customKeyBindings.set({}));

it('rebinds a shortcut and restores its default keys', () => {
  rebind('g m', 'q');
  rebind('j', 'n');
  expect([currentKeys('g m'), currentKeys('j'), currentKeys('k')]).toEqual(['q', 'n', 'k']);
  rebind('g m', null);
  rebind('j', 'j');
  expect(customKeyBindings.get()).toEqual({});
});

it.each([
  ['g', 'g m', true],
  ['g m', 'g m', true],
  ['g m', 'g', true],
  ['g m', 'g t', false],
  ['k', 'mod+k', false],
])('reports whether %j and %j conflict', (a, b, expected) => {
  expect(keysConflict(a, b)).toBe(expected);
});

it('parses only valid key bindings', () => {
  expect(parseKeyBindings('{"g m":"q","j":7,"k":""}')).toEqual({ 'g m': 'q' });
  expect(parseKeyBindings('[')).toEqual({});
  expect(parseKeyBindings('null')).toEqual({});
  expect(parseKeyBindings(null)).toEqual({});
});
