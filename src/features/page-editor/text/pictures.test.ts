import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changePicture, changePictureAt, type PictureSettings, readPicture } from './pictures.ts';

const plain: PictureSettings = {
  address: 'a.png',
  description: '',
  caption: '',
  size: '',
  dark: '',
  link: '',
};

type Row = [name: string, before: string, change: Partial<PictureSettings>, after: string];

describe('a picture', () => {
  it.each<Row>([
    ['is described', '![](a.png)', { description: 'An [owl]' }, String.raw`![An \[owl\]](a.png)`],
    ['keeps its form in Markdown', '![b]( <a b.png>  "t" )', { description: 'c' }, '![c](<a b.png> "t")'],
    [
      'has a caption in Markdown',
      '![b](a.png)',
      { caption: 'An "owl"' },
      String.raw`![b](a.png "An \"owl\"")`,
    ],
    ['loses its caption', "![b](a.png 'Owl')", { caption: '' }, '![b](a.png)'],
    ['leads somewhere', '![b](a.png)', { link: 'x (y).md' }, '[![b](a.png)](<x (y).md>)'],
    ['leads nowhere again', '[![b](a.png)](c.md)', { link: '' }, '![b](a.png)'],
    [
      'keeps the title of a picture that leads somewhere',
      '[![b](a.png "An owl")](c.md)',
      { size: '188' },
      '<figure><a href="c.md"><img src="a.png" alt="b" title="An owl" width="188"></a></figure>',
    ],
    ['is replaced', '[![b](a.png)](c.md)', { address: '/files/1' }, '[![b](/files/1)](c.md)'],
    [
      'is a figure where Markdown has no size',
      '![b "c"](a.png "An owl")',
      { size: '375' },
      '<figure><img src="a.png" alt="b &quot;c&quot;" width="375"><figcaption>An owl</figcaption></figure>',
    ],
    [
      'leads somewhere and has a caption',
      '[![b](a.png)](c.md)',
      { caption: 'x' },
      '<figure><a href="c.md"><img src="a.png" alt="b"></a><figcaption>x</figcaption></figure>',
    ],
    [
      'has another one for dark mode',
      '![b](a.png)',
      { dark: 'd.png' },
      '<figure><picture><source srcset="d.png" media="(prefers-color-scheme: dark)"><img src="a.png" alt="b"></picture></figure>',
    ],
    [
      'keeps what is not set',
      '<figure class=x><img  src="a.png"  data-x alt=\'\'/> <figcaption><p>old</p></figcaption></figure>',
      { caption: 'a < b', size: 'full' },
      '<figure class=x data-full-width="true"><img  src="a.png"  data-x alt=\'\'/> <figcaption><p>a &lt; b</p></figcaption></figure>',
    ],
    [
      'loses its picture for dark mode',
      '<figure><picture><source srcset="d.png" media="(prefers-color-scheme: dark)"><img src="a.png" alt=""></picture></figure>',
      { dark: '' },
      '<figure><img src="a.png" alt=""></figure>',
    ],
    [
      'keeps words that look like an attribute',
      '<img src="a.png" alt="see width=3 here">',
      { size: '188' },
      '<img src="a.png" alt="see width=3 here" width="188">',
    ],
    [
      'has no tag of a block in its description',
      '<figure><img src="a.png" alt=""></figure>',
      { description: '{% if a %}' },
      '<figure><img src="a.png" alt="&#123;% if a %}"></figure>',
    ],
    ['is not touched where nothing changes', '![ b ](a.png)', { caption: '', size: '' }, '![ b ](a.png)'],
  ])('%s', (_, before, change, after) => {
    expect(changePicture(before, change, true)).toBe(after);
  });

  it('among words stays among them', () => {
    const text = 'an ![owl](a.png) here';
    const edit = changePictureAt(text, { from: 3, to: 16 }, { size: 'line' });
    expect(edit).toEqual({ from: 3, to: 16, insert: '<img src="a.png" alt="owl" data-size="line">' });
    const titled = 'an ![owl](a.png "Asleep") here';
    expect(changePictureAt(titled, { from: 3, to: 25 }, { link: 'b.md' })?.insert).toBe(
      '[![owl](a.png "Asleep")](b.md)',
    );
    expect(changePictureAt(text, { from: 4, to: 4 }, { size: 'line' })).toBeUndefined();
  });

  it('is no figure where the next line would become part of it', () => {
    const text = '> ![owl](a.png)\n> more';
    expect(changePictureAt(text, { from: 0, to: 15 }, { size: '188' })?.insert).toBe(
      '<img src="a.png" alt="owl" width="188">',
    );
  });

  it('is not several pictures, nor a part of something', () => {
    for (const other of [
      '<figure><img src="a"><img src="b"></figure>',
      '<figure><img src="a">',
      '![a](b) ![c](d)',
      '![a][b]',
      '<div><img src="a"></div>',
    ])
      expect(readPicture(other)).toBeUndefined();
  });

  it('has what was set, and nothing else', () => {
    const words = fc.oneof(
      fc.constantFrom('', 'a "b" <c> & [d]', 'x\\', '{{ a }}'),
      fc.string({ maxLength: 8 }),
    );
    const size = fc.constantFrom('', '188', 'full', 'line');
    const change = fc.record(
      {
        description: words,
        caption: words,
        size,
        dark: fc.constantFrom('', 'd.png'),
        link: fc.constantFrom('', 'c.md'),
      },
      { requiredKeys: [] },
    );
    const forms = fc.constantFrom(
      ...[
        '![](a.png)',
        '[![](a.png)](x)',
        '![](a.png "c")',
        '<img src="a.png">',
        '<figure><img src="a.png" alt=""></figure>',
      ],
      '<div align="center"><figure><picture><source srcset="e.png" media="(prefers-color-scheme: dark)"><img src="a.png" alt=""></picture><figcaption></figcaption></figure></div>',
    );
    fc.assert(
      fc.property(forms, fc.array(change, { minLength: 1, maxLength: 5 }), (first, changes) => {
        let written = first;
        const expected: PictureSettings = { ...plain, ...settings(first) };
        for (const each of changes) {
          written = changePicture(written, each, true);
          const next = Object.entries(each).map(([name, value]) => [
            name,
            value.replaceAll(/\s+/g, ' ').trim(),
          ]);
          Object.assign(expected, Object.fromEntries(next));
          expect(written).not.toContain('\n');
          expect(settings(written)).toEqual(expected);
        }
      }),
    );
  });
});

function settings(written: string): PictureSettings | undefined {
  const picture = readPicture(written);
  if (!picture) return undefined;
  const { isCaptionMarked: _isCaptionMarked, ...rest } = picture;
  return rest;
}
