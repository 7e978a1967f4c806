import { describe, expect, it, beforeEach } from 'vitest';
import {
  keyCaps,
  matchPress,
  pressName,
  type KeyPress,
  keysConflict,
  currentKeys,
  parseKeyBindings,
  rebind,
  customKeyBindings,
} from './shortcut-keys.ts';

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

const press = (key: string, modifiers: Partial<KeyPress> = {}): KeyPress => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...modifiers,
});

describe('pressName', () => {
  it.each([
    [press('k'), 'k'],
    [press('k', { ctrlKey: true }), 'mod+k'],
    [press('k', { metaKey: true }), 'mod+k'],
    [press('Z', { metaKey: true, shiftKey: true }), 'mod+shift+z'],
    [press('?', { shiftKey: true }), '?'],
    [press('ArrowDown', { shiftKey: true }), 'shift+arrowdown'],
    [press('X', { shiftKey: true }), 'shift+x'],
    [press(' '), 'space'],
    [press('Shift', { shiftKey: true }), null],
  ])('names %j', (given, name) => {
    expect(pressName(given)).toBe(name);
  });
});

describe('matchPress', () => {
  const bindings = [
    { keys: 'g m' },
    { keys: 'g t' },
    { keys: 'x' },
    { keys: 'm', first: true },
    { keys: 'm' },
  ];

  it('waits for the rest of a sequence, then matches it', () => {
    const first = matchPress([], 'g', bindings);
    expect(first).toEqual({ matched: null, pending: ['g'] });
    expect(matchPress(first.pending, 'm', bindings).matched).toBe(bindings[0]);
  });

  it('starts anew when a sequence is not continued', () => {
    expect(matchPress(['g'], 'x', bindings).matched).toBe(bindings[2]);
    expect(matchPress(['g'], 'g', bindings).pending).toEqual(['g']);
    expect(matchPress(['g'], 'q', bindings)).toEqual({ matched: null, pending: [] });
  });

  it('lets the later of two equals win, as a dialog over a page does', () => {
    expect(matchPress([], 'm', bindings).matched).toBe(bindings[4]);
  });
});

describe('how a shortcut is shown', () => {
  it('names the keys of the platform', () => {
    expect(keyCaps('mod+shift+z', true)).toEqual([['⌘', '⇧', 'Z']]);
    expect(keyCaps('mod+k', false)).toEqual([['Ctrl', 'K']]);
    expect(keyCaps('g m', false)).toEqual([['G'], ['M']]);
  });
});
