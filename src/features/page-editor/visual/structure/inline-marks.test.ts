import { describe, expect, it } from 'vitest';
import { emojiNames } from './emoji-names.ts';
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
    expect(marksOf('<https://a.example/b> <me@a.example> www.a.example/c https://a.example/d_e.')).toEqual([
      'link https://a.example/b',
      'link me@a.example',
      'link www.a.example/c',
      'link https://a.example/d_e',
    ]);
    expect(inlineMarksOf('<me@a.example>').marks[0]).toMatchObject({ address: 'mailto:me@a.example' });
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

  it('have icons as one sign each, with all that is in them', () => {
    const icons = [
      '<i class="fa-bolt">:bolt:</i>',
      '<i class="fa-solid fa-a_b_c">:a_b_c:</i>',
      "<I data-x class='fa-x'>**x**</I>",
      '<i class="fa-star"></i>',
    ];
    expect(signsOf(icons.join(' and '))).toEqual(icons.map((icon) => `icon ${icon}`));
    expect(marksOf(`**${icons.join('')}**`)).toEqual([`strong ${icons.join('')}`]);
    expect(signsOf('`<i class="fa-bolt">:bolt:</i>`')).toEqual([]);
    expect(marksOf('<i>fa-bolt</i>')).toEqual(['element fa-bolt']);
    expect(signsOf('<i class="big">a</i> <i class="fa-bolt">b')).toEqual([
      'element <i class="big">',
      'element </i>',
      'element <i class="fa-bolt">',
    ]);
  });

  it('have emoji by their names as soon as these are loaded', async () => {
    const text = ':tada: at 10:30:45, `:key:` \\:key: [:key:](a:key:b) :no_such: :tada:tada:';
    const loaded = emojiNames.get();
    emojiNames.set(() => null);
    expect(signsOf(text)).toEqual(['hidden \\']);
    // Another test may have had them loaded.
    if (loaded) emojiNames.set(() => loaded);
    await expect.poll(emojiNames.get).not.toBeNull();
    expect(signsOf(text)).toEqual(['emoji :tada:', 'hidden \\', 'emoji :key:', 'emoji :tada:']);
  });
});
