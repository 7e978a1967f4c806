// @module-tag without-database
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseTag } from '#api/blocks/tag-syntax.ts';
import { parseWithHtml } from '../html/parse-with-html.ts';
import { matchTags } from './block-tags.ts';

const NAMES = ['tabs', 'tab', 'stepper', 'step', 'columns', 'column', 'hint', 'code', 'embed', 'if', 'else'];

const line = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...NAMES).map((name) => `{% ${name} %}`) },
  { weight: 2, arbitrary: fc.constantFrom(...NAMES).map((name) => `{% end${name} %}`) },
  { weight: 1, arbitrary: fc.constantFrom('Text', '- item', '```', '# Title') },
);

describe('the tags of blocks', () => {
  it('span what is behind them, each within the one around it, however they are mixed', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
        const spans = [...matchTags(lines.map((text) => parseTag(text)))];
        for (const [index, { end, last }] of spans) {
          expect(index).toBeLessThanOrEqual(last);
          expect(index).toBeLessThan(end);
          expect(end).toBeLessThanOrEqual(last + 1);
          expect(last).toBeLessThan(lines.length);
          for (const [inner, span] of spans)
            if (inner > index && inner <= last) expect(span.last).toBeLessThanOrEqual(last);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('are in no text that is not code, in whatever HTML and however broken', () => {
    const piece = fc.constantFrom(
      ...['{% hint style="info" %}', '{% endhint %}', '{% hint style="a %}', '{% b c %}', '{% d', '{%', '%}'],
      ...['{% if visitor.claims.e %}', '{% else %}', '{% endif %}', '{% embed url="https://f.example" %}'],
      ...[
        '<div>',
        '</div>',
        '<table><tr><td>',
        '</td></tr></table>',
        '<p>',
        '<b>',
        '</b>',
        '<br>',
        '<a href="g">',
      ],
      ...[
        '<details><summary>',
        '</summary>',
        '</details>',
        'h',
        ' ',
        '\n',
        '\n\n',
        '    ',
        '- ',
        '> ',
        '| ',
        '**',
        '# ',
        '---',
        '`',
        '[',
        '](i)',
        '](i "j',
        '")',
        '![',
        '[^1]: ',
        '$$',
        ':::',
      ],
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 25 }), (pieces) => {
        const { html = '{}' } = parseWithHtml(pieces.join(''));
        // The name of a heading is its text without signs, also where that is code.
        const shown = JSON.stringify(JSON.parse(html).parts, (key, value: unknown) =>
          key === 'text' ? '' : value,
        );
        const prose = shown.replaceAll(/<(code|pre)\b[^]*?<\/\1>/g, '');
        expect(prose).not.toContain('{%');
      }),
      { numRuns: 1000 },
    );
  });

  it('of a part that was begun and not ended show what is written so far', () => {
    const { html = '' } = parseWithHtml('{% tabs %}\n{% tab title="One" %}\nA\n{% tab title="Two" %}\nB\n');
    expect(html).toContain('<p>A</p>');
    expect(html).toContain('<p>B</p>');
  });
});
