// @module-tag without-database
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDocument } from '../links/parse-document.ts';
import { escapeHtml } from './escape.ts';
import { renderTextHtml } from './render-text.ts';
import { ELEMENTS, problemsOf } from './testing/harmless-html.ts';
import { hostileTexts, NAMES } from './testing/hostile-texts.ts';
import { joinTextHtml } from './text-html.ts';

function render(markdown: string): string {
  return joinTextHtml(renderTextHtml(markdown), ({ kind, href }) =>
    kind === 'link' ? ` href="${escapeHtml(href)}"` : ` src="${escapeHtml(href)}"`,
  );
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
    const attacks = hostileTexts();
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
  it('is harmless HTML that a browser does not repair', () => {
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
        // Behind them are further names of the same headings, and of other places.
        expect(headings.map(({ anchor }) => anchor)).toEqual(anchors.slice(0, headings.length));
        expect(new Set(anchors).size).toBe(anchors.length);
        const titles = sections.flatMap(({ anchor, title }) => (anchor === undefined ? [] : [title]));
        expect(headings.map(({ title }) => title)).toEqual(titles);
      }),
      { numRuns: 1000 },
    );
  });
});
