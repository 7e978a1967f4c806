import { ChangeSet, Text } from '@codemirror/state';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { demonstrationTexts } from '../../text/testing/stored-texts.ts';
import { visualLines } from '../testing/visual-texts.ts';
import { TextStructure } from './text-structure.ts';

const docOf = (text: string): Text => Text.of(text.split('\n'));

/** The kinds of the lines of a text, each with what is written in it. */
const linesOf = (text: string): string[] => {
  const structure = TextStructure.of(docOf(text));
  return structure.lines.map(({ kind, level, sign }, index) => {
    const { from, to } = structure.contentOf(index);
    return [kind, level || '', sign, structure.doc.sliceString(from, to)]
      .filter((part) => part !== '')
      .join(' ');
  });
};

describe('the lines of a text', () => {
  it('are told apart with their signs', () => {
    expect(
      linesOf(
        '# Owls #\n\nText\n===\n\n- one\n  - two\n\n    more\n12. three\n- [x] four\n\n> said\n> - five',
      ),
    ).toEqual(
      [
        'heading 1 Owls',
        'blank',
        'heading 1 Text',
        'underline 1 ===',
        'blank',
        'item 1 - one',
        'item 2 - two',
        'blank 2',
        'text 2 more',
        'item 1 12. three',
        'item 1 [x] four',
        'blank 1',
        'text said',
        'item 1 - five',
      ].map((line) => line.replace('underline 1', 'underline')),
    );
  });

  it('below a paragraph of several lines are shown as written where they make a heading of it', () => {
    expect(linesOf('One\ntwo\n---\n\n- item\n  ---\n\nOne\n\n---')).toEqual([
      'text One',
      'text two',
      'source ---',
      'blank',
      'item 1 - item',
      'source 1   ---',
      'blank 1',
      'text One',
      'blank',
      'divider ---',
    ]);
  });

  it('of a table in HTML are one block, up to the next blank line', () => {
    expect(linesOf('<table>\n<tr><td>1</td></tr>\n</table>\n\ntext\n\n<div>\n<table>\n</div>')).toEqual([
      'html-table <table>',
      'html-table <tr><td>1</td></tr>',
      'html-table </table>',
      'blank',
      'text text',
      'blank',
      'source <div>',
      'source <table>',
      'source </div>',
    ]);
  });

  it('are read however many signs and blanks they have', () => {
    const many = (sign: string) => sign.repeat(100_000);
    const [blanks, tildes] = [many(' '), many('~')] as const;
    const texts = [`# a${blanks}b`, `# a${blanks}#${blanks}`, `${tildes}\``, `${tildes} js`];
    expect(texts.map((text) => linesOf(text)[0]?.slice(0, 12).trim())).toEqual([
      'heading 1 a',
      'heading 1 a',
      `text ${tildes.slice(0, 7)}`,
      `fence js ${tildes.slice(0, 3)}`,
    ]);
    const rows = [`${blanks}=|-`, `|${many('-')}${blanks}x`, `${blanks}|${many('-')}|${blanks}`];
    expect(rows.map((row) => linesOf(`|a|\n${row}`)[0]?.split(' ', 1)[0])).toEqual(['text', 'text', 'table']);
  });

  it('of code are literal', () => {
    expect(linesOf('```js\n# no\n  - x\n```\n{% code %}\n~~~\n{% hint %}\n~~~\n{% endcode %}')).toEqual([
      'fence js ```js',
      'code # no',
      'code   - x',
      'fence-end ```',
      'tag {% code %}',
      'fence ~~~',
      'code {% hint %}',
      'fence-end ~~~',
      'tag {% endcode %}',
    ]);
  });

  it('of tables, pictures, dividers and HTML are blocks', () => {
    expect(
      linesOf(
        '| a | b |\n| - | - |\n| c | d |\n\n![Owl](/files/a)\n\n---\n\n<div>\n# no\n</div>\n\na | b\nc',
      ),
    ).toEqual([
      'table head | a | b |',
      'table | - | - |',
      'table | c | d |',
      'blank',
      'picture ![Owl](/files/a)',
      'blank',
      'divider ---',
      'blank',
      'source <div>',
      'source # no',
      'source </div>',
      'blank',
      'text a | b',
      'text c',
    ]);
  });

  it('are read again where a change reaches them only, with the same result', () => {
    const lines = fc.array(visualLines, { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(lines, lines, fc.nat(), fc.nat(), (before, insert, start, length) => {
        const doc = docOf(before.join('\n'));
        const from = start % (doc.length + 1);
        const to = Math.min(doc.length, from + (length % 30));
        const changes = ChangeSet.of({ from, to, insert: Text.of(insert) }, doc.length);
        const changed = changes.apply(doc);
        const structure = TextStructure.of(doc).change(changes, changed);
        const whole = TextStructure.of(changed);
        expect(structure.lines).toEqual(whole.lines);
        expect(structure.containers).toEqual(whole.containers);
      }),
      { numRuns: 3000 },
    );
  });

  it('have all of the text of the demonstration', () => {
    for (const text of demonstrationTexts()) {
      const { lines, doc } = TextStructure.of(docOf(text));
      expect(lines).toHaveLength(doc.lines);
    }
  });
});

describe('containers', () => {
  it('are pairs of tags, parts also without an end', () => {
    const text =
      '{% tabs %}\n{% tab title="A" %}\na\n{% tab title="B" %}\nb\n{% endtab %}\n{% endtabs %}\n{% embed url="https://a.example" %}\n{% if x %}\n{% hint %}\nc\n{% endhint %}\n{% endif %}\n{% endhint %}';
    const { containers } = TextStructure.of(docOf(text));
    expect(
      containers.map(({ tag, from, to, depth, hasEnd, part }) => [tag.name, from, to, depth, hasEnd, part]),
    ).toEqual([
      ['tabs', 0, 6, 0, true, 0],
      ['tab', 1, 2, 1, false, 1],
      ['tab', 3, 5, 1, true, 2],
      ['embed', 7, 7, 0, false, 0],
      ['if', 8, 12, 0, true, 0],
      ['hint', 9, 11, 1, true, 0],
    ]);
  });

  it('leave the caret between blocks no place', () => {
    const structure = TextStructure.of(docOf('a\n\n{% hint %}\n\n{% endhint %}\n\nb\n\n\n\nc\n'));
    expect(structure.lines.map((_, index) => structure.isWritten(index))).toEqual([
      true,
      false,
      false,
      true,
      false,
      false,
      true,
      false,
      true,
      false,
      true,
      false,
    ]);
  });
});

describe('the blocks of a beginning', () => {
  it('are those of the whole text, and the others once they are asked for', () => {
    const lines = fc.array(visualLines, { minLength: 1, maxLength: 40 });
    let begun = 0;
    fc.assert(
      fc.property(lines, fc.integer({ min: 1, max: 4 }), (text, count) => {
        const doc = docOf(text.join('\n'));
        const [whole, structure] = [TextStructure.of(doc), TextStructure.begin(doc, count)];
        const { readCount } = structure;
        if (readCount < doc.lines) begun += 1;
        for (let index = 0; index < readCount; index += 1)
          expect(structure.findLine(index)).toEqual(whole.lines[index]);
        expect(structure.readCount).toBe(readCount);
        expect(structure.findLine(doc.lines - 1)).toEqual(whole.lines.at(-1));
        expect([structure.findLine(-1), structure.findLine(doc.lines)]).toEqual([undefined, undefined]);
        expect(structure.lines).toEqual(whole.lines);
        expect(structure.containers).toEqual(whole.containers);
      }),
      { numRuns: 2000 },
    );
    expect(begun).toBeGreaterThan(0);
  });

  it('are those of the whole text where one has no end there', () => {
    const owls = Array.from({ length: 20 }, () => 'Owls.\n').join('\n');
    const readOf = (text: string) => TextStructure.begin(docOf(text), 4).readCount;
    expect(readOf(`{% hint %}\n\n{% endhint %}\n\n${owls}`)).toBeLessThan(10);
    expect(readOf(`{% embed url="https://a.example" %}\n\n${owls}`)).toBeLessThan(10);
    const open = `{% hint %}\n\n${owls}\n\n{% endhint %}`;
    expect(readOf(open)).toBe(open.split('\n').length);
  });
});
