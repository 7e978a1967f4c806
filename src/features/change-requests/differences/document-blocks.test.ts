import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DocumentNode } from '#src/api/generated/types.gen.ts';
import { toSteps } from './block-steps.ts';
import { compareBlocks } from './compare-texts.ts';
import { documentBlocks, linesOfNode, markWords } from './document-blocks.ts';
import { compareWords } from './words.ts';

const text = fc
  .array(fc.constantFrom('gauge ', 'tide ', 'Kürzel ', '水位', '🐟 ', 'a ', 'sensor'), {
    minLength: 1,
    maxLength: 6,
  })
  .map((words): DocumentNode => ({ type: 'text', text: words.join('') }));
const inline = fc.oneof(
  text,
  fc
    .array(text, { minLength: 1, maxLength: 2 })
    .map((nodes): DocumentNode => ({ type: 'link', href: '/x', nodes })),
  fc.constant<DocumentNode>({ type: 'image', src: '/files/a', alt: '' }),
);
const paragraph = fc
  .array(inline, { maxLength: 4 })
  .map((nodes): DocumentNode => ({ type: 'paragraph', nodes }));
const block = fc.oneof(
  paragraph,
  paragraph.map(({ nodes }): DocumentNode => ({ type: 'heading', level: 2, nodes })),
  fc.array(paragraph, { minLength: 1, maxLength: 3 }).map((items): DocumentNode => ({
    type: 'list',
    nodes: items.map((item) => ({ type: 'list-item', nodes: [item] })),
  })),
);
const document = fc
  .array(block, { maxLength: 8 })
  .map((nodes): DocumentNode => ({ type: 'document', nodes }));

/** The text of a node without the pieces that carry a mark. */
function without(mark: string, node: DocumentNode): string {
  if (Array.isArray(node.marks) && node.marks.includes(mark)) return '';
  return (node.text ?? '') + (node.nodes ?? []).map((inner) => without(mark, inner)).join('');
}

const plain = (node: DocumentNode) => without('', node);

describe('marks of words', () => {
  it('lose no word of the node they are laid over, and mark only what the other does not have', () => {
    fc.assert(
      fc.property(block, block, (base, next) => {
        const words = compareWords(linesOfNode(base), linesOfNode(next));
        expect(plain(markWords(base, words, 'base'))).toBe(plain(base));
        expect(plain(markWords(next, words, 'next'))).toBe(plain(next));
        expect(without('removed', markWords(next, words, 'both'))).toBe(plain(next));
      }),
      { numRuns: 1000 },
    );
  });

  it('keep the looks of the new text and stand where the words are', () => {
    const base: DocumentNode = {
      type: 'paragraph',
      nodes: [
        { type: 'text', text: 'Open the valve by ' },
        { type: 'text', text: 'two turns', marks: ['bold'] },
      ],
    };
    const next: DocumentNode = {
      type: 'paragraph',
      nodes: [
        { type: 'text', text: 'Open the valve by ' },
        { type: 'text', text: 'three turns', marks: ['bold'] },
      ],
    };
    const words = compareWords(linesOfNode(base), linesOfNode(next));
    expect(markWords(next, words, 'both').nodes).toEqual([
      { type: 'text', text: 'Open the valve by ' },
      { type: 'text', text: 'two', marks: ['removed'] },
      { type: 'text', text: 'three', marks: ['bold', 'added'] },
      { type: 'text', text: ' turns', marks: ['bold'] },
    ]);
  });
});

describe('steps', () => {
  it('name every block of both documents once and in order', () => {
    fc.assert(
      fc.property(document, document, (base, next) => {
        const steps = toSteps(compareBlocks(documentBlocks(base), documentBlocks(next)));
        const places = (side: 'base' | 'next') => steps.flatMap((step) => step[side] ?? []);
        expect(places('base')).toEqual((base.nodes ?? []).map((_, index) => index));
        expect(places('next')).toEqual((next.nodes ?? []).map((_, index) => index));
        for (const step of steps) {
          if (step.kind !== 'same') continue;
          const { id: _old, ...was } = base.nodes?.[step.base ?? -1] ?? { type: 'none' };
          const { id: _new, ...is } = next.nodes?.[step.next ?? -1] ?? { type: 'none' };
          expect(is).toEqual(was);
        }
      }),
      { numRuns: 500 },
    );
  });
});
