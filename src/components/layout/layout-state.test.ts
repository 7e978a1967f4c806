import { describe, expect, it } from 'vitest';
import { applyKeyPress } from '#src/components/layout/layout-state.ts';

const press = (key: string, more: object = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  isComposing: false,
  ...more,
});

/** The buffered text after a sequence of presses. */
const typed = (...keys: string[]) =>
  keys.reduce<string | null>((text, key) => (text === null ? null : applyKeyPress(text, press(key))), '');

describe('typing before the palette’s field is mounted', () => {
  it('is buffered with spaces and corrections', () => {
    expect(typed('g', ' ', 'm')).toBe('g m');
    expect(typed('M', 'x', 'Backspace', 'é', '👋', 'Backspace')).toBe('Mé');
    expect(typed('Backspace')).toBe('');
  });

  it('ignores keys that type nothing', () => {
    expect(typed('a', 'Enter', 'Tab', 'ArrowDown', 'Shift', 'F5', 'b')).toBe('ab');
  });

  it('ignores combinations and composition', () => {
    for (const more of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }, { isComposing: true }])
      expect(applyKeyPress('a', press('k', more))).toBe('a');
    expect(applyKeyPress('a', press('ø', { altKey: true }))).toBe('aø');
  });

  it('ends with Escape', () => {
    expect(applyKeyPress('a', press('Escape'))).toBeNull();
  });
});
