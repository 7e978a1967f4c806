// @module-tag without-database
import { describe, expect, it } from 'vitest';
import { escapeHtml } from './escape.ts';
import { renderTextHtml } from './render-text.ts';
import { joinTextHtml } from './text-html.ts';

function render(markdown: string): string {
  return joinTextHtml(renderTextHtml(markdown), ({ kind, href }) =>
    kind === 'link' ? ` href="${escapeHtml(href)}"` : ` src="${escapeHtml(href)}"`,
  );
}

const picture = (url: string, alt: string) =>
  `<img src="${url}" alt="${alt}" loading="lazy" decoding="async">`;
const code = (language: string, html: string, caption = '') =>
  `<figure class="code" dir="ltr">${caption}<pre tabindex="0"><code class="language-${language}">${html}</code></pre></figure>`;
const callout = (kind: string, label: string, html: string) =>
  `<aside class="callout ${kind}" role="note" data-kind="${kind}"><p class="label">${label}</p>${html}</aside>`;
const table = (html: string) =>
  `<div class="table" role="group" tabindex="0" aria-label="Table"><table>${html}</table></div>`;
const anchor = (name: string, title: string) =>
  `<a class="anchor" href="#${name}" aria-label="Link to ${title}"></a>`;

describe('renderTextHtml', () => {
  // oxfmt-ignore
  it.each([
    ['a paragraph', 'One\ntwo  \nthree', '<p>One\ntwo<br>three</p>'],
    ['a heading', '## A *b*\n\n## A b', `<h2 id="a-b">A <em>b</em>${anchor('a-b', 'A b')}</h2><h2 id="a-b-1">A b${anchor('a-b-1', 'A b')}</h2>`],
    ['a heading with a link that is never closed', '# <a href="/x">A', `<h1 id="a"><a href="/x">A</a>${anchor('a', 'A')}</h1>`],
    ['emphasis', '**a** _b_ ~~c~~ `d`', '<p><strong>a</strong> <em>b</em> <del>c</del> <code dir="ltr">d</code></p>'],
    ['a list', '- a\n- b\n  - c', '<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul>'],
    ['a list with paragraphs', '3. a\n\n4. b', '<ol start="3"><li><p>a</p></li><li><p>b</p></li></ol>'],
    ['tasks', '- [x] a *b*\n- [ ] c', '<ul class="tasks"><li class="task"><input type="checkbox" disabled checked aria-label="Task a b"> a <em>b</em></li><li class="task"><input type="checkbox" disabled aria-label="Task c"> c</li></ul>'],
    ['an icon without its name', '<i class="fa-star">:star:</i> a', '<p> a</p>'],
    ['an icon that is never closed', '<i class="fa-star">:star:\n\na', '<p></p><p>a</p>'],
    ['a quote', '> a', '<blockquote><p>a</p></blockquote>'],
    ['a divider', 'a\n\n---', '<p>a</p><hr>'],
    ['a table', '| a | b |\n| :-: | --: |\n| *c* | d\\|e |', table('<thead><tr><th scope="col" class="align-center">a</th><th scope="col" class="align-right">b</th></tr></thead><tbody><tr><td class="align-center"><em>c</em></td><td class="align-right">d|e</td></tr></tbody>')],
    ['a table without a header', '|  |\n| - |\n| a |', table('<thead><tr><td></td></tr></thead><tbody><tr><td>a</td></tr></tbody>')],
    ['a callout', '> [!CAUTION]\n> a\n>\n> - b', callout('danger', 'Danger', '<p>a</p><ul><li>b</li></ul>')],
    ['a callout of GitBook', '{% hint style="success" %}\na\n{% endhint %}', callout('success', 'Success', '<p>a</p>')],
    ['a quote that only looks like a callout', '> [!NEWS]\n> a', '<blockquote><p>[!NEWS]\na</p></blockquote>'],
    ['an expandable', '<details>\n<summary>a *b*</summary>\n\nc **d**\n\n</details>', '<details>\n<summary id="a-b">a *b*</summary><p>c <strong>d</strong></p></details>'],
    ['tabs', '{% tabs %}\n{% tab title="A" %}\n- a\n{% endtab %}\n{% tab title="B" %}\nb\n{% endtab %}\n{% endtabs %}', '<div class="tabs" role="group" aria-label="Tabs"><input type="radio" name="~1" id="~2" checked><label for="~2">A</label><div class="panel"><ul><li>a</li></ul></div><input type="radio" name="~1" id="~3"><label for="~3">B</label><div class="panel"><p>b</p></div></div>'],
    ['tabs that are not closed', '{% tabs %}\n\na', '<p>a</p>'],
    ['tags in code', '```\n{% tabs %}\n{% endtabs %}\n```', '<figure class="code" dir="ltr"><pre tabindex="0"><code>{% tabs %}\n{% endtabs %}</code></pre></figure>'],
    ['code with a title', '{% code title="a.js" %}\n```js\na\n```\n{% endcode %}', code('js', 'a', '<figcaption>a.js</figcaption>')],
    ['a link to a page', '{% content-ref url="b" %}\n[a](b)\n{% endcontent-ref %}', '<a class="card" href="b"><strong>a</strong></a>'],
    ['highlighted code', '```js title="b &lt; c"\nconst a = "<";\n```', code('js', '<span class="hljs-keyword">const</span> a = <span class="hljs-string">&quot;&lt;&quot;</span>;', '<figcaption>b &lt; c</figcaption>')],
    ['marked lines within a token', '```js {2-3}\n/*\na\n*/\n```', code('js', '<span class="hljs-comment">/*</span>\n<mark class="line"><span class="hljs-comment">a</span>\n</mark><mark class="line"><span class="hljs-comment">*/</span></mark>')],
    ['code in an unknown language', '```wat\n&amp; <b>\n```', code('wat', '&amp;amp; &lt;b&gt;')],
    ['a formula in a line', 'a $$x_1*b*c$$ d', '<p>a <math dir="ltr"><mrow><msub><mi>x</mi><mn>1</mn></msub><mo>∗</mo><mi>b</mi><mo>∗</mo><mi>c</mi></mrow></math> d</p>'],
    ['a formula as a block', '$$\nx\n= y\n$$', '<div class="math" tabindex="0" dir="ltr"><math display="block" dir="ltr"><mrow><mi>x</mi><mo>=</mo><mi>y</mi></mrow></math></div>'],
    ['a formula as code', '```math\nx\n```', '<div class="math" tabindex="0" dir="ltr"><math display="block" dir="ltr"><mi>x</mi></math></div>'],
    ['a formula with an error', '$$\\frac{a$$', '<p><code class="math" dir="ltr">\\frac{a</code></p>'],
    ['a price', 'It costs $5 or $$6', '<p>It costs $5 or $$6</p>'],
    ['a picture among text', 'a ![b "c"](/d)', `<p>a ${picture('/d', 'b &quot;c&quot;')}</p>`],
    ['a picture alone', '![b](/d)', `<figure>${picture('/d', 'b')}</figure>`],
    ['a picture with a caption', '![b](/d "c &amp; <e>")', `<figure>${picture('/d', 'b')}<figcaption>c &amp; &lt;e&gt;</figcaption></figure>`],
    ['a picture with a dark variant', '<picture><source media="(prefers-color-scheme: dark)" srcset="/a, /b 2x"><img src="/c" alt="d"></picture>', `<p><picture><source srcset="/a" media="(prefers-color-scheme: dark)">${picture('/c', 'd')}</picture></p>`],
    ['a dark variant whose name has blanks', '<picture><source media="(prefers-color-scheme: dark)" srcset="/a b.png"><img src="/c" alt="d"></picture>', `<p><picture><source srcset="/a%20b.png" media="(prefers-color-scheme: dark)">${picture('/c', 'd')}</picture></p>`],
    ['a link', '[a](/b "c \\"d\\" &amp; e") <https://f.example/?g=1&h=2>', '<p><a href="/b" title="c &quot;d&quot; &amp; e">a</a> <a href="https://f.example/?g=1&amp;h=2" rel="noopener">https://f.example/?g=1&amp;h=2</a></p>'],
    ['character references', '&lt;b&gt; &amp;amp; \\&amp; &copy; a&b AT&T; `&lt;`', '<p>&lt;b&gt; &amp;amp; &amp;amp; &copy; a&amp;b AT&amp;T; <code dir="ltr">&amp;lt;</code></p>'],
    ['a block in HTML', '<table>\n      <tr>\n        <td>{% hint %}a{% endhint %}</td>\n        <td>b</td>\n      </tr>\n</table>\n\nc', `<table>\n      <tbody><tr>\n<td>${callout('info', 'Note', '<p>a</p>')}</td>\n        <td>b</td>\n      </tr>\n</tbody></table><p>c</p>`],
    ['a tag of no block in HTML', '<p>a {% b %}</p>', '<p>a <code>{% b %}</code></p>'],
    ['a tag with a quote that is not closed', '{% hint style="info %}\na\n{% endhint %}', '<p>\na</p>'],
    ['a tag that is not closed', 'a **{% b** c\n{% hint', '<p>a <strong><code>{% b</code></strong> c\n<code>{% hint</code></p>'],
    ['a tag that is escaped', 'a \\{% hint b="c" %\\} _\\{%d%}_ \\{% e', '<p>a <code dir="ltr">{% hint b=&quot;c&quot; %}</code> <em><code dir="ltr">{%d%}</code></em> <code dir="ltr">{%</code> e</p>'],
    ['HTML with a tag that is indented like code', 'a\n\n    <b>{% hint %}</b>', '<p>a</p><figure class="code" dir="ltr"><pre tabindex="0"><code>&lt;b&gt;{% hint %}&lt;/b&gt;</code></pre></figure>'],
    ['tags in code over several lines', '<pre><code>\n<b>{% include "a" %}\n</b>{% hint %}\n{% tabs %}\n</code></pre>\n\n{% hint %}\nc\n{% endhint %}', `<pre><code>\n<b>{% include &quot;a&quot; %}\n</b>{% hint %}\n{% tabs %}\n</code></pre>${callout('info', 'Note', '<p>c</p>')}`],
    ['tags in HTML that is code', '<pre>{% hint %}</pre><code>{% hint %}</code>', '<pre>{% hint %}</pre><code>{% hint %}</code>'],
    ['an annotated text', '[a](#user-content-fn-1)[^1]\n\n[^1]: b', '<p>a<sup><a href="#~note-1" id="~ref-1">1</a></sup></p><p class="note" id="~note-1"><sup>1</sup> b<a href="#~ref-1" aria-label="Back to text">↩</a></p>'],
    ['raw HTML in a line', '<kbd>a</kbd> <b onclick="x">c <i>d</b> e</i>', '<p><kbd>a</kbd> <b>c <i>d</i></b> e</p>'],
    ['a raw table', '<table><tr><td align="center">a<td>b</table>', '<table><tbody><tr><td class="align-center">a</td><td>b</td></tr></tbody></table>'],
    ['a raw figure', '<figure><img src="/a" alt="b"><figcaption><p>c</p></figcaption></figure>', `<figure>${picture('/a', 'b')}<figcaption><p>c</p></figcaption></figure>`],
    ['raw HTML that is never closed', '<div>\n\na\n\n- <b>b\n- c', '<div>\n<p>a</p><ul><li><b>b</b></li><li>c</li></ul></div>'],
    ['links that run', '[a](javascript:x) ![b](data:x) <a href="vbscript:x">c</a> <img src="javascript:x" alt="d">', '<p>a b c d</p>'],
    ['scripts', '<script>alert(1)</script>\n\na', '<p>a</p>'],
    ['comments', 'a <!-- b --> c', '<p>a  c</p>'],
    ['nothing', '', ''],
  ])('renders %s', (_, markdown, html) => {
    expect(render(markdown).replaceAll('\n<', '<').replaceAll('>\n', '>')).toBe(html.replaceAll('\n<', '<').replaceAll('>\n', '>'));
  });

  it('returns the headings for the contents of the page', () => {
    const { headings } = renderTextHtml('# A &amp; B\n\n> ## `c`\n\n### [d](/e)');
    expect(headings).toEqual([
      { level: 1, anchor: 'a--b', title: 'A & B' },
      { level: 2, anchor: 'c', title: 'c' },
      { level: 3, anchor: 'd', title: 'd' },
    ]);
  });

  it('leaves gaps where URLs go, and places for labels', () => {
    const text = renderTextHtml('[a](b&amp;c) ![](/d)\n\n> [!TIP]\n> e');
    expect(text.parts.filter((part) => typeof part !== 'string')).toEqual([
      { kind: 'link', href: 'b&c' },
      { kind: 'image', href: '/d' },
      { label: 'success' },
    ]);
    const html = joinTextHtml(
      text,
      () => '',
      ({ label }) => `"${label}"`,
    );
    expect(html).toContain('<a>a</a> <img alt="" loading="lazy" decoding="async">');
    expect(html).toContain('<p class="label">&quot;success&quot;</p>');
  });

  it('stops at limits and shows the rest plainly', () => {
    expect(render(`${'> '.repeat(60)}deep`)).toContain('deep');
    expect(render('> '.repeat(20_000))).toContain('&gt; &gt;');
    expect(render(`\`\`\`js\n${'const a = 1;\n'.repeat(3000)}\`\`\``)).not.toContain('hljs');
    expect(render(`$$${'x+'.repeat(1500)}x$$`)).toContain('<code class="math"');
    expect(render(`$$\\def\\a{xx}${'\\def\\a{\\a\\a}'.repeat(30)}\\a$$`)).toContain('<code class="math"');
  });

  it('can be stored: no NUL and no half characters', () => {
    const { parts } = renderTextHtml('a\0b \ud800 &#0; `\udc00`\n\n```js\n"\ud800"\n```\n\n$$\ud800$$');
    expect(JSON.stringify(parts)).not.toMatch(/\\u0000|\\ud[89a-f]/);
  });
});
