import { Text } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import { TextStructure } from '../structure/text-structure.ts';
import { findCode, rangesOf } from './code-colors.ts';

const read = (text: string) => {
  const doc = Text.of(text.split('\n'));
  return { doc, structure: TextStructure.of(doc) };
};

/** The code of a text that has lines between two of them, counted from 0. */
const codeOf = (text: string, first = 0, last = Number.POSITIVE_INFINITY) => {
  const { doc, structure } = read(text);
  const from = structure.startOf(first);
  const to = last < doc.lines ? structure.endOf(last) : doc.length;
  return findCode(structure, [{ from, to }]);
};

const fenced = (language: string, code: string) => `\`\`\`${language}\n${code}\n\`\`\``;

describe('findCode', () => {
  it('finds code with a language, without the signs of lists and quotes around it', () => {
    const text = [
      ...[fenced('js title="a.js" {1}', 'let a;\n\n  b'), ''],
      ...['> ```json', '> {}', '> ```', ''],
      ...['- item', '', '  ~~~c++', '  int c;', '  ~~~'],
    ].join('\n');
    expect(codeOf(text).map(({ language, code }) => [language, code])).toEqual([
      ['js', 'let a;\n\n  b'],
      ['json', '{}'],
      ['c++', 'int c;'],
    ]);
  });

  it('finds it in tags that hold blocks', () => {
    expect(codeOf(`{% code title="a" %}\n${fenced('sh', 'ls')}\n{% endcode %}`)).toHaveLength(1);
  });

  it('leaves out code without a language, without text, without a fence, and what is longer than published code with colors', () => {
    expect(codeOf(fenced('', 'a'))).toEqual([]);
    expect(codeOf('```js\n```')).toEqual([]);
    expect(codeOf('    indented')).toEqual([]);
    expect(codeOf(fenced('js', 'a'.repeat(20_001)))).toEqual([]);
  });

  it('finds what is in view, whole where its end or its start is', () => {
    const text = `${fenced('a', '1\n2\n3')}\n${fenced('b', '4')}\n${fenced('c', '5')}`;
    expect(codeOf(text, 2, 3).map(({ code }) => code)).toEqual(['1\n2\n3']);
    expect(codeOf(text, 3, 6).map(({ language }) => language)).toEqual(['a', 'b']);
    const { structure } = read(text);
    const ranges = [1, 3, 9].map((line) => ({ from: structure.startOf(line), to: structure.endOf(line) }));
    expect(findCode(structure, ranges).map(({ language }) => language)).toEqual(['a', 'c']);
  });

  it('knows code that is not closed', () => {
    expect(codeOf('```js\nlet a;').map(({ code }) => code)).toEqual(['let a;']);
  });
});

describe('rangesOf', () => {
  it('places colors in the text, line by line', () => {
    const text = '> ```js\n> let a;\n> let b;\n> ```';
    const [part] = codeOf(text);
    const tokens = [
      { start: 0, end: 3, kind: 'keyword' as const },
      { start: 7, end: 10, kind: 'keyword' as const },
      { start: 11, end: 12, kind: 'name' as const },
    ];
    const ranges = part ? rangesOf(part, tokens) : [];
    expect(ranges.map(({ from, to, value }) => [value.spec.class, text.slice(from, to)])).toEqual([
      ['cm-code-keyword', 'let'],
      ['cm-code-keyword', 'let'],
      ['cm-code-name', 'b'],
    ]);
    expect(ranges.map(({ from }) => from)).toEqual([10, 19, 23]);
  });

  it('leaves out what is not within a line', () => {
    const [part] = codeOf(fenced('js', 'let a;\nb'));
    const kind = 'keyword' as const;
    const tokens = [
      { start: 0, end: 9, kind },
      { start: 4, end: 4, kind },
      { start: 7, end: 8, kind },
      { start: 20, end: 30, kind },
    ];
    expect(part && rangesOf(part, tokens).map(({ from, to }) => [from, to])).toEqual([[13, 14]]);
  });
});
