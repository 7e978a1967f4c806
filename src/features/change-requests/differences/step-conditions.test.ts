import { describe, expect, it } from 'vitest';
import type { DocumentNode } from '#api/generated/types.gen.ts';
import { stepConditions } from './step-conditions.ts';

const page = (...texts: string[]): DocumentNode => ({
  type: 'document',
  nodes: texts.map((text) => ({ type: 'paragraph', nodes: [{ type: 'text', text }] })),
});

describe('the condition of a compared block', () => {
  const conditional = page('a', '{% if x %}', 'b', '{% endif %}', 'c');
  const plain = page('a', 'b', 'c');

  it('is that of the text that has the block', () => {
    const conditionOf = stepConditions(plain, conditional);
    expect(conditionOf({ kind: 'added', next: 1 })).toEqual({ text: '{% if x %}', kind: 'same' });
    expect(conditionOf({ kind: 'same', base: 0, next: 0 })).toBeUndefined();
    expect(stepConditions(conditional, plain)({ kind: 'removed', base: 3 })?.kind).toBe('same');
  });

  it('is entered or left where the other text has the block outside', () => {
    expect(stepConditions(plain, conditional)({ kind: 'same', base: 1, next: 2 })?.kind).toBe('entered');
    expect(stepConditions(conditional, plain)({ kind: 'same', base: 2, next: 1 })?.kind).toBe('left');
    expect(stepConditions(conditional, conditional)({ kind: 'same', base: 2, next: 2 })?.kind).toBe('same');
  });
});
