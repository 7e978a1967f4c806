// @module-tag without-database
import { describe, expect, it } from 'vitest';
import { convertHtml } from './convert-html.ts';

const convert = (html: string, url = 'https://tides.example/guide/start') => convertHtml({ html, url });

describe('convertHtml', () => {
  it.each([
    ['headings', '<h2>One</h2><h3>Two</h3>', '## One\n\n### Two'],
    [
      'paragraphs with emphasis',
      '<p>A <b>b</b> <i>c</i> <code>d</code> <del>e</del></p>',
      'A **b** *c* `d` ~~e~~',
    ],
    ['lists', '<ul><li>a<ol><li>b</li></ol></li><li>c</li></ul>', '-   a\n    1.  b\n-   c'],
    [
      'lists with a start number or other children',
      '<ol start="3"><li>a</li><p>b</p><li>c</li> <li><p>d</p></li></ol>',
      '3.  a\n\nb\n\n5.  c\n6.  d',
    ],
    ['quotes', '<blockquote><p>a</p></blockquote>', '> a'],
    ['links', '<a href="../b">text</a>', '[text](https://tides.example/b)'],
    ['links with brackets', '<a href="/a(b)">text</a>', '[text](https://tides.example/a%28b%29)'],
    ['pictures', '<img src="a.png" alt="A [b]">', '![A b](https://tides.example/guide/a.png)'],
    ['code', '<pre><code class="hljs language-ts">let a;\n</code></pre>', '```ts\nlet a;\n```'],
    ['highlighted code', '<div class="highlight-source-js"><pre>a</pre></div>', '```js\na\n```'],
    ['code that contains fences', '<pre>```\na\n```</pre>', '````\n```\na\n```\n````'],
    [
      'tables',
      '<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1|2</td><td></td></tr></tbody></table>',
      '| a | b |\n| --- | --- |\n| 1\\|2 |  |',
    ],
    [
      'tables without a header',
      '<table><tr><td>a</td></tr><tr><td>b</td></tr></table>',
      '| a |\n| --- |\n| b |',
    ],
    ['a base URL', '<base href="https://other.example/"><a href="a">b</a>', '[b](https://other.example/a)'],
    ['script links as text', '<a href="javascript:alert(1)">text</a>', 'text'],
    ['data URL images as nothing', '<p>a<img src="data:image/png;base64,AA"></p>', 'a'],
    ['anchor symbols of headings as nothing', '<h2>Set up<a href="#x">#</a></h2>', '## Set up'],
  ])('converts %s', (_, html, markdown) => {
    expect(convert(html).markdown).toBe(markdown);
  });

  it.each(['script', 'style', 'nav', 'noscript', 'template', 'footer', 'button', 'iframe', 'svg'])(
    'omits the content of <%s>',
    (name) => {
      expect(convert(`<p>kept</p><${name}>gone</${name}>`).markdown).toBe('kept');
    },
  );

  it('omits hidden elements', () => {
    expect(convert('<p hidden>gone</p><div role="navigation">gone</div><p>kept</p>').markdown).toBe('kept');
  });

  it('uses the title element, else the first heading', () => {
    expect(convert('<title> The\n tides </title><h1>Other</h1>')).toMatchObject({
      title: 'The tides',
      markdown: '# Other',
    });
    expect(convert('<h1>The <em>tides</em></h1><p>a</p>').title).toBe('The tides');
    expect(convert('<p>a</p>').title).toBe('');
  });

  it('does not repeat the title', () => {
    expect(convert('<title>Tides</title><h1>Tides</h1><p>a</p>').markdown).toBe('a');
  });

  it('collects links and the names of headings', () => {
    const { links, headings } = convert(
      '<a href="a#b">a</a><a href="mailto:a@b.example">m</a><h2 id="x"><a name="y"></a>High tide</h2>',
    );
    expect(links).toEqual(['https://tides.example/guide/a']);
    expect(headings).toEqual([{ names: ['x', 'y'], text: 'High tide' }]);
  });

  it.each(['', '<', '<p', '<table><tr>', '<pre>', '</b></i>', '<a href="http://[">x</a>'])(
    'converts the malformed page %j',
    (html) => {
      expect(convert(html).markdown).not.toContain('undefined');
    },
  );

  it.each([
    ['spaces in code', `<pre>a${' '.repeat(1_000_000)}b</pre>`],
    ['spaces at the end of emphasized code', `<pre><b>a${' '.repeat(1_000_000)}\u00a0</b>b</pre>`],
    ['non-breaking spaces', `<p>a${'\u00a0'.repeat(1_000_000)}b</p>`],
    ['spaces as character references', `<p>a${'&nbsp;&#160;&#xa0;&#x3000;'.repeat(250_000)}b</p>`],
    ['items of a list', `<ol>${'<li>a'.repeat(100_000)}</ol>`],
    // In quadratic time, none of these would finish.
  ])('converts hundreds of thousands of %s', (_what, html) => {
    expect(convert(html).markdown).toContain('a');
  });

  it('preserves up to 256 spaces in a row, and text that looks like a character reference', () => {
    const text = `a${' '.repeat(256)}b`;
    expect(convert(`<pre>${text}</pre>`).markdown).toBe(`\`\`\`\n${text}\n\`\`\``);
    expect(convert(`<pre>a${' '.repeat(300)}b</pre>`).markdown).toBe(`\`\`\`\n${text}\n\`\`\``);
    expect(convert(`<p>${'&#90;&#95;'.repeat(200)}</p>`).markdown).toBe('Z\\_'.repeat(200));
  });
});
