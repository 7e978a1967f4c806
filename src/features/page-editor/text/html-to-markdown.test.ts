import { createDocument } from '@mixmark-io/domino';
import { describe, expect, it } from 'vitest';
import { bodyToMarkdown, fitPasted, htmlToMarkdown } from './html-to-markdown.ts';

/** Lists of this document have no iterators where those of browsers do. */
function withIterators(document: Document): Document {
  const iterator = { configurable: true, value: Array.prototype[Symbol.iterator] };
  for (const list of [document.body.children, document.getElementsByTagName('p')])
    Object.defineProperty(Object.getPrototypeOf(list), Symbol.iterator, iterator);
  return document;
}

const convert = (html: string): string =>
  bodyToMarkdown(withIterators(createDocument(`<body>${html}</body>`)).body);

type Row = [name: string, html: string, markdown: string];

const wordItem = (level: number, sign: string, text: string) =>
  `<p class=MsoListParagraph style='margin-left:36.0pt;mso-list:l0 level${level} lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>${sign}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]>${text}<o:p></o:p></p>`;

describe('a pasted document', () => {
  it.each<Row>([
    [
      'of Word has lists of its list paragraphs',
      `<p class=MsoNormal>Bring:<o:p></o:p></p>${wordItem(1, '·', 'a <b>lamp</b>')}${wordItem(2, 'o', 'with oil')}${wordItem(1, '·', 'a wick')}<p class=MsoNormal>Then:</p>${wordItem(1, '1.', 'light it')}${wordItem(1, '2.', 'go')}<p class=MsoNormal><o:p>&nbsp;</o:p></p>`,
      'Bring:\n\n- a **lamp**\n  - with oil\n- a wick\n\nThen:\n\n1. light it\n2. go',
    ],
    [
      'of Google has the marks of its styles, and the addresses of its links',
      `<b style="font-weight:normal;" id="docs-internal-guid-1"><h1 dir="ltr"><span style="font-size:20pt;font-weight:700;">Lamps</span></h1><p dir="ltr"><span style="font-weight:400;font-style:normal;">An </span><span style="font-weight:700;font-style:italic;">oil</span><span style="font-weight:400;"> lamp, </span><a href="https://www.google.com/url?q=https://lamps.example/a&amp;sa=D"><span style="font-weight:400;">here</span></a><span style="text-decoration:line-through;">.</span></p></b>`,
      '# Lamps\n\nAn **_oil_** lamp, [here](https://lamps.example/a)~~.~~',
    ],
    [
      'of Google has tasks, and code of paragraphs in its letters',
      `<ul><li role="checkbox" aria-checked="true"><p><span>done</span></p></li><li role="checkbox" aria-checked="false"><p><span>open</span></p></li></ul><p><span style="font-family:'Courier New',monospace">let a = 1;</span></p><p><span style="font-family:'Courier New',monospace">&nbsp; a += 1;</span></p><p>The <span style="font-family:Consolas">name</span></p>`,
      '- [x] done\n- [ ] open\n\n```\nlet a = 1;\n  a += 1;\n```\n\nThe `name`',
    ],
    [
      'has a table with a head that is not bold, and cells that reach over others',
      '<table><tr><td><p><b>Lamp</b></p></td><td><b>Watt</b></td><td>Hours</td></tr><tr><td rowspan="2">Desk</td><td colspan="2">5|6</td></tr><tr><td>7</td><td>8</td></tr></table>',
      '| Lamp | Watt | Hours |\n| --- | --- | --- |\n| Desk | 5\\|6 |  |\n|  | 7 | 8 |',
    ],
    [
      'of the web has callouts and expandables as blocks',
      '<div class="admonition warning"><p class="admonition-title">Warning</p><p>Hot.</p></div><div class="markdown-alert markdown-alert-tip"><p class="markdown-alert-title">Cut the wick</p><p>Often.</p></div><details><summary>More</summary><p>Hidden <em>words</em>.</p></details>',
      '{% hint style="warning" %}\nHot.\n{% endhint %}\n\n{% hint style="success" %}\nCut the wick\n\nOften.\n{% endhint %}\n\n<details>\n<summary>More</summary>\n\nHidden _words_.\n\n</details>',
    ],
    [
      'of the web has no signs for its own use, and all lines of its code',
      '<h2>Parts<a class="headerlink" href="https://x.example/#parts">¶</a></h2><p><span aria-hidden="true">★</span>H<sub>2</sub>O</p><pre><code class="language-js"><span class="line">a</span><br><span class="line">b</span></code></pre><pre><div>c</div><div>d</div></pre>',
      '## Parts\n\nH<sub>2</sub>O\n\n```js\na\nb\n```\n\n```\nc\nd\n```',
    ],
  ])('%s', (_, html, markdown) => {
    expect(convert(html)).toBe(markdown);
  });

  it('is left as it is where it would take seconds: long HTML, tables of many cells, written or by spans', () => {
    expect(() => htmlToMarkdown('<p>a</p>'.repeat(300_000))).toThrow('2000000 characters');
    const short = '<tr><td>a</td></tr>'.repeat(1000);
    expect(() => convert(`<table><tr>${'<td>a</td>'.repeat(21)}</tr>${short}</table>`)).toThrow(
      '20000 cells',
    );
    const wide = '<td colspan="50" rowspan="50">a</td>'.repeat(10);
    expect(() => convert(`<table><tr>${wide}</tr>${'<tr></tr>'.repeat(49)}</table>`)).toThrow('20000 cells');
    expect(convert(`<p style="${'mso-list:font-family:text-decoration'.repeat(10_000)}">a</p>`)).toBe('a');
  });

  it('stands apart from the words of the line, unless it is words', () => {
    expect(fitPasted('**two** words', { before: 'a ', after: ' b' })).toBe('**two** words');
    expect(fitPasted('<sub>2</sub>O', { before: 'H', after: '' })).toBe('<sub>2</sub>O');
    expect(fitPasted('# Title', { before: 'a', after: '' })).toBe('\n\n# Title');
    expect(fitPasted('one\n\ntwo', { before: '', after: 'b' })).toBe('one\n\ntwo\n\n');
  });
});
