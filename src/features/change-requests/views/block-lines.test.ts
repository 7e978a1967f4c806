import { expect, it } from 'vitest';
import { linesOfBlocks } from './block-lines.ts';

it('finds the last line of each block, also of one inside another', () => {
  const document = {
    type: 'document',
    lines: [1, 1, 3, 6],
    nodes: [
      { type: 'paragraph', id: 'a' },
      { type: 'hint', id: 'b', nodes: [{ type: 'paragraph', id: 'c' }, { type: 'paragraph' }] },
    ],
  };
  expect([...linesOfBlocks(document)]).toEqual([
    ['a', 1],
    ['b', 6],
    ['c', 6],
  ]);
  expect(linesOfBlocks({ type: 'document', nodes: document.nodes }).size).toBe(0);
});
