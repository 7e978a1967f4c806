// @module-tag without-database
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findTargets, replaceLinks, replaceTargets } from './source-links.ts';

const marked = (markdown: string) =>
  replaceTargets(markdown, findTargets(markdown), (target) => `<${target}>`);

describe('replaceTargets', () => {
  it.each([
    ['[a](b)', '[a](<b>)'],
    ['![a](b "title")', '![a](<b> "title")'],
    ['[a](<b c>)', '[a](<b c>)'],
    ['[a](b(c))', '[a](<b(c)>)'],
    ['[![a](b)](c)', '[![a](<b>)](<c>)'],
    ['[a [b] c](d)', '[a [b] c](<d>)'],
    ['[a]: b\n', '[a]: <b>\n'],
    ['`[a](b)` [c](d)', '`[a](b)` [c](<d>)'],
    ['``[a](b) ` ``', '``[a](b) ` ``'],
    ['```\n[a](b)\n```\n[c](d)', '```\n[a](b)\n```\n[c](<d>)'],
    ['~~~\n[a](b)\n~~~', '~~~\n[a](b)\n~~~'],
    ['```\n[a](b)', '```\n[a](b)'],
    ['a\\[b](c)', 'a\\[b](c)'],
    ['[a] (b) [c]: d', '[a] (b) [c]: d'],
    ['no links at all', 'no links at all'],
  ])('writes %j as %j', (markdown, changed) => {
    expect(marked(markdown)).toBe(changed);
  });

  it('leaves unchanged targets as they are', () => {
    const markdown = 'a [b](<c d>) ![e](f "g")\n\n[h]: i "j"';
    expect(replaceTargets(markdown, findTargets(markdown), () => undefined)).toBe(markdown);
  });

  // In quadratic time, none of these would finish.
  it.each([
    '[',
    '[a](',
    '`',
    '`a ``b ',
    '[[a]',
    '[a]: ',
    '[a](<',
    '![',
    '\\',
    '~~~\n',
    '<a ',
    '{% file ',
    '<img src="',
    "{% include '",
  ])('parses a million times %j', (part) => {
    const markdown = part.repeat(1_000_000);
    const isUnchanged = replaceTargets(markdown, findTargets(markdown), () => undefined) === markdown;
    expect(isUnchanged).toBe(true);
  });
});

describe('findTargets', () => {
  it('distinguishes images from links', () => {
    const targets = findTargets('![a](b) [c](d) [![f](g)](h)').map(({ target, isImage }) => [
      target,
      isImage,
    ]);
    expect(targets).toEqual([
      ['b', true],
      ['d', false],
      ['g', true],
      ['h', false],
    ]);
  });
});

describe('the targets of a text', () => {
  it.each([
    ['<a href="b">a</a>', ['b']],
    ["<img alt='>' src='b c.png'> <source srcset=d>", ['b c.png', 'd']],
    ['[^1]: Lorem ipsum\n\n[a]: b.md', ['b.md']],
    ['<source srcset="a b.png"> <source srcset="c d.png 2x, e.png">', ['a b.png', 'c d.png']],
    ['<source srcset="f.png 320w, g.png"> <source srcset="h.png, i.png">', ['f.png', 'h.png']],
    ['{% content-ref url="b.md" %}', ['b.md']],
    ['{% include "../.gitbook/includes/a.md" %}', ['../.gitbook/includes/a.md']],
    ['{% file src="a" %} {% code title="src" %} {% hint style="a" %}', ['a']],
    ['`<a href="b">` ``` {% file src="a" %} ```', []],
    ['```html\n<a href="b">\n```\n<a href=c>', ['c']],
    ['<a href="b">[c](d)</a>', ['b', 'd']],
    ['a < b href="c" > d', []],
    ['<a data-href="b">', []],
  ])('finds those of %j', (markdown, targets) => {
    expect(findTargets(markdown).map(({ target }) => target)).toEqual(targets);
  });
});

describe('replaceLinks', () => {
  it('writes addresses in the syntax of each link', () => {
    const markdown = '[a](b "t") ![a](<b>) <a href="b">a</a>\n\n{% file src="b" %}\n\n[a]: b';
    expect(replaceLinks(markdown, () => 'x (1) & "y".md')).toBe(
      '[a](x%20%281%29%20&%20%22y%22.md "t") ![a](<x (1) & "y".md>) <a href="x (1) & %22y%22.md">a</a>\n\n' +
        '{% file src="x (1) & %22y%22.md" %}\n\n[a]: x%20%281%29%20&%20%22y%22.md',
    );
  });

  it('gives addresses without escapes', () => {
    const addresses: string[] = [];
    replaceLinks(
      String.raw`[a](b\_c&amp;d) <a href="e&amp;f">a</a>`,
      (address) => void addresses.push(address),
    );
    expect(addresses).toEqual(['b_c&d', 'e&f']);
  });

  it('changes nothing else', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom(
            '[',
            ']',
            '(',
            ')',
            '<',
            '>',
            '`',
            '\\',
            '"',
            ' ',
            '\n',
            'a',
            '!',
            '{% file src="',
            '" %}',
            '<a href="',
          ),
        ),
        (parts) => {
          const text = parts.join('');
          expect(replaceLinks(text, () => undefined)).toBe(text);
        },
      ),
    );
  });
});
