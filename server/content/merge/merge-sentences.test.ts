// @module-tag without-database
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeSentences, splitSentences } from './merge-sentences.ts';
import { mergeMarkdown, mergeText } from './merge-text.ts';

const BASE = 'Fill the lamp. Trim the wick. Light it at dusk.';

const sentences = (paragraph: string) => splitSentences(paragraph).map(({ words }) => words);

describe('the sentences of a paragraph', () => {
  it.each<[string, string, string[]]>([
    ['end with a mark', BASE, ['Fill the lamp.', 'Trim the wick.', 'Light it at dusk.']],
    ['go on in the next line', 'Fill\nthe lamp. Trim\r\nit.', ['Fill\nthe lamp.', 'Trim\r\nit.']],
    ['need no blanks', '油を足す。芯を切る。灯をともす。', ['油を足す。', '芯を切る。', '灯をともす。']],
    ['do not end in a link', 'See [Oil. Wick](/a). End.', ['See [Oil. Wick](/a).', 'End.']],
    ['do not end in code', 'Run `a. B` twice. End.', ['Run `a. B` twice.', 'End.']],
    ['do not end in a tag', 'A {% b c="D. E" %} F. End.', ['A {% b c="D. E" %} F.', 'End.']],
    ['do not end in HTML', 'A <i title="B. C">D</i>. End.', ['A <i title="B. C">D</i>.', 'End.']],
    ['do not end in an emphasis', 'A **B. C** d. End.', ['A **B. C** d.', 'End.']],
    ['do not end after what nothing closes', 'A [b. C. D.', ['A [b. C. D.']],
    ['end after a sign that is escaped', 'A \\[b. C.', ['A \\[b.', 'C.']],
    ['end after names with underscores', 'Set my_name. Restart.', ['Set my_name.', 'Restart.']],
    ['end after a comparison', 'If a < b. Stop.', ['If a < b.', 'Stop.']],
  ])('%s', (_, paragraph, expected) => {
    expect(sentences(paragraph)).toEqual(expected);
    expect(
      splitSentences(paragraph)
        .map(({ words, space }) => words + space)
        .join(''),
    ).toBe(paragraph);
  });
});

describe('two edits of a paragraph', () => {
  it.each([
    [
      'of the first and the last sentence are both kept',
      BASE,
      BASE.replace('lamp', 'brass lamp'),
      BASE.replace('dusk', 'sunset'),
      'Fill the brass lamp. Trim the wick. Light it at sunset.',
    ],
    [
      'that add and change are both kept',
      BASE,
      `${BASE} Sleep.`,
      BASE.replace('Fill', 'Clean'),
      'Clean the lamp. Trim the wick. Light it at dusk. Sleep.',
    ],
    [
      'that remove and change are both kept',
      BASE,
      'Trim the wick. Light it at dusk.',
      BASE.replace('dusk', 'night'),
      'Trim the wick. Light it at night.',
    ],
    [
      'of adjoining sentences conflict',
      BASE,
      BASE.replace('lamp', 'x'),
      BASE.replace('wick', 'y'),
      undefined,
    ],
    ['of one sentence conflict', BASE, BASE.replace('lamp', 'x'), BASE.replace('Fill', 'y'), undefined],
    [
      'with a link across their edge conflict',
      'Fill [it. Trim it. Light it](/a).',
      'Oil [it. Trim it. Light it](/a).',
      'Fill [it. Trim it. Light them](/a).',
      undefined,
    ],
  ])('%s', (_, base, ours, theirs, expected) => {
    expect(mergeSentences({ base, ours, theirs })).toBe(expected);
    expect(mergeSentences({ base, ours: theirs, theirs: ours })).toBe(expected);
  });

  it('are listed with the paragraph, and those of other lines are merged beside it', () => {
    const text = (paragraph: string, end: string) => `# Lamps\n\n${paragraph}\n\n* one\n\n${end}\n`;
    const [ours, theirs] = [BASE.replace('lamp', 'brass lamp'), BASE.replace('dusk', 'sunset')];
    const merged = 'Fill the brass lamp. Trim the wick. Light it at sunset.';
    expect(mergeText(text(BASE, 'End'), text(ours, 'End'), text(theirs, 'Last'))).toBeUndefined();
    expect(mergeMarkdown(text(BASE, 'End'), text(ours, 'End'), text(theirs, 'Last'))).toEqual({
      text: text(merged, 'Last'),
      paragraphs: [{ base: BASE, ours, theirs, merged }],
    });
  });

  it.each<[string, (paragraph: string) => string]>([
    ['of an item of a list', (text) => `* ${text}\n`],
    ['of a quotation', (text) => `> ${text}\n`],
    ['of code', (text) => `\`\`\`\n${text}\n\`\`\`\n`],
    ['of indented code', (text) => `    ${text}\n`],
    ['of a heading', (text) => `# ${text}\n`],
    ['of a cell of a table', (text) => `| a |\n| --- |\n| ${text} |\n`],
  ])('%s conflict', (_, write) => {
    const [ours, theirs] = [BASE.replace('lamp', 'brass lamp'), BASE.replace('dusk', 'sunset')];
    expect(mergeMarkdown(write(BASE), write(ours), write(theirs))).toBeUndefined();
  });

  it('are merged in a paragraph of several lines and between tags', () => {
    const write = (first: string, last: string) =>
      `{% hint style="info" %}\n${first} the lamp. Trim\nthe wick. Light it\nat ${last}.\n{% endhint %}\n`;
    const merged = mergeMarkdown(write('Fill', 'dusk'), write('Oil', 'dusk'), write('Fill', 'night'));
    expect(merged?.text).toBe(write('Oil', 'night'));
    const line = (first: string, last: string) => `${first} it. Trim it.\nLight it ${last}. End.\n`;
    const joined = mergeMarkdown(line('Fill', 'now'), line('Oil', 'now'), line('Fill', 'late'));
    expect(joined?.text).toBe(line('Oil', 'late'));
  });

  it('of a paragraph with hundreds of them conflict, as comparing takes a time that grows with their square', () => {
    const write = (first: string, last: string, between: number) =>
      [first, ...Array.from({ length: between }, (_, at) => `Gauge ${at} is read.`), last].join(' ');
    const merge = (between: number) =>
      mergeMarkdown(
        write('Open.', 'Close.', between),
        write('Unlock.', 'Close.', between),
        write('Open.', 'Lock.', between),
      );
    expect(merge(298)?.text).toBe(write('Unlock.', 'Lock.', 298));
    expect(merge(299)).toBeUndefined();
  });

  it('keep what each side wrote, wherever an unchanged sentence is between them', () => {
    const owners = fc.array(fc.constantFrom('kept', 'ours', 'theirs'), { minLength: 3, maxLength: 9 });
    fc.assert(
      fc.property(owners, (owner) => {
        const write = (...editors: string[]) =>
          owner.map((one, at) => `${editors.includes(one) ? 'New' : 'Old'} words ${at}.`).join(' ');
        const touches = owner.some((one, at) => {
          const next = owner[at + 1];
          return one !== 'kept' && next !== undefined && next !== 'kept' && next !== one;
        });
        const merged = mergeMarkdown(write(), write('ours'), write('theirs'));
        expect(merged?.text).toBe(touches ? undefined : write('ours', 'theirs'));
      }),
    );
  });
});
