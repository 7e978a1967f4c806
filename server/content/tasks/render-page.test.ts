// @module-tag without-database
import { expect, it } from 'vitest';
import { renderPageAsJson } from './render-page.ts';

it('shows a text as it was written whose document would be many times as long', () => {
  const markdown = 'a\n\n'.repeat(150_000);
  const { text } = renderPageAsJson({ markdown });
  const { document } = text as { document: string };
  expect(document.length).toBeLessThan(2 * markdown.length);
  expect(JSON.parse(document)).toMatchObject({
    nodes: [{ type: 'paragraph', nodes: [{ leaves: [{ text: markdown }] }] }],
  });
  const short = renderPageAsJson({ markdown: '[a](/b)' }).text as { document: string };
  expect(JSON.parse(short.document).nodes[0].nodes[0].type).not.toBe('text');
});
