// @module-tag without-database
import { describe, expect, it } from 'vitest';
import { onOneLine, stripLinks } from './inline-text.ts';
import { planImport } from './plan-import.ts';
import { sourceOf } from './testing/source-of.ts';

const MILLION = 1_000_000;
const BLANKS = ' '.repeat(MILLION);

function titleOf(text: string): string | undefined {
  const { books } = planImport(sourceOf({ 'a.md': '# A', 'guides/first-steps.md': text }));
  return books[0]?.pages.at(-1)?.pages[0]?.title;
}

describe('onOneLine', () => {
  it.each([
    ['a\nb', 'a b'],
    ['a  \n\n \t b  c', 'a b  c'],
    ['\n', ' '],
    ['a  b', 'a  b'],
  ])('turns %j into %j', (text, line) => {
    expect(onOneLine(text)).toBe(line);
  });
});

describe('stripLinks', () => {
  it.each([
    ['See [the tide](https://a.example/b) and ![a boat](/boat.png).', 'See the tide and a boat.'],
    ['[![a boat](/boat.png)](/boats)', 'a boat'],
    ['[the sea](https://a.example/sea_(water))', 'the sea'],
    ['[no link] (here) [', '[no link] (here) ['],
    ['![](x)[](y)', ''],
  ])('turns %j into %j', (markdown, text) => {
    expect(stripLinks(markdown)).toBe(text);
  });
});

// Backtracking patterns would take hours for these megabytes.
describe('a megabyte of one character', () => {
  it.each(['[', '![', '[](', '](', '[]((', '[]([](x)', '[a](('])('is unchanged: %j', (sign) => {
    const text = sign.repeat(MILLION / sign.length);
    const plain = sign.includes('(x)') ? '[]('.repeat(MILLION / sign.length) : text;
    expect(stripLinks(text)).toBe(plain);
  });

  it('stays on one line', () => {
    expect(onOneLine(`a${BLANKS}b`)).toBe(`a${BLANKS}b`);
  });

  it('of spaces is read as the title of a file', () => {
    expect(titleOf(`# a${BLANKS}b\n\nText`)).toBe('a b');
    expect(titleOf(`# a${' #'.repeat(MILLION)} b\n\nText`)).toMatch(/^a # #/);
  });
});

describe('the title of a markdown file', () => {
  it.each([
    ['---\ntitle: The tide\n---\n', 'The tide'],
    ['---\ntitle: "The \'tide\'"  \n---\n', "The 'tide'"],
    ["---\ndate: x\ntitle:   'The tide'\n---\n# Other", 'The tide'],
    ['---\ntitle: "The tide\n---\n', 'First steps'],
    ['---\ntitle:\ndate: x\n---\n', 'First steps'],
    ['# The tide #\nText', 'The tide'],
    ['\n\n#   The tide  ##  \n', 'The tide'],
    ['# C#\n', 'C#'],
    ['# #\n', 'First steps'],
    ['# [The **tide**](/tide)', 'The tide'],
    ['#   \nText', 'First steps'],
    ['## Below\n', 'First steps'],
  ])('of %j is %j', (source, title) => {
    expect(titleOf(source)).toBe(title);
  });
});
