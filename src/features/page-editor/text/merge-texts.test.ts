import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { conflictsIn, mergeTexts, resolvedText } from './merge-texts.ts';

const words = fc.array(fc.stringMatching(/^[a-z]{1,3}$/), { minLength: 1, maxLength: 8 });
const texts = words.map((lines) => lines.join('\n'));

describe('mergeTexts', () => {
  it('takes changes of different lines from both', () => {
    const regions = mergeTexts('a\nb\nc\nd\ne', 'A\nb\nc\nd\ne', 'a\nb\nc\nd\nE');
    expect(conflictsIn(regions)).toEqual([]);
    expect(resolvedText(regions, [])).toBe('A\nb\nc\nd\nE');
  });

  it('finds what both changed', () => {
    const regions = mergeTexts('a\nb\nc', 'a\nmine\nc', 'a\ntheirs\nc');
    expect(conflictsIn(regions)).toEqual([
      { kind: 'conflict', base: ['b'], mine: ['mine'], theirs: ['theirs'] },
    ]);
    expect(resolvedText(regions, ['mine'])).toBe('a\nmine\nc');
    expect(resolvedText(regions, ['theirs'])).toBe('a\ntheirs\nc');
    expect(resolvedText(regions, ['both'])).toBe('a\nmine\ntheirs\nc');
  });

  it('is the other version where only one changed', () => {
    fc.assert(
      fc.property(texts, texts, (base, changed) => {
        expect(resolvedText(mergeTexts(base, changed, base), [])).toBe(changed);
        expect(resolvedText(mergeTexts(base, base, changed), [])).toBe(changed);
        expect(conflictsIn(mergeTexts(base, changed, changed))).toEqual([]);
      }),
    );
  });

  it('loses no line that either added', () => {
    fc.assert(
      fc.property(texts, texts, texts, (base, mine, theirs) => {
        const merged = resolvedText(mergeTexts(base, mine, theirs), []).split('\n');
        const old = new Set(base.split('\n'));
        for (const line of [...mine.split('\n'), ...theirs.split('\n')])
          if (!old.has(line)) expect(merged).toContain(line);
      }),
    );
  });
});
