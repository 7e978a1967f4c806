// @module-tag without-database
import fc from 'fast-check';
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

  it.each([
    ['the first heading', '<title>Tides | Acme</title><h1>The <em>tides</em></h1>', 'The tides'],
    ['the title without the site', '<title>Ebb &amp; flow | Acme Docs</title><p>a</p>', 'Ebb & flow'],
    [
      'the title without the named site',
      '<meta property="og:site_name" content="Acme"><title>Ebb - Acme</title>',
      'Ebb',
    ],
    ['a title with a hyphen as it is', '<title>Ebb - flow</title><p>a</p>', 'Ebb - flow'],
    ['a heading without its link', '<h1>Ebb<a class="hash-link" href="#ebb">\u200b</a></h1>', 'Ebb'],
    ['nothing', '<p>a</p>', ''],
  ])('takes %s as the title', (_, html, title) => {
    expect(convert(html).title).toBe(title);
  });

  it.each([
    [
      'lines of Prism',
      '<pre class="prism-code language-js"><code><span class="token-line"><span>let</span> a;<br></span><span class="token-line"><br></span><span class="token-line">b();<br></span></code></pre>',
      '```js\nlet a;\n\nb();\n```',
    ],
    [
      'lines of Shiki',
      '<pre class="shiki" data-language="ts"><code><span class="line"><span>a</span></span>\n<span class="line">  b</span></code></pre>',
      '```ts\na\n  b\n```',
    ],
    [
      'lines of Expressive Code with a title',
      '<figure><figcaption><span class="title">a.sh</span></figcaption><pre data-language="sh"><code><div class="ec-line"><div class="code">one</div></div><div class="ec-line"><div class="code">two</div></div></code></pre></figure>',
      '{% code title="a.sh" %}\n```sh\none\ntwo\n```\n{% endcode %}',
    ],
    [
      'a table of Chroma',
      '<table class="lntable"><tr><td class="lntd"><pre><span class="lnt">1\n</span></pre></td><td class="lntd"><pre class="language-go"><span class="line"><span class="cl">a\n</span></span><span class="line"><span class="cl">b\n</span></span></pre></td></tr></table>',
      '```go\na\nb\n```',
    ],
    [
      'rows of highlight.js',
      '<pre><code class="language-py"><table class="hljs-ln"><tr><td class="hljs-ln-numbers">1</td><td class="hljs-ln-code">a</td></tr><tr><td class="hljs-ln-numbers">2</td><td class="hljs-ln-code">b</td></tr></table></code></pre>',
      '```py\na\nb\n```',
    ],
    [
      'a callout of Docusaurus',
      '<div class="theme-admonition theme-admonition-tip alert alert--success"><div class="admonitionHeading_x1">Try it</div><div><p>a</p></div></div>',
      '{% hint style="success" %}\n**Try it**\n\na\n{% endhint %}',
    ],
    [
      'a callout of MkDocs',
      '<div class="admonition warning"><p class="admonition-title">Warning</p><p>a</p></div>',
      '{% hint style="warning" %}\na\n{% endhint %}',
    ],
    [
      'a callout of Confluence',
      '<div class="confluence-information-macro confluence-information-macro-note"><div class="confluence-information-macro-body"><p>a</p></div></div>',
      '{% hint style="info" %}\na\n{% endhint %}',
    ],
    [
      'tabs, also those that are hidden',
      '<div class="tabs-container"><ul role="tablist"><li role="tab">npm</li><li role="tab">Yarn</li></ul><div><div role="tabpanel"><p>a</p></div><div role="tabpanel" hidden><p>b</p></div></div></div>',
      '{% tabs %}\n{% tab title="npm" %}\na\n{% endtab %}\n\n{% tab title="Yarn" %}\nb\n{% endtab %}\n{% endtabs %}',
    ],
    [
      'an expandable',
      '<details><summary>More</summary><p>a</p></details>',
      '<details>\n\n<summary>More</summary>\n\na\n\n</details>',
    ],
    [
      'the text beside navigation',
      '<div class="breadcrumbs">x</div><main><nav>n</nav><article><p>a</p></article></main><aside>t</aside>',
      'a',
    ],
    ['text that looks like a block', '<p>{% if a %}</p>', '&#123;% if a %}'],
    [
      'bold of Google Docs',
      '<style>.c3{font-weight:700}</style><p><span class="c3">a</span> b</p>',
      '**a** b',
    ],
  ])('converts %s', (_, html, markdown) => {
    expect(convert(html).markdown).toBe(markdown);
  });

  it('takes what is in tags that no element can have as text around it', () => {
    const html = '<p>See <host:port>the <a,b>address</a,b></host:port> of <x"y>it</p>';
    expect(convertHtml({ html, url: 'https://a.example/' }).markdown).toBe('See the address of it');
  });

  it('converts whatever a parser takes for HTML', () => {
    const names = fc.oneof(
      fc.constantFrom(
        'p',
        'a',
        'h1',
        'table',
        'tr',
        'td',
        'li',
        'ul',
        'pre',
        'svg',
        'math',
        'details',
        'img',
      ),
      fc.string({ minLength: 1, maxLength: 5 }).map((text) => `x${text.replaceAll(/[<>]/g, ':')}`),
    );
    const tag = fc
      .tuple(fc.boolean(), names, fc.string({ maxLength: 8 }))
      .map(([isEnd, name, rest]) => `<${isEnd ? '/' : ''}${name} class="markdown-body" ${rest}>`);
    fc.assert(
      fc.property(fc.array(fc.oneof(tag, fc.string({ maxLength: 8 })), { maxLength: 20 }), (parts) => {
        const { markdown } = convertHtml({ html: parts.join(''), url: 'https://a.example/' });
        expect(markdown).not.toContain('{%');
      }),
      { numRuns: 300 },
    );
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
