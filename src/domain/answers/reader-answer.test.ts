import { marked } from 'marked';
import { expect, it } from 'vitest';
import { quoteAnswer } from './reader-answer.ts';

it('quotes what a reader wrote, and what looks like Markdown as written', () => {
  expect(quoteAnswer({ helpful: false, sentence: '' })).toBe('A reader found this page not helpful.');
  const sentence =
    'See https://evil.example ![](x.png)\n# [Eve](/users/eve) <img src=x> {% if a %} 1. `b` @all';
  const html = marked.parse(quoteAnswer({ helpful: true, sentence }), { async: false });
  expect(html).not.toMatch(/<(?:a|img|h1|code|ol)\b/);
  expect(html).toContain('<blockquote>');
  expect(html.replaceAll(/<[^>]+>/g, '')).toContain(
    'See https://evil.example ![](x.png)\n# [Eve](/users/eve) &lt;img',
  );
});
