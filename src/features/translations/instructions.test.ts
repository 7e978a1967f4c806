import { describe, expect, it } from 'vitest';
import type { DocumentNode } from '#api/generated/types.gen.ts';
import { adapt } from '#src/api/compat/adapters.ts';
import { documentOfText, isPlainText, textOfInstructions } from './instructions.ts';

const paragraph = (...nodes: DocumentNode[]): DocumentNode => ({ type: 'paragraph', nodes });
const text = (words: string, more: object = {}): DocumentNode => ({ type: 'text', text: words, ...more });
const documentOf = (...nodes: DocumentNode[]): DocumentNode => ({ type: 'document', nodes });

describe('instructions of a translation', () => {
  it.each(['', 'Say “u”.', 'One\nTwo', '😀 right\u202Eleft'])(
    'stay the same when they are sent: %j',
    (words) => {
      // The sent document has the form of other servers, whose answers are converted.
      const read = adapt(documentOfText(words)) as DocumentNode;
      expect(textOfInstructions(read)).toBe(words);
      expect(isPlainText(read)).toBe(true);
    },
  );

  it('have a line for each block with words', () => {
    const link = { type: 'link', href: 'https://tideline.example', nodes: [text('the list')] };
    const item = { type: 'list-item', nodes: [paragraph(text('One'))] };
    const document = documentOf(
      { type: 'heading', level: 1, nodes: [text('Tone')] },
      paragraph(text('See '), link, text('.', { marks: ['bold'] })),
      { type: 'list', nodes: [item, item] },
      { type: 'divider' },
    );
    expect(textOfInstructions(document)).toBe('Tone\nSee the list.\nOne\nOne');
    expect(textOfInstructions(undefined)).toBe('');
  });

  it.each([
    ['a heading', { type: 'heading', level: 1, nodes: [text('Tone')] }],
    ['marks', paragraph(text('u', { marks: ['bold'] }))],
    ['a link', paragraph({ type: 'link', nodes: [text('u')] })],
    ['an unknown node', { type: 'hologram' }],
  ])('are not plain with %s', (_, node) => {
    expect(isPlainText(documentOf(node))).toBe(false);
  });
});
