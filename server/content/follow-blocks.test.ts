import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listBlocks } from './document-nodes.ts';
import { followBlocks } from './follow-blocks.ts';

/** The text of the block that a block of a text has become; null where it is gone. */
function follow(before: string, after: string, source: string): string | null {
  const id = listBlocks(before).find((block) => block.source === source)?.id ?? '';
  const [found = null] = followBlocks({ before, after, nodeIds: [id] });
  return found === null ? null : (listBlocks(after).find((block) => block.id === found)?.source ?? null);
}

describe('a block of a text', () => {
  const before = '# Lamps\n\nFill it every day.\n\nTrim the wick.\n\n* one\n* two\n';

  it.each([
    ['stays where nothing changed', before, 'Trim the wick.'],
    ['moves with what is added', `New.\n\n${before}`, 'Trim the wick.'],
    [
      'follows where it is moved',
      '# Lamps\n\n* one\n* two\n\nTrim the wick.\n\nFill it every day.\n',
      'Trim the wick.',
    ],
    ['follows when it is edited', before.replace('the wick', 'the long wick'), 'Trim the long wick.'],
    ['follows when it is rewritten in its place', before.replace('Trim the wick.', 'Cut.'), 'Cut.'],
    [
      'follows when it and its neighbor are edited',
      before.replace('every day', 'every other day').replace('the wick', 'the wicks'),
      'Trim the wicks.',
    ],
    ['is gone when it is removed', before.replace('Trim the wick.\n\n', ''), null],
    ['is gone when another kind of block is in its place', before.replace('Trim the wick.', '---'), null],
    ['is gone with everything', '', null],
  ])('%s', (_, after, expected) => {
    expect(follow(before, after, 'Trim the wick.')).toBe(expected);
  });

  it('is told from an equal one', () => {
    const twice = 'A\n\nSame\n\nB\n\nSame\n\nC\n';
    const [, first, , second] = listBlocks(twice).map(({ id }) => id);
    const after = 'A\n\nB\n\nSame\n\nC\n';
    const [, , last] = listBlocks(after).map(({ id }) => id);
    expect(followBlocks({ before: twice, after, nodeIds: [first ?? '', second ?? ''] })).toEqual([
      null,
      last,
    ]);
  });

  it('is one of the later text, and each stays itself in the same text', () => {
    const block = fc.constantFrom('a b c', 'a b d', '# a', '* a\n* b', 'x', '---', 'e f');
    const text = fc.array(block, { maxLength: 8 }).map((blocks) => blocks.join('\n\n'));
    fc.assert(
      fc.property(text, text, (old, now) => {
        const nodeIds = listBlocks(old).map(({ id }) => id);
        expect(followBlocks({ before: old, after: old, nodeIds })).toEqual(nodeIds);
        const ids = new Set(listBlocks(now).map(({ id }) => id));
        for (const id of followBlocks({ before: old, after: now, nodeIds })) {
          if (id !== null) expect(ids.has(id)).toBe(true);
        }
      }),
    );
  });
});
