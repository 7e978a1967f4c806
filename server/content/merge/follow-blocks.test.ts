// @module-tag without-database
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listBlocks } from '../documents/document-nodes.ts';
import { followBlocks } from './follow-blocks.ts';

/** The text that a block of a text has become; null if it was removed. */
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
    [
      'follows when it is edited and moved',
      '# Lamps\n\nTrim the long wick.\n\nFill it every day.\n\n* one\n* two\n',
      'Trim the long wick.',
    ],
    [
      'follows to where it is moved, not to what is written in its place',
      before.replace('Trim the wick.', 'Sweep up.').replace('Fill it', 'Trim the long wick.\n\nFill it'),
      'Trim the long wick.',
    ],
    [
      'follows when it becomes another kind of block',
      before.replace('Trim the wick.', '> [!NOTE]\n> Trim the wick.'),
      '> [!NOTE]\n> Trim the wick.',
    ],
    [
      'is gone where another one is moved into its place',
      '# Lamps\n\nFill it every day.\n\n* one\n* two\n',
      null,
    ],
    ['is gone when it is removed', before.replace('Trim the wick.\n\n', ''), null],
    ['is gone when another kind of block is in its place', before.replace('Trim the wick.', '---'), null],
    ['is gone with everything', '', null],
  ])('%s', (_, after, expected) => {
    expect(follow(before, after, 'Trim the wick.')).toBe(expected);
  });

  it('stays in its place where another block has become like it, too', () => {
    const old = 'Lamp 1 burns well today.\n\nBetween.\n\nLamp 12 burns well.\n';
    const now = 'Lamp 1 burns well.\n\nBetween.\n\nLamp 12 burns too much.\n';
    expect(follow(old, now, 'Lamp 12 burns well.')).toBe('Lamp 12 burns too much.');
    expect(follow(old, 'Lamp 1 burns well.\n\nBetween.\n', 'Lamp 12 burns well.')).toBeNull();
  });

  it('follows in a script without spaces', () => {
    const old = '灯をともす前に油を足す\n\n芯を切る\n';
    expect(follow(old, '毎晩芯を切る\n\n灯をともす前に必ず油を足す\n', '灯をともす前に油を足す')).toBe(
      '灯をともす前に必ず油を足す',
    );
  });

  it('is distinguished from an equal one', () => {
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

  const words = fc.uniqueArray(fc.integer({ min: 100, max: 999 }), { minLength: 4, maxLength: 4 });
  /** Blocks without words in common, what becomes of each, and the order of those that stay. */
  const edits = fc
    .uniqueArray(words, { minLength: 1, maxLength: 6, selector: ([word = 0]) => word % 9 })
    .chain((blocks) =>
      fc.record({
        blocks: fc.constant(blocks.map((each, block) => each.map((word) => `w${block}x${word}`))),
        fates: fc.array(fc.constantFrom('same', 'reworded', 'extended', 'split', 'removed'), {
          minLength: blocks.length,
          maxLength: blocks.length,
        }),
        order: fc.shuffledSubarray([...blocks.keys()], { minLength: blocks.length }),
        added: fc.array(fc.integer({ min: 0, max: 6 }), { maxLength: 3 }),
      }),
    );
  const fates: Record<string, (words: readonly string[]) => string[]> = {
    same: (all) => [all.join(' ')],
    reworded: ([first, second, ...rest]) => [`${[second, first].join(' ')} new ${rest.slice(1).join(' ')}`],
    extended: (all) => [`> ${all.join(' ')} and on and on`],
    split: (all) => [all.slice(0, 3).join(' '), all.slice(3).join(' ')],
    removed: () => [],
  };

  it('is removed where one that was moved and reworded stands in its place', () => {
    const before = 'One two three four.\n\nKept.\n\nFive six seven eight.';
    const after = 'Five six seven nine.\n\nKept.';
    expect(follow(before, after, 'One two three four.')).toBeNull();
    expect(follow(before, after, 'Five six seven eight.')).toBe('Five six seven nine.');
  });

  it('is removed only where no block of the later text is like it', () => {
    fc.assert(
      fc.property(edits, ({ blocks, fates: chosen, order, added }) => {
        const old = blocks.map((each) => each.join(' '));
        const becomes = order.map((block) => fates[chosen[block] ?? '']?.(blocks[block] ?? []) ?? []);
        const now = becomes.flat();
        for (const place of added) now.splice(place, 0, `added at ${place}`);
        for (const [position, block] of old.entries()) {
          const followed = follow(old.join('\n\n'), now.join('\n\n'), block);
          const [expected = null] = becomes[order.indexOf(position)] ?? [];
          // A block that was written in the place of a removed one counts as rewritten.
          if (expected !== null || !(followed ?? '').startsWith('added')) expect(followed).toBe(expected);
        }
      }),
    );
  });
});
