// @module-tag without-database
import { describe, expect, it } from 'vitest';
import type { CommentBody, ContentFormat, DocumentNode } from '#api/generated/types.gen.ts';
import { parseBody } from '#server/content/documents/comment-text.ts';
import { createBodyView, excerptOf, previewOf, parseBodyUpdate } from './comments.rules.ts';

const paragraph = (...nodes: DocumentNode[]): DocumentNode => ({ type: 'paragraph', nodes });
const text = (value: string): DocumentNode => ({ type: 'text', text: value });

describe('a text', () => {
  it('is parsed in one of its two formats', () => {
    const document = { type: 'document', nodes: [paragraph(text('Yes'))] };
    expect(parseBody({ markdown: ' *Yes* ' })).toEqual({ markdown: ' *Yes* ' });
    expect(parseBody({ document })).toMatchObject({
      document: {
        object: 'document',
        nodes: [{ type: 'paragraph', nodes: [{ leaves: [{ text: 'Yes' }] }] }],
      },
    });
    expect(() => parseBody({ markdown: 'Yes', document })).toThrow('either markdown or a document');
    expect(() => parseBody({})).toThrow('must have markdown or a document');
    expect(() => parseBody({ markdown: ' \n' })).toThrow('must not be blank');
  });

  it('may be as long as a document as it may be as markdown', () => {
    const document = (length: number) => ({ type: 'document', nodes: [text('a'.repeat(length))] });
    const around = JSON.stringify(document(0)).length;
    expect(parseBody({ document: document(65_536 - around) })).toHaveProperty('document');
    expect(() => parseBody({ document: document(65_537 - around) })).toThrow('body.body.document');
  });

  it('may be a string, which is Markdown', () => {
    expect(parseBody('*Yes*')).toEqual({ markdown: '*Yes*' });
    expect(parseBodyUpdate('*Yes*')).toEqual({ markdown: '*Yes*' });
    expect(() => parseBody(' ')).toThrow('body.body must not be blank');
    expect(() => parseBodyUpdate('')).toThrow('body.body must not be blank');
  });

  it('is unchanged without a body or with an empty one', () => {
    expect(parseBodyUpdate(undefined)).toBeUndefined();
    expect(parseBodyUpdate({})).toBeUndefined();
    expect(parseBodyUpdate({ markdown: 'Yes' })).toEqual({ markdown: 'Yes' });
  });

  it('is shown as a tree, as markdown, or as it was written', async () => {
    const toBodyView = async (body: CommentBody, format?: ContentFormat) =>
      (await createBodyView([body], format, ''))(body);
    const written = { markdown: 'Say **so**' };
    expect(await toBodyView(written)).toEqual(written);
    expect(await toBodyView(written, 'markdown')).toEqual(written);
    expect((await toBodyView(written, 'document')).document).toMatchObject({
      object: 'document',
      nodes: [
        {
          type: 'paragraph',
          nodes: [{ leaves: [{ text: 'Say ' }, { text: 'so', marks: [{ type: 'bold' }] }] }],
        },
      ],
    });
    const link = { type: 'link', href: '/x', nodes: [text('here')] };
    const tree = {
      document: { type: 'document', nodes: [paragraph(text('Look '), link), paragraph(text('End'))] },
    };
    const view = await toBodyView(tree, 'document');
    expect(view).toMatchObject({ document: { object: 'document', nodes: [{}, {}] } });
    expect(view).toEqual(await toBodyView(tree));
    expect(await toBodyView(tree, 'markdown')).toEqual({ markdown: 'Look here\n\nEnd' });
  });
});

describe('an excerpt', () => {
  it('never splits a surrogate pair', () => {
    expect(excerptOf({ markdown: '😀'.repeat(130) })).toBe(`${'😀'.repeat(119)}…`);
    expect(excerptOf({ markdown: '😀'.repeat(120) })).toBe('😀'.repeat(120));
    expect(previewOf(paragraph(text('One\n two')))).toBe('One two');
  });

  it('is extracted from trees of any depth', () => {
    let deep = text('Down here');
    for (let level = 0; level < 50_000; level += 1) deep = { type: 'quote', nodes: [deep] };
    expect(excerptOf({ document: deep })).toBe('Down here');
  });
});
