// @module-tag without-database
import { expect, it } from 'vitest';
import { hasExplanation, type HistoryEvent } from './linearizability.ts';

const write = (value: number, start: number, end: number): HistoryEvent<number> => ({
  text: `write ${value}`,
  start,
  end,
  apply: () => value,
});
const read = (value: number, start: number, end: number): HistoryEvent<number> => ({
  text: `read ${value}`,
  start,
  end,
  apply: (state) => (state === value ? state : undefined),
});

it.each<[string, HistoryEvent<number>[], boolean]>([
  ['reads in any order during a write', [write(1, 0, 10), read(0, 1, 3), read(1, 2, 9)], true],
  ['a read of what was overwritten before it began', [write(1, 0, 1), write(2, 2, 3), read(1, 4, 5)], false],
  ['a read that goes back in time', [write(1, 0, 10), read(1, 1, 2), read(0, 3, 4)], false],
  [
    'a write without an answer that happened later',
    [write(1, 0, Infinity), read(0, 1, 2), read(1, 3, 4)],
    true,
  ],
  ['a write without an answer that never happened', [write(1, 0, Infinity), read(0, 1, 2)], true],
  [
    'a write without an answer that happened and was undone',
    [write(1, 0, Infinity), read(1, 1, 2), read(0, 3, 4)],
    false,
  ],
])('one order explains, or not: %s', (_what, events, isExplained) => {
  expect(hasExplanation(0, events)).toBe(isExplained);
});
