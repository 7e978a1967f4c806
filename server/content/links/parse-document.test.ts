// @module-tag without-database
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '#server/test/any-character.ts';
import { parseDocument } from './parse-document.ts';

const hrefs = (markdown: string) => parseDocument(markdown).links.map(({ href }) => href);

describe('parseDocument', () => {
  it.each([
    ['an inline link', '[a](/pages/x "Title")', ['/pages/x']],
    ['a picture', '![a](/files/x)', ['/files/x']],
    ['an image in a link', '[![a](pic.png)](out)', ['out', 'pic.png']],
    ['a reference', 'See [a][one] and [one].\n\n[one]: /pages/x#y', ['/pages/x#y', '/pages/x#y']],
    ['bare URLs', '<https://a.example> https://b.example/c.', ['https://a.example', 'https://b.example/c']],
    ['a heading', '# To [a](x)', ['x']],
    ['a table', '| [a](x) | b |\n| - | - |\n| ![c](y) | d |', ['x', 'y']],
    ['lists in lists', '- [a](x)\n  1. [b](y)\n- [ ] [c](z)', ['x', 'y', 'z']],
    ['a quote in a quote', '> [a](x)\n>\n> > [b](y)', ['x', 'y']],
    ['emphasis', '**[a](x)** ~~_[b](y)_~~', ['x', 'y']],
    ['HTML', '<p><a class="b" href="x&amp;y">a</a> <img src=pic.png></p>', ['x&y', 'pic.png']],
  ])('finds the links of %s', (_, markdown, expected) => {
    expect(hrefs(markdown)).toEqual(expected);
  });

  it.each([
    ['code', '`[a](x)` ``<https://a.example>``'],
    ['a code block', '```md\n[a](x)\n```\n\n    [b](y)\n'],
    ['a comment', '<!-- <a href="x">a</a> -->'],
    ['an unused definition', '[one]: /pages/x'],
    ['an inline image', '![a](data:image/png;base64,AAAA)'],
    ['escaped brackets', String.raw`\[a\](x)`],
  ])('finds none in %s', (_, markdown) => {
    expect(hrefs(markdown)).toEqual([]);
  });

  it('finds the heading above each link, and all anchors', () => {
    const { links, anchors } = parseDocument(
      '[a](1)\n\n# Über *uns*\n\n[b](2)\n\n> ## Über uns\n> [c](3)\n\n## Mit [Link](4)\n\n## 日本\n',
    );
    expect(links).toEqual([
      { href: '1' },
      { href: '2', at: 'über-uns' },
      { href: '3', at: 'über-uns-1' },
      { href: '4', at: 'mit-link' },
    ]);
    expect(anchors).toEqual(['über-uns', 'über-uns-1', 'mit-link', '日本', 'uber-uns', 'uber-uns-1']);
  });

  it('keeps the anchors that headings had while names in braces were part of their titles', () => {
    const { anchors } = parseDocument('## Last {#own-anchor}\n\n## Last\n\n## Größe <a id="size"></a>\n');
    expect(anchors).toEqual(
      expect.arrayContaining(['own-anchor', 'last-own-anchor', 'last', 'size', 'große']),
    );
    expect(anchors).not.toContain('große-size');
  });

  it('finds the titles of expandables, which links of imported books lead to', () => {
    const { anchors } = parseDocument(
      '## Roles\n\n<details>\n<summary>The <b>Guest</b> role &amp; more?</summary>\n\nReads.\n\n</details>\n\n<details><summary>Roles</summary>\n\nOf teams.\n\n</details>\n\n<details><summary id="own">Titled</summary>\n</details>\n',
    );
    expect(anchors).toEqual(['roles', 'the-guest-role-more', 'own']);
  });

  it('assigns unique anchors to many equal headings', () => {
    const { anchors } = parseDocument('# Note\n\n# Note 1\n\n'.repeat(2000));
    expect(new Set(anchors).size).toBe(4000);
  });

  it('returns the plain text below each heading', () => {
    const { sections } = parseDocument(
      'First *words* &amp; more\n\n# One `two`\n\nA [link](x) and\na line.\n\n| a | b |\n| - | - |\n| c | d |\n\n- e\n- f\n\n```js\ncode();\n```\n',
    );
    expect(sections).toEqual([
      { title: '', body: 'First words & more' },
      { anchor: 'one-two', title: 'One two', body: 'A link and a line. a b c d e f code();' },
    ]);
  });

  it('finds all links of a generated page with their anchors', () => {
    const word = fc.stringMatching(/^[a-z]{1,8}$/);
    const frames = ['{}', '- {}', '> {}', '**{}**', '1. item\n\n   {}', '| {} |\n| - |\n| cell |'];
    const block = fc.record({
      heading: fc.option(word, { nil: undefined }),
      frame: fc.constantFrom(...frames),
      image: fc.boolean(),
      href: word.map((path) => `/pages/${path}#x`),
      decoy: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(block, { maxLength: 12 }), (blocks) => {
        const positions = new Map<string, number>();
        let at: string | undefined;
        const expected = blocks.map(({ heading, href, image }) => {
          if (heading !== undefined) {
            const number = positions.get(heading) ?? 0;
            positions.set(heading, number + 1);
            at = number === 0 ? heading : `${heading}-${number}`;
          }
          return { href, ...(image && { image }), ...(at !== undefined && { at }) };
        });
        const markdown = blocks.map(({ heading, frame, image, href, decoy }) => {
          const link = `${image ? '!' : ''}[text](${href})`;
          const parts = [heading === undefined ? '<br>' : `## ${heading}`, frame.replace('{}', link)];
          return [...parts, ...(decoy ? ['`[code](no)`'] : [])].join('\n\n');
        });
        expect(parseDocument(`${markdown.join('\n\n')}\n`).links).toEqual(expected);
      }),
      { numRuns: 200 },
    );
  });

  it('parses any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 200 }), (text) => {
        expect(parseDocument(text).links).toBeInstanceOf(Array);
      }),
      { numRuns: 300 },
    );
  });

  // In quadratic time, neither would finish.
  it('parses texts of half a million characters', () => {
    expect(parseDocument('<a '.repeat(200_000)).links).toEqual([]);
    expect(parseDocument('# Same\n\n[a](b) text\n\n'.repeat(25_000)).links).toHaveLength(25_000);
  });

  it.each(['> '.repeat(20_000), '*'.repeat(20_000) + 'a' + '*'.repeat(20_000)])(
    'parses a text that is nested too deeply as plain text',
    (markdown) => {
      const { links, sections } = parseDocument(markdown);
      expect(links).toEqual([]);
      expect(sections).toEqual([{ title: '', body: markdown.trim() }]);
    },
  );
});

it('follows the first 25,000 links of a text', () => {
  expect(parseDocument('[a](/b)\n\n'.repeat(25_001)).links).toHaveLength(25_000);
});
