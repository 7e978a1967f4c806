import { describe, expect, it } from 'vitest';
import { indexSourcePaths } from '#api/source-paths.ts';
import type { StoredReusableContent } from '../pages/storage.ts';
import { visitorText } from '../visitor-text/visitor-text.ts';
import { fillIncludes } from './included-markdown.ts';

const paths = indexSourcePaths([]);
const tag = (id: string) => `{% include "/reusable-contents/${id}" %}`;

function fill(markdown: string, texts: Record<string, string>, read = (text: string) => text): string {
  const contents = Object.keys(texts).map((id): StoredReusableContent => ({ id, title: id, documentId: id }));
  const sources = { contents, texts: new Map(Object.entries(texts)), paths };
  return fillIncludes(markdown, { ...sources, source: undefined, read });
}

describe('fillIncludes', () => {
  it('puts texts in the place of their tags, apart from paragraphs and in their containers', () => {
    const texts = { a: '# One\n\nTwo\n' };
    expect(fill(`Before\n${tag('a')}\nafter`, texts)).toBe('Before\n\n# One\n\nTwo\n\nafter');
    expect(fill(`Before\n\n${tag('a')}\n\nafter`, texts)).toBe('Before\n\n# One\n\nTwo\n\nafter');
    expect(fill(`> ${tag('a')}`, texts)).toBe('> # One\n>\n> Two');
    expect(fill(`- Item\n- ${tag('a')}\n- Last`, texts)).toBe('- Item\n- # One\n\n  Two\n- Last');
    expect(fill(`| a |\n| - |\n| ${tag('a')} |`, texts)).toBe('| a |\n| - |\n| # One Two |');
    expect(fill(`So ${tag('a')}!`, { a: 'is it\n' })).toBe('So is it!');
  });

  it('leaves nothing of tags without a text, and keeps code', () => {
    expect(fill(`a\n\n${tag('gone')}\n\nb`, {})).toBe('a\n\n\n\nb');
    expect(fill(tag('a'), { a: `Once ${tag('b')}`, b: `more${tag('a')}` })).toBe('Once more');
    expect(fill(`\`${tag('a')}\``, { a: 'x' })).toBe(`\`${tag('a')}\``);
  });

  it('closes code that a text leaves open', () => {
    expect(fill(`${tag('a')}\n\n# End`, { a: '```js\nx()' })).toBe('```js\nx()\n```\n\n# End');
    expect(fill(tag('a'), { a: '~~~\nx()\n~~~' })).toBe('~~~\nx()\n~~~');
  });

  it('reads each text by itself', () => {
    const texts = {
      a: 'Open{% if visitor.claims.a %} secret',
      b: `{% if visitor.claims.a %}${tag('a')}{% endif %}`,
    };
    expect(fill(`${tag('a')}\n\nEnd\n\n${tag('b')}`, texts, visitorText)).toBe('Open\n\nEnd\n\n');
  });

  it('ends where contents multiply or are too deep', () => {
    const texts = Object.fromEntries(
      Array.from({ length: 20 }, (_, level) => [`t${level}`, `x${`${tag(`t${level + 1}`)} `.repeat(50)}`]),
    );
    const filled = fill(tag('t0'), texts);
    expect(filled.match(/x/g)?.length).toBe(1000);
    expect(filled).not.toContain('{%');
    const chain = Object.fromEntries(
      Array.from({ length: 20 }, (_, level) => [`t${level}`, `x${tag(`t${level + 1}`)}`]),
    );
    expect(fill(tag('t0'), chain)).toBe('x'.repeat(10));
    expect(fill(tag('a').repeat(300), { a: 'x' })).toBe('x'.repeat(200));
  });
});
