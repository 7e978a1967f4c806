import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareLines, foldUnchanged } from '#src/lib/compare/compare-lines.ts';
import { compareWords, textOf } from '#src/lib/compare/word-diff.ts';
import { splitBlocks } from './testing/split-blocks.ts';
import { baseTextOf, compareTexts, nextTextOf } from './testing/texts.ts';

const word = fc.constantFrom(
  'gauge',
  'tide',
  'sensor',
  'Kürzel',
  '水位',
  '🐟',
  'calibrate',
  'a',
  'the',
  '`code`',
);
const sentence = fc.array(word, { minLength: 1, maxLength: 12 }).map((words) => words.join(' '));
const block = fc.oneof(
  sentence,
  sentence.map((text) => `## ${text}`),
  fc
    .array(sentence, { minLength: 1, maxLength: 4 })
    .map((items) => items.map((item) => `- ${item}`).join('\n')),
  sentence.map((text) => `\`\`\`ts\n${text}\n\n${text}\n\`\`\``),
  sentence.map((text) => `| a | b |\n|---|---|\n| ${text} | 1 |`),
  sentence.map((text) => `> ${text}`),
);
const markdown = fc.array(block, { maxLength: 12 }).map((blocks) => blocks.join('\n\n'));
const anyText = fc.oneof(
  markdown,
  fc.string({ maxLength: 200 }),
  fc.string({ unit: fc.constantFrom('\n', '\r', ' ', '\t', '-', '#', '`', 'x') }),
);

describe('splitBlocks', () => {
  test('keeps every character of a text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(
          splitBlocks(text)
            .map(({ source }) => source)
            .join(''),
        ).toBe(text);
      }),
      { numRuns: 1000 },
    );
  });

  test('keeps lists, tables and code together', () => {
    const text = '# Title\n\n- one\n- two\n\n```\na\n\nb\n```\n\n| a |\n|---|\n| 1 |\n';
    expect(splitBlocks(text).map(({ kind }) => kind)).toEqual(['heading', 'list', 'code', 'table']);
  });
});

describe('compareTexts', () => {
  test('gives the new text when applied, and the base when reverted', () => {
    fc.assert(
      fc.property(anyText, anyText, (base, next) => {
        const changes = compareTexts(base, next);
        expect(nextTextOf(changes)).toBe(next);
        expect(baseTextOf(changes)).toBe(base);
      }),
      { numRuns: 1000 },
    );
  });

  test('finds no changes between equal texts', () => {
    fc.assert(
      fc.property(markdown, (text) => {
        expect(compareTexts(text, text).every(({ kind }) => kind === 'same')).toBe(true);
      }),
    );
  });

  test('distinguishes an edited block from a replaced one', () => {
    const [first, edited, last] = compareTexts(
      'Intro.\n\nOpen the valve by two turns.\n\nEnd.\n',
      'Intro.\n\nOpen the valve by three turns.\n\nEnd.\n',
    );
    expect([first?.kind, last?.kind]).toEqual(['same', 'same']);
    expect(edited).toMatchObject({ kind: 'edited' });
    expect(
      edited?.kind === 'edited' &&
        compareWords(edited.base.source, edited.block.source).filter(({ kind }) => kind !== 'same'),
    ).toEqual([
      { kind: 'removed', text: 'two' },
      { kind: 'added', text: 'three' },
    ]);
  });

  test('distinguishes a moved block from an edited one', () => {
    const paragraph = 'The first paragraph of some length.\n\n';
    const two = 'A second one, that stays.\n\n';
    const three = 'A third one, that stays as well.\n\n';
    const changes = compareTexts(paragraph + two + three, two + three + paragraph);
    const removed = changes.findIndex(({ kind }) => kind === 'removed');
    const added = changes.findIndex(({ kind }) => kind === 'added');
    expect(changes.map(({ kind }) => kind)).toEqual(['removed', 'same', 'same', 'added']);
    expect(changes[removed]).toMatchObject({ movedTo: added });
    expect(changes[added]).toMatchObject({ movedFrom: removed });
  });
});

describe('compareWords', () => {
  test('contains both texts', () => {
    fc.assert(
      fc.property(anyText, anyText, (base, next) => {
        const runs = compareWords(base, next);
        expect(textOf(runs, 'removed')).toBe(next);
        expect(textOf(runs, 'added')).toBe(base);
      }),
    );
  });
});

describe('compareLines', () => {
  const line = fc.constantFrom('', 'one', 'two words', 'three words here', '- item', '# head');
  const lines = fc.array(line, { maxLength: 20 });

  test('numbers every line of both sides once, in order', () => {
    fc.assert(
      fc.property(lines, lines, (base, next) => {
        const changes = compareLines(`${base.join('\n')}\n`, `${next.join('\n')}\n`);
        const numbersOf = (side: 'baseLine' | 'nextLine') =>
          changes.flatMap((change) => change[side] ?? []).toSorted((a, b) => a - b);
        expect(numbersOf('baseLine')).toEqual(
          Array.from({ length: base.length || 1 }, (_, index) => index + 1),
        );
        expect(numbersOf('nextLine')).toEqual(
          Array.from({ length: next.length || 1 }, (_, index) => index + 1),
        );
      }),
    );
  });

  test('folds only what is far from any change', () => {
    const base = Array.from({ length: 30 }, (_, index) => `line ${index}`);
    const next = base.with(15, 'another thing altogether');
    const hunks = foldUnchanged(compareLines(base.join('\n'), next.join('\n')));
    expect(hunks.map(({ folded, lines: { length } }) => [folded, length])).toEqual([
      [true, 12],
      [false, 8],
      [true, 11],
    ]);
  });
});
