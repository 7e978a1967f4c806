import { expect, it } from 'vitest';
import { checkText } from './check-text.ts';

it('finds skipped and equal headings, pictures without alt text, broken links and long code', () => {
  const text = [
    '## Oil',
    '#### Wicks',
    'See [a](/pages/gone) and `[b](/pages/gone)`, ![](/files/f) ![A lamp](/files/f).',
    '```js',
    `[c](/pages/gone) ${'x'.repeat(120)}`,
    '```',
    '### Glass',
    '## Oil!',
  ].join('\n');
  const problemOf = (address: string) => (address === '/pages/gone' ? 'Page not found' : undefined);
  expect(checkText(text, problemOf)).toEqual([
    { line: 1, message: 'Heading 4 follows heading 2' },
    { line: 2, message: 'Page not found: /pages/gone' },
    { line: 2, message: 'Picture without alt text' },
    { line: 4, message: 'Line of code with 137 characters' },
    { line: 7, message: 'Same heading as in line 1' },
  ]);
});

it('finds conditions without beginning or end, and none in code', () => {
  const text = [
    'a {% if x %}b{% endif %}',
    '`{% if x %}`',
    '```',
    '{% if x %}',
    '```',
    '{% endif %}',
    '{%- if y %}',
  ].join('\n');
  expect(checkText(text, () => undefined)).toEqual([
    { line: 5, message: 'End of a condition without its beginning' },
    { line: 6, message: 'Condition without an end, which hides the rest of the text from all visitors' },
  ]);
});

it('finds conditions around parts of elements, and none around whole ones or words', () => {
  const IF = '{% if x %}';
  const END = '{% endif %}';
  const broken = (text: string) =>
    checkText(text, () => undefined).map(({ line, message }) => [line, message.split(',')[0]]);
  expect(broken(`| a |\n|---|\n${IF}\n| b |\n${END}\n| c |`)).toEqual([
    [2, 'Condition around rows of a table'],
  ]);
  expect(broken(`## a ${IF}b${END}`)).toEqual([[0, 'Condition in a heading']]);
  expect(broken(`${IF}\n[a]: /b\n${END}`)).toEqual([[0, 'Condition around the target of links']]);
  expect(broken(`a ${IF}b\n\nc${END}`)).toEqual([
    [0, 'Condition that begins within a paragraph and ends after it'],
  ]);
  const fine = [
    `${IF}\n\n| a |\n|---|\n| b |\n\n${END}`,
    `${IF}\n## a\n\nb\n${END}`,
    `| a ${IF}b${END} |\n|---|`,
    `a ${IF}b\nc${END} d`,
    `- a\n- ${IF}b\n\n  c${END}`,
    `[^1]: ${IF}a${END}`,
  ];
  expect(fine.map(broken)).toEqual(fine.map(() => []));
});
