import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDocument } from '../links/parse-document.ts';
import { escapeHtml } from './escape.ts';
import { renderTextHtml } from './render-text.ts';
import { ELEMENTS, problemsOf } from './testing/harmless-html.ts';
import { joinTextHtml } from './text-html.ts';

function render(markdown: string): string {
  return joinTextHtml(renderTextHtml(markdown), ({ kind, href }) =>
    kind === 'link' ? ` href="${escapeHtml(href)}"` : ` src="${escapeHtml(href)}"`,
  );
}

const PAYLOADS = ['alert(1)', 'fetch(`//e.example`)', 'location=1', 'x'];
const HANDLERS = ['onerror', 'onload', 'ONCLICK', 'onmouseover', 'onfocus', 'ontoggle', 'onbegin'];
const NAMES =
  'img a svg math iframe object embed video audio body details input form button select textarea table style link meta base template noscript title xmp plaintext frameset marquee isindex x-y'.split(
    ' ',
  );
const SCHEMES = [
  ...['javascript:', 'JaVaScRiPt:', ' javascript:', 'java\tscript:', 'java\nscript:', '\u0001javascript:'],
  ...['java&#115;cript:', 'javascript&colon;', 'javascript&#58;', 'javascript&#x3a;', 'java&Tab;script:'],
  ...['java&NewLine;script:', '&#106;avascript:', '&#x6A&#x61;vascript:', 'vbscript:', 'data:text/html,'],
  ...[
    'data:image/svg+xml,',
    'blob:',
    'file:',
    'view-source:javascript:',
    'feed:javascript:',
    'javascript\0:',
  ],
];
const URL_PLACES = [
  ...['[x](U)', '[x](<U>)', '![x](U)', '[x][r]\n\n[r]: U', '![x][r]\n\n[r]: <U>', '<U>'],
  ...['<a href="U">x</a>', "<a href='U'>x</a>", '<a href=U>x</a>', '<img src="U">', '<form action="U"><b>'],
  ...['<picture><source srcset="U" media="(prefers-color-scheme: dark)"><img src="/a"></picture>'],
  ...['<svg><a xlink:href="U"><text>x', '<math href="U">x', '<a\nhref\n=\n"U">x', '<area href="U">'],
  ...['{% content-ref url="U" %}\n[x](U)\n{% endcontent-ref %}', '$$\\href{U}{x}$$', '$$\\url{U}$$'],
];
const MUTATIONS = [
  '<noscript><p title="</noscript><img src=x onerror=P>">',
  '<svg></p><style><a id="</style><img src=1 onerror=P>">',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=P&gt;">',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=P>',
  '<svg><foreignObject><iframe srcdoc="<script>P</script>">',
  '<math><annotation-xml encoding="text/html"><script>P</script>',
  '<template><script>P</script></template>',
  '<table><td><b><tr><img src=x onerror=P><caption><b>',
  '<select><option><style></option></select><img src=x onerror=P></style>',
  '<textarea></textarea><img src=x onerror=P></textarea>',
  '<title><img src=x onerror=P></title>',
  '<xmp></xmp><img src=x onerror=P></xmp>',
  '<!--><img src=x onerror=P>-->',
  '<!--a--!><img src=x onerror=P>-->',
  '<![CDATA[><img src=x onerror=P>]]>',
  '<?xml version="1.0"?><img src=x onerror=P>',
  '<p title="x" title2=\'"><img src=x onerror=P>\'>',
  '<img src="x` `<script>P</script>"` `>',
  '<scr<script>ipt>P</scr</script>ipt>',
  '<a href="/x" title="&quot; onclick=P x=&quot;">y</a>',
  '![x" onerror="P](/y "a\\" onerror=\\"P")',
  '[x](/y "\\"><script>P</script>")',
  '```"><script>P</script>\nx\n```',
  '```js title="\\"><script>P</script>"\n</code></pre><script>P</script>\n```',
  '{% code title="<script>P</script>" %}\n```js\nx\n```\n{% endcode %}',
  '{% tabs %}\n{% tab title="<img src=x onerror=P>" %}\nx\n{% endtab %}\n{% endtabs %}',
  '{% hint style="info\' onclick=P" %}\nx\n{% endhint %}',
  '$$\\text{<img src=x onerror=P>}$$',
  '$$\\style{color:red" onclick="P}{x}$$ $$\\class{x" onclick="P}{y}$$ $$\\id{z}{x}$$',
  '# <img src=x onerror=P> `<script>P</script>` &lt;script&gt;P&lt;/script&gt;',
  '| <script>P</script> |\n| - |\n| <img src=x onerror=P> `</td><script>P</script>` |',
  '<b\n\n<script>P</script>\n\n>',
  'a <b *c <i d* e</b> <script>P</script> f</i>',
  '<a href="/x">a [b](/y) <a href="/z" onclick=P>c</a></a>',
];
const AROUND = [
  'C',
  '- C',
  '> C',
  '> [!NOTE]\n> C',
  '<details>\n<summary>s</summary>\n\nC\n\n</details>',
  '<table><tr><td>\n\nC\n\n',
];

