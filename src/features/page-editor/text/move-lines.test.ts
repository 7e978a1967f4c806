import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { looseLines, moveLinesTo, removeLines, withLinesAtEnd } from './move-lines.ts';
import type { TextOperation } from './text-edit.ts';

/** A text with the selection at `¦` after an operation, and what is selected then. */
function run(marked: string, operation: TextOperation): [text: string, selected: string] {
  const at = marked.indexOf('¦');
  const text = marked.replace('¦', '');
  const { from, to, insert, selection } = operation(text, { from: at, to: at });
  const after = text.slice(0, from) + insert + text.slice(to);
  return [after, after.slice(selection.from, selection.to)];
}

describe('moved lines', () => {
  it('stand apart from those around them, before and after their old place', () => {
    expect(run('# A\n\none\n\nt¦wo\n\nthree\n', moveLinesTo(0))).toEqual([
      'two\n\n# A\n\none\n\nthree\n',
      'two',
    ]);
    expect(run('# A\n\no¦ne\n\ntwo\n', moveLinesTo(Infinity))).toEqual(['# A\n\ntwo\n\none\n', 'one']);
    expect(run('# A\n\none\n\ntw¦o', moveLinesTo(1))).toEqual(['# A\n\ntwo\n\none', 'two']);
    expect(run('# A\n\no¦ne\n\n# B\ntext', moveLinesTo(5))).toEqual(['# A\n\n# B\n\none\n\ntext', 'one']);
  });

  it('leave lists and quotes behind them', () => {
    expect(run('- a\n  - ¦b\n- c\n\nend\n', moveLinesTo(Infinity))).toEqual([
      '- a\n- c\n\nend\n\n- b\n',
      '- b',
    ]);
    expect(looseLines('> > said\n> >\n> > more')).toBe('said\n\nmore');
    expect(looseLines('- a\n  b')).toBe('- a\n  b');
  });

  it('are gone with their distance, or stand at the end of another text', () => {
    expect(run('one\n\n¦two\n\n\nthree\n', removeLines)[0]).toBe('one\n\nthree\n');
    expect(run('one\n\nt¦wo', removeLines)[0]).toBe('one');
    expect(run('¦one', removeLines)[0]).toBe('');
    expect(withLinesAtEnd('a\n\n', 'b')).toBe('a\n\nb\n');
    expect(withLinesAtEnd('', 'b')).toBe('b\n');
  });

  it('are all there afterwards, with every other line that is not blank as it was', () => {
    const word = fc.constantFrom('', 'a', 'b', '# c', '- d', '> e', '', '  f');
    fc.assert(
      fc.property(
        fc.array(word, { minLength: 1, maxLength: 12 }),
        fc.nat(11),
        fc.nat(13),
        (lines, which, line) => {
          const text = lines.join('\n');
          const at =
            lines.slice(0, which % lines.length).join('\n').length + (which % lines.length > 0 ? 1 : 0);
          const edit = moveLinesTo(line)(text, { from: at, to: at });
          const after = text.slice(0, edit.from) + edit.insert + text.slice(edit.to);
          const written = (whole: string) =>
            whole
              .split('\n')
              .map((one) => one.replace(/^[\s>]+/, ''))
              .filter((one) => one !== '')
              .toSorted();
          expect(written(after)).toEqual(written(text));
          expect(edit.to).toBeGreaterThanOrEqual(edit.from);
        },
      ),
    );
  });
});
