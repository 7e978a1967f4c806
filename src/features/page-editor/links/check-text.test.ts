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
