import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DocumentNode } from '#api/generated/types.gen.ts';
import { toSteps, documentBlocks } from './blocks.ts';
import { compareBlocks } from './compare-texts.ts';

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

describe('steps', () => {
  it('contain every block of both documents once, in order', () => {
    fc.assert(
      fc.property(document, document, (base, next) => {
        const steps = toSteps(compareBlocks(documentBlocks(base), documentBlocks(next)));
        const positionsOn = (side: 'base' | 'next') => steps.flatMap((step) => step[side] ?? []);
        expect(positionsOn('base')).toEqual((base.nodes ?? []).map((_, index) => index));
        expect(positionsOn('next')).toEqual((next.nodes ?? []).map((_, index) => index));
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
