import { expect, it } from 'vitest';
import { startsTyping, cellAfterKey } from './use-matrix.ts';

const size = { row: 100, col: 5 };
const press = (key: string, ctrlKey = false) => ({ key, ctrlKey, metaKey: false, altKey: false });

it.each([
  ['ArrowDown', false, { row: 11, col: 2 }],
  ['ArrowUp', true, { row: 0, col: 2 }],
  ['ArrowDown', true, { row: 99, col: 2 }],
  ['ArrowRight', false, { row: 10, col: 3 }],
  ['ArrowLeft', true, { row: 10, col: 0 }],
  ['PageDown', false, { row: 22, col: 2 }],
  ['Home', false, { row: 10, col: 0 }],
  ['End', true, { row: 99, col: 4 }],
])('%s (with Ctrl: %s) moves from the eleventh row', (key, ctrl, place) => {
  expect(cellAfterKey(press(key, ctrl), { row: 10, col: 2 }, size)).toEqual(place);
});

it('stays inside and ignores other keys', () => {
  expect(cellAfterKey(press('ArrowUp'), { row: 0, col: 0 }, size)).toEqual({ row: 0, col: 0 });
  expect(cellAfterKey(press('PageDown'), { row: 95, col: 4 }, size)).toEqual({ row: 99, col: 4 });
  expect(cellAfterKey(press('Enter'), { row: 0, col: 0 }, size)).toBeNull();
});

it('recognizes keys that start typing', () => {
  expect(startsTyping(press('a'))).toBe(true);
  expect(startsTyping(press('ß'))).toBe(true);
  expect(startsTyping(press('a', true))).toBe(false);
  expect(startsTyping(press('F2'))).toBe(false);
  expect(startsTyping(press(' '))).toBe(false);
});