/** Attacks of every kind, each also in lists, quotes, callouts, expandables and tables. */
function injections(): string[] {
  const attacks = [
    ...NAMES.flatMap((name) => [
      ...HANDLERS.map((handler, at) => `<${name} ${handler}="${PAYLOADS[at % 4]}">x</${name}>`),
      `<${name}/onload=alert(1)//`,
      `<${name} id=x name=y class="z" style="background:url(javascript:alert(1))" srcdoc="<script>alert(1)</script>">`,
      `a <${name.toUpperCase()} SRC=x ONERROR=alert(1)> b </${name}>`,
    ]),
    ...SCHEMES.flatMap((scheme) =>
      URL_PLACES.map((place) => place.replaceAll('U', () => `${scheme}alert(1)`)),
    ),
    ...MUTATIONS.flatMap((mutation) => PAYLOADS.map((payload) => mutation.replaceAll('P', () => payload))),
  ];
  return attacks.flatMap((attack, at) => [
    attack,
    (AROUND[at % AROUND.length] ?? 'C').replace('C', () => attack.replaceAll('\n', '\n  ')),
  ]);
}

describe('harmful texts', () => {
  it('would be noticed here', () => {
    const harmful = [
      '<script>x</script>',
      '<p onclick="x">y</p>',
      '<a href="java\nscript:x">y</a>',
      '<img src="data:x">',
      '<p style="x">y</p>',
      '<p class="x">y</p>',
      '<p><div>x</div></p>',
      '<a>x<a>y</a></a>',
      '<table>x<b>y</b></table>',
      '<b>x',
      '<svg><b>x</b></svg>',
    ];
    for (const html of harmful)
      expect({ html, found: problemsOf(html).length > 0 }).toEqual({ html, found: true });
    expect(problemsOf('<p class="callout">x <a href="/y">z</a></p>')).toEqual([]);
  });

  it('get nothing harmful through', () => {
    const attacks = injections();
    expect(new Set(attacks).size).toBeGreaterThan(1000);
    const through = attacks.flatMap((attack) => {
      const problems = problemsOf(render(attack));
      return problems.length === 0 ? [] : [{ attack, html: render(attack), problems }];
    });
    expect(through.slice(0, 5)).toEqual([]);
  });
});

const piece = fc.oneof(
  fc.constantFrom(
    ...[
      '# ',
      '## ',
      '- ',
      '1. ',
      '- [x] ',
      '> ',
      '> [!NOTE]\n> ',
      '\n',
      '\n\n',
      '  ',
      '    ',
      '---\n',
      '| a | b |\n|:-|-|\n| ',
    ],
    ...[
      '```js {1}\n',
      '```\n',
      '`',
      '**',
      '_',
      '~~',
      '$$',
      '$$\n',
      '\\',
      '&amp;',
      '&lt;',
      '&#0;',
      '&copy;',
      '\u{1f600}',
      '"',
      "'",
    ],
    ...[
      '[x](/y)',
      '![a](/b "c")',
      '[![a](/b)](/c)',
      'https://a.example',
      '<https://b.example>',
      '[^1]',
      '[x]: /z\n',
    ],
    ...[
      '{% tabs %}\n',
      '{% tab title="A" %}\n',
      '{% endtab %}\n',
      '{% endtabs %}\n',
      '{% hint style="info" %}\n',
      '{% endhint %}\n',
    ],
    ...['{% code title="a.js" %}\n', '{% endcode %}\n', 'word', ' text '],
  ),
  fc
    .tuple(
      fc.constantFrom('', '/'),
      fc.constantFrom(...ELEMENTS, ...NAMES),
      fc.constantFrom('', ' href="/x"', ' src=/y alt=z'),
    )
    .map(([slash, name, attributes]) => `<${slash}${name}${attributes}>`),
  fc.constantFrom('<!--', '-->', '<', '>', '</', '<script>', '</script>', '<?', '<!x>'),
);
const anyText = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''));

describe('any text', () => {
  it('is harmless HTML that a browser reads as it is written', () => {
    fc.assert(
      fc.property(anyText, (markdown) => {
        expect({ markdown, problems: problemsOf(render(markdown)) }).toEqual({ markdown, problems: [] });
      }),
      { numRuns: 1000 },
    );
  });

  it('has the headings that links and search know', () => {
    fc.assert(
      fc.property(anyText, (markdown) => {
        const { headings } = renderTextHtml(markdown);
        const { anchors, sections } = parseDocument(markdown);
        expect(headings.map(({ anchor }) => anchor)).toEqual(anchors);
        const titles = sections.flatMap(({ anchor, title }) => (anchor === undefined ? [] : [title]));
        expect(headings.map(({ title }) => title)).toEqual(titles);
      }),
      { numRuns: 1000 },
    );
  });
});
