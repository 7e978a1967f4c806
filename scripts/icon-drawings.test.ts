import { describe, expect, it } from 'vitest';
import { shapePath } from './icon-drawings.ts';

describe('a shape as path data', () => {
  it.each([
    ['path', { d: 'm4 5 6 7' }, 'm4 5 6 7'],
    ['circle', { cx: '12', cy: '10', r: '3' }, 'M 9 10 a 3 3 0 1 0 6 0 a 3 3 0 1 0 -6 0'],
    ['line', { x1: '1', y1: '2', x2: '3', y2: '4' }, 'M 1 2 L 3 4'],
    ['rect', { x: '3', y: '4', width: '6', height: '5' }, 'M 3 4 h 6 v 5 h -6 z'],
    [
      'rect',
      { x: '2', y: '2', width: '8', height: '6', rx: '1' },
      'M 3 2 h 6 a 1 1 0 0 1 1 1 v 4 a 1 1 0 0 1 -1 1 h -6 a 1 1 0 0 1 -1 -1 v -4 a 1 1 0 0 1 1 -1 z',
    ],
    ['polygon', { points: '1 2 3 4 5 6' }, 'M1 2 3 4 5 6z'],
  ] as const)('is drawn the same: %s %o', (element, attributes, path) => {
    expect(shapePath([element, attributes])).toBe(path);
  });

  it('fails for a shape that it does not know', () => {
    expect(() => shapePath(['text', {}])).toThrow('no <text>');
  });
});
