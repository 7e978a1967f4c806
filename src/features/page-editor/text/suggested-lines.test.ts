import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { suggestedLines, withSuggestions } from './suggested-lines.ts';

const text = 'Oil lamps.\n\nFill it\ndayly and\nslowly.\n\n- One\n- Two\n- Three\n';

const suggest = (change: (before: string) => string) => suggestedLines(text, change(text));

describe('what a person changes', () => {
  it('is one suggestion for the lines of a paragraph, and one for each item', () => {
    const change = (before: string) =>
      before.replace('Fill', 'Top').replace('slowly', 'well').replace('One', 'Ohm').replace('Three', 'Trio');
    expect(suggest(change)).toEqual([
      { startLine: 3, endLine: 5, text: 'Top it\ndayly and\nwell.' },
      { startLine: 7, endLine: 7, text: '- Ohm' },
      { startLine: 9, endLine: 9, text: '- Trio' },
    ]);
  });

  it('stands with the words before it where lines are added, and with those after it at the start', () => {
    expect(suggest((before) => before.replace('lamps.\n', 'lamps.\n\nNew.\n'))).toEqual([
      { startLine: 1, endLine: 1, text: 'Oil lamps.\n\nNew.' },
    ]);
    expect(suggest((before) => `New.\n\n${before}`)).toEqual([
      { startLine: 1, endLine: 1, text: 'New.\n\nOil lamps.' },
    ]);
    expect(suggest((before) => `${before}- Four\n`)).toEqual([
      { startLine: 9, endLine: 9, text: '- Three\n- Four' },
    ]);
  });

  it('removes lines by an empty text', () => {
    expect(suggest((before) => before.replace('- Two\n', ''))).toEqual([
      { startLine: 8, endLine: 8, text: '' },
    ]);
  });

  it('makes the changed text again, and no line is in two suggestions', () => {
    const someLines = fc.array(fc.constantFrom('', ' ', 'owl', 'two owls', '- owl', '# Owls', '\u0085'), {
      maxLength: 12,
    });
    const change = (lines: string[], end: string) => lines.join(end);
    fc.assert(
      fc.property(someLines, someLines, fc.constantFrom('\n', '\r\n'), (before, after, end) => {
        const [old, next] = [change(before, end), change(after, end)];
        const suggestions = suggestedLines(old, next);
        const made = withSuggestions(old, suggestions);
        expect(made.shown).toEqual(suggestions);
        expect(made.text.replaceAll('\r', '')).toBe(next.replaceAll('\r', ''));
      }),
      { numRuns: 300 },
    );
  });
});

it('of two suggestions for one line shows the first', () => {
  const first = { startLine: 1, endLine: 2, text: 'a' };
  const made = withSuggestions('x\ny\nz', [first, { startLine: 2, endLine: 3, text: 'b' }]);
  expect(made).toEqual({ text: 'a\nz', shown: [first] });
});
