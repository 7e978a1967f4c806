import { describe, expect, it } from 'vitest';
import { inlineMarksOf } from './inline-marks.ts';

const marksOf = (text: string) =>
  inlineMarksOf(text).marks.map(
    ({ kind, contentFrom, contentTo }) => `${kind} ${text.slice(contentFrom, contentTo)}`,
  );
const signsOf = (text: string) =>
  inlineMarksOf(text).signs.map(({ kind, from, to }) => `${kind} ${text.slice(from, to)}`);

describe('the marks of a paragraph', () => {
  it('are those that readers see', () => {
    expect(marksOf('a **b _c_** ~~d~~ `` `e` `` [f](/pages/a "t") <mark>g</mark>')).toEqual([
      'strong b _c_',
      'emphasis c',
      'strikethrough d',
      'code `e`',
      'link f',
      'element g',
    ]);
    expect(marksOf('5 * 3 * 2, snake_case_name, [no link], - no list')).toEqual([]);
  });

  it('have what is drawn in their place', () => {
    expect(
      signsOf(String.raw`\# ![Owl](/files/a) {% if x %}y{% endif %} {{ a.b }} <br> &amp; ` + '`{% no %}`'),
    ).toEqual([
      'hidden \\',
      'image ![Owl](/files/a)',
      'tag {% if x %}',
      'tag {% endif %}',
      'expression {{ a.b }}',
      'element <br>',
      'entity &amp;',
    ]);
    expect(signsOf('a\\\nb  \nc')).toEqual(['break \\', 'break   ']);
  });
});
