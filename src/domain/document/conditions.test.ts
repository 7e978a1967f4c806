import { describe, expect, it } from 'vitest';
import type { DocumentNode } from '#api/generated/types.gen.ts';
import { frameConditions } from './conditions.ts';

const paragraph = (text: string, marks?: string[]): DocumentNode => ({
  type: 'paragraph',
  nodes: [{ type: 'text', text, ...(marks && { marks }) }],
});

describe('the blocks of a condition', () => {
  const [before, open, inner, close, after] = ['a', '{% if x %}', 'b', '{% endif %}', 'c'].map((text) =>
    paragraph(text),
  ) as [DocumentNode, DocumentNode, DocumentNode, DocumentNode, DocumentNode];

  it('are in a frame with its opening tag', () => {
    expect(frameConditions([before, open, inner, close, after])).toEqual([
      before,
      { type: 'condition', text: '{% if x %}', nodes: [open, inner, close] },
      after,
    ]);
  });

  it('are one where it is within a line, and all to the end where it is not closed', () => {
    const line = paragraph('a {% if x %}b{% endif %}');
    expect(frameConditions([line, after])).toEqual([
      { type: 'condition', text: '{% if x %}', nodes: [line] },
      after,
    ]);
    expect(frameConditions([open, open, close, after])).toEqual([
      { type: 'condition', text: '{% if x %}', nodes: [open, open, close, after] },
    ]);
  });

  it('are found in lists and tables, and not in code', () => {
    const list: DocumentNode = { type: 'list', nodes: [{ type: 'list-item', nodes: [open, close] }] };
    const code: DocumentNode = { type: 'code', text: '{% if x %}' };
    const span = paragraph('{% if x %}', ['code']);
    expect(frameConditions([list, code, span])).toEqual([
      { type: 'condition', text: '{% if x %}', nodes: [list] },
      code,
      span,
    ]);
  });
});
