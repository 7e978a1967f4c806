import { describe, expect, it } from 'vitest';
import { findPassage, type Passage, passageParam } from './passage.ts';

const lettersOf = (text: string) => text.replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '');

/** A passage as a page selects it: `page` is what readers see, with the selected part in 〈 〉. */
function select(page: string): Passage {
  const [above = '', text = '', below = ''] = page.split(/[〈〉]/u);
  const [before, after] = [lettersOf(above).slice(-60), lettersOf(below).slice(0, 60)];
  const all = lettersOf(page);
  const countOf = (part: string, until = all.length) =>
    [...all].filter((_, at) => at < until && all.startsWith(part, at)).length;
  const whole = before + lettersOf(text) + after;
  return {
    text,
    length: lettersOf(text).length,
    before,
    after,
    index: countOf(whole, lettersOf(above).length - before.length),
    count: countOf(whole),
    isUnique: countOf(lettersOf(text)) === 1,
  };
}

describe('findPassage', () => {
  it.each([
    ['a paragraph', 'One.\n\nTwo *words* here.\n', 'One. 〈Two words〉 here.', [3, 3]],
    ['several blocks', '# Title\n\nOne.\n\n- a\n- b\n', 'Ti〈tle One. a〉 b', [1, 5]],
    ['an item of a list', '1. one\n2. two\n10. three\n', 'one 〈two〉 three', [2, 2]],
    ['a task', '- [x] done\n- [ ] not done yet\n', 'done 〈not done yet〉', [2, 2]],
    [
      'text after a link',
      'See [the rest](/pages/abc "A title") of\nit, and ![a picture](/files/x) more.',
      'See the rest 〈of it, and more〉',
      [1, 2],
    ],
    [
      'an address',
      'Write to <sea@tide.example> or\n<https://tide.example/a>.',
      'Write to sea@tide.example or 〈https://tide.example/a〉.',
      [2, 2],
    ],
    ['code in a line', 'Use `<b>` and\n``a `b` c``.', 'Use <b> and 〈a `b` c〉.', [2, 2]],
    [
      'fenced code',
      'Run:\n\n```ts title="x"\nconst a = "[b](c)";\nlet d;\n```\n',
      'Run: const a = "[b](c)"; 〈let d;〉',
      [5, 5],
    ],
    ['a callout', '> [!NOTE]\n> Readings are\n> kept.', '〈Readings are kept.〉', [2, 3]],
    [
      'a tab',
      '{% tabs %}\n{% tab title="npm" %}\nInstall npm.\n{% endtab %}\n{% endtabs %}\n\nEnd.',
      '〈Install npm.〉 End.',
      [3, 3],
    ],
    ['a cell', '| a | b |\n| - | - |\n| *c* | d |\n', 'a b c 〈d〉', [3, 3]],
    [
      'text around a formula',
      'The mean is $$\\frac{a}{b}$$ of\n\n$$\nx = y\n$$\n\nboth.',
      'The mean is of 〈both.〉',
      [7, 7],
    ],
    ['text after a comment', 'a <!-- b\nc --> d\n\n[e]: /f\n\ng', 'a d 〈g〉', [6, 6]],
    ['Windows ends of lines', 'One.\r\n\r\nTwo.\r\n', 'One. 〈Two.〉', [3, 3]],
    [
      'the second of two that read the same',
      '## A\n\nStop it.\n\n## B\n\nStop it.\n',
      'A Stop it. B 〈Stop it.〉',
      [7, 7],
    ],
  ])('finds %s', (_, markdown, page, [startLine, endLine]) => {
    expect(findPassage(markdown, select(page))).toEqual({ startLine, endLine });
  });

  it('finds the end of a long passage', () => {
    const markdown = `${'Many words. '.repeat(60)}\n\nThe end.\n`;
    const passage = select(`〈${'Many words. '.repeat(60)} The end.〉`);
    const cut = { ...passage, text: passage.text.slice(0, 200), end: passage.text.slice(-200) };
    expect(findPassage(markdown, cut)).toEqual({ startLine: 1, endLine: 3 });
  });

  it('finds what only moved', () => {
    const passage = select('One. 〈The gauge answers within a second.〉 Two.');
    expect(findPassage('New.\n\nTwo.\n\nThe gauge answers within a second.\n', passage)).toEqual({
      startLine: 5,
      endLine: 5,
    });
  });

  it.each([
    ['has changed', 'One. 〈The gauge answers.〉 Two.', 'One.\n\nThe gauges answer.\n\nTwo.'],
    ['is gone', 'One. 〈Two.〉', 'One.'],
    [
      'is now there twice',
      'Stop it at once. 〈Go on.〉',
      'Stop it at once.\n\nGo on.\n\nStop it at once.\n\nGo on.',
    ],
    ['is elsewhere now, where it may be another one', 'Stop. 〈Go on.〉 Turn.', 'Turn.\n\nGo on.\n\nStop.'],
    ['has no letters', 'One 〈—〉 two', 'One — two'],
  ])('shows no place for what %s', (_, page, markdown) => {
    expect(findPassage(markdown, select(page))).toBeUndefined();
  });

  // Without bounds, some of them would take longer than anybody waits.
  it.each([
    '<a',
    '![',
    '{%',
    '<a@',
    '<http://',
    '](<>',
    '<>',
    '<figcaption ',
    '<!--',
    '$$a',
    '](a "',
    '``` ',
    '`',
  ])('reads a text of nothing but “%s”, which ends nothing', (part) => {
    const unclosed = `](${part.repeat(100_000 / part.length)}`;
    expect(findPassage(unclosed, select('One. 〈Two.〉'))).toBeUndefined();
  });

  it('shows no place for what reads the same in too many places', () => {
    expect(
      findPassage('a'.repeat(100_000), { ...select('〈a〉'), isUnique: false, count: 100_000 }),
    ).toBeUndefined();
  });

  it('reads what is after a comment, and not what is in one that goes on', () => {
    const page = 'One. 〈The gauge answers.〉 Two.';
    expect(findPassage('One. <!-- a --> The gauge answers.<!-- b\nc --> Two.', select(page))).toEqual({
      startLine: 1,
      endLine: 1,
    });
  });
});

it('reads passages of URLs, and nothing else', () => {
  const passage = select('One. 〈Two.〉');
  expect(passageParam(JSON.parse(JSON.stringify(passage)))).toEqual(passage);
  for (const bad of [null, 'text', 7, {}, { ...passage, text: 7 }, { ...passage, before: 'x'.repeat(401) }])
    expect(passageParam(bad)).toBeUndefined();
  for (const length of [-1, 0.5, 1e9, '3']) expect(passageParam({ ...passage, length })).toBeUndefined();
});
