// @module-tag without-database
// @module-tag conditions
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TextHtml } from '#server/database/tables/stored-texts.ts';
import { shownBranches } from '#server/published/visit/site-conditions.ts';
import { parseText } from '../links/parse-document.ts';
import { visitorText } from '../visitor-text/visitor-text.ts';
import { renderTextHtml } from './render-text.ts';
import { decideText, joinTextHtml } from './text-html.ts';

const IF = '{% if visitor.claims.pro %}';
const ENDIF = '{% endif %}';

function decide(html: TextHtml, claims: Record<string, unknown>): TextHtml {
  const branches = html.conditions ? shownBranches(html.conditions, claims) : [];
  return decideText(html, (guard) => branches.includes(guard));
}

const show = (markdown: string, claims: Record<string, unknown> = {}) =>
  joinTextHtml(decide(renderTextHtml(markdown), claims), ({ href }) => ` href="${href}"`);

describe('a text with a condition', () => {
  it.each([
    ['in a line', `a ${IF}b${ENDIF} c`, '<p>a  c</p>', '<p>a b c</p>'],
    ['as a paragraph', `${IF}b${ENDIF}`, '', '<p>b</p>'],
    ['as blocks', `a\n${IF}\nb\n\nc\n${ENDIF}\nd`, '<p>a</p><p>d</p>', '<p>a</p><p>b</p><p>c</p><p>d</p>'],
    ['with another branch', `${IF}\nb\n{% else %}\nc\n${ENDIF}`, '<p>c</p>', '<p>b</p>'],
    [
      'with several branches',
      `${IF}\nb\n{% elsif visitor.claims.no %}\nc\n{% else if true %}\nd\n{% else %}\ne\n${ENDIF}`,
      '<p>d</p>',
      '<p>b</p>',
    ],
    [
      'in another one',
      `${IF}\na\n{% if visitor.claims.no %}\nb\n{% else %}\nc\n${ENDIF}\n${ENDIF}`,
      '',
      '<p>a</p><p>c</p>',
    ],
    ['as an item', `- a\n- ${IF}b${ENDIF}`, '<ul><li>a</li></ul>', '<ul><li>a</li><li>b</li></ul>'],
    ['as the only item', `- ${IF}b${ENDIF}`, '', '<ul><li>b</li></ul>'],
    [
      'in an item',
      `- ${IF}\n  b\n  ${ENDIF}\n\n  c`,
      '<ul><li><p>c</p></li></ul>',
      '<ul><li><p>b</p><p>c</p></li></ul>',
    ],
    [
      'in a quote',
      `> ${IF}\n> b\n> ${ENDIF}\n> c`,
      '<blockquote><p>c</p></blockquote>',
      '<blockquote><p>b</p><p>c</p></blockquote>',
    ],
    ['in a link', `[a${IF}b${ENDIF}](/c)`, '<p><a href="/c">a</a></p>', '<p><a href="/c">ab</a></p>'],
    ['with blanks cut', `a {%- if visitor.claims.pro -%}b{%- endif -%}`, '<p>a </p>', '<p>a b</p>'],
  ])('has it %s for those who meet it', (_, markdown, without, withIt) => {
    expect(show(markdown)).toBe(without);
    expect(show(markdown, { pro: true })).toBe(withIt);
  });

  it('is the same for everybody where the condition cannot be evaluated', () => {
    expect(show(`a\n\n{% if visitor.claims.group.name == "x" %}\nb\n{% else %}\nc\n${ENDIF}\n\nd`)).toBe(
      '<p>a</p><p>d</p>',
    );
    const grouped = { group: { name: 'x' } };
    expect(show(`{% if visitor.claims.group.name == "x" %}\nb\n{% else %}\nc\n${ENDIF}`, grouped)).toBe(
      '<p>b</p>',
    );
  });

  it.each([
    ['is not closed', `a\n\n${IF}\nsecret`],
    ['was not opened', `a\n\n{% else %}\nsecret\n${ENDIF}`],
    ['is no expression', `a\n\n{% if visitor claims %}\nsecret\n{% else %}\nsecret\n${ENDIF}`],
    ['has a branch behind its last one', `a\n\n${IF}secret{% else %}secret{% elif true %}secret${ENDIF}`],
    ['is too long', `a\n\n{% if ${'true && '.repeat(200)} true %}\nsecret\n${ENDIF}`],
    ['begins in an element that ends before it', `a\n\n**b ${IF}secret** secret${ENDIF}`],
    ['ends in an element that begins in it', `a\n\n${IF}secret <b>secret${ENDIF}</b>`],
    ['is part of a heading', `a\n\n## b ${IF}secret${ENDIF}`],
    ['is part of a name of a picture', `a\n\n![${IF}secret${ENDIF}](/b) c`],
    ['has the target of a link', `a\n\n${IF}\n[b]: /secret\n${ENDIF}\n\n[b]`],
    ['is around a row', `a\n\n| b |\n|---|\n${IF}\n| secret |\n${ENDIF}\n| c |`],
    ['begins where code may be', `a\n\nhttps://b.c/\`d ${IF}secret${ENDIF} \`e`],
  ])('shows nothing of it where it %s', (_, markdown) => {
    const html = renderTextHtml(markdown);
    expect(JSON.stringify(html)).not.toMatch(/secret|\{%/);
    expect(show(markdown, { pro: true })).toContain('<p>a</p>');
  });

  it('has anchors that are the same for everybody, and an outline of what each one sees', () => {
    const markdown = `## One\n\n${IF}\n## One\n\n{% else %}\n### One\n\n${ENDIF}\n\n## One\n\nEnd.\n`;
    const html = renderTextHtml(markdown);
    const anchorsFor = (claims: object) => decide(html, { ...claims }).headings.map(({ anchor }) => anchor);
    expect(anchorsFor({})).toEqual(['one', 'one-2', 'one-3']);
    expect(anchorsFor({ pro: true })).toEqual(['one', 'one-1', 'one-3']);
    // Search leads to the same, and has the text of all.
    const { visitorSections } = JSON.parse(parseText(markdown).parsed);
    expect(visitorSections).toEqual([
      { title: 'One', anchor: 'one', body: '' },
      { title: 'One', anchor: 'one-3', body: 'End.' },
    ]);
  });

  it('has no sign of another text for its marks', () => {
    expect(show('a \uFDD00\uFDD1b\uFDD0/\uFDD1 c')).toContain('b');
    expect(show(`a \uFDD00\uFDD1b ${IF}c\uFDD0/\uFDD1${ENDIF} d`)).toBe('<p>a 0b  d</p>');
  });

  it('takes no longer than others with ten thousand conditions', () => {
    const start = performance.now();
    expect(show(`${IF}a${ENDIF} `.repeat(10_000))).not.toContain('a');
    expect(performance.now() - start).toBeLessThan(10_000);
  });
});

const NAMES = ['pro', 'crew', 'guest'] as const;
type Claims = Partial<Record<(typeof NAMES)[number], boolean>>;

/** Markdown, and its words with who sees them. */
interface Piece {
  markdown: string;
  words: { word: string; isFor: (claims: Claims) => boolean }[];
}

let count = 0;
function word(): string {
  count += 1;
  return `zq${[...String(count).padStart(6, '0')].map((digit) => 'abcdefghij'[Number(digit)]).join('')}`;
}

const join = (pieces: readonly Piece[], gap: string): Piece => ({
  markdown: pieces.map(({ markdown }) => markdown).join(gap),
  words: pieces.flatMap(({ words }) => words),
});
const wrap = (piece: Piece, change: (markdown: string) => string): Piece => ({
  markdown: change(piece.markdown),
  words: piece.words,
});
const indent = (prefix: string) => (markdown: string) => prefix + markdown.replaceAll('\n', `\n${prefix}`);

function conditional(name: (typeof NAMES)[number], yes: Piece, no: Piece | undefined, gap: string): Piece {
  const guarded = ({ words }: Piece, isTrue: boolean) =>
    words.map(({ word: own, isFor }) => ({
      word: own,
      isFor: (claims: Claims) => (claims[name] === true) === isTrue && isFor(claims),
    }));
  const otherwise = no ? `${gap}{% else %}${gap}${no.markdown}` : '';
  return {
    markdown: `{% if visitor.claims.${name} %}${gap}${yes.markdown}${otherwise}${gap}{% endif %}`,
    words: [...guarded(yes, true), ...(no ? guarded(no, false) : [])],
  };
}

const plain = fc.constantFrom('', '## ', '- ', '1. ', '> ').map((start): Piece => {
  const own = word();
  return { markdown: `${start}${own}`, words: [{ word: own, isFor: () => true }] };
});
const { block } = fc.letrec<{ block: Piece }>((tie) => ({
  block: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    plain,
    fc
      .tuple(
        fc.array(tie('block'), { minLength: 1, maxLength: 2 }),
        fc.constantFrom('hint', 'quote', 'tab', 'item'),
      )
      .map(([pieces, kind]) => {
        const inner = join(pieces, '\n\n');
        if (kind === 'quote') return wrap(inner, indent('> '));
        if (kind === 'item') return wrap(inner, (markdown) => indent('  ')(markdown).replace('  ', '- '));
        if (kind === 'hint') return wrap(inner, (markdown) => `{% hint %}\n${markdown}\n{% endhint %}`);
        return wrap(
          inner,
          (markdown) => `{% tabs %}\n{% tab title="a" %}\n${markdown}\n{% endtab %}\n{% endtabs %}`,
        );
      }),
    fc
      .tuple(
        fc.constantFrom(...NAMES),
        tie('block'),
        fc.option(tie('block'), { nil: undefined }),
        fc.constantFrom('\n', '\n\n'),
      )
      .map(([name, yes, no, gap]) => conditional(name, yes, no, gap)),
  ),
}));
const textArbitrary = fc.array(block, { minLength: 1, maxLength: 4 }).map((pieces) => join(pieces, '\n\n'));
const claimsArbitrary = fc.record({ pro: fc.boolean(), crew: fc.boolean(), guest: fc.boolean() });

describe('conditions of any text', () => {
  it('show each visitor what is meant for them, and nothing else', () => {
    let shownCount = 0;
    let meantCount = 0;
    fc.assert(
      fc.property(textArbitrary, claimsArbitrary, ({ markdown, words }, claims) => {
        const text = JSON.stringify(decide(renderTextHtml(markdown), claims));
        for (const { word: own, isFor } of words) {
          const isShown = text.includes(own);
          if (!isFor(claims)) expect([markdown, own, isShown]).toEqual([markdown, own, false]);
          meantCount += Number(isFor(claims));
          shownCount += Number(isShown);
        }
        expect(text).not.toMatch(/\{% (?:if|else|endif)/);
        const { visitorSections } = JSON.parse(parseText(markdown).parsed);
        const found = JSON.stringify(visitorSections ?? '');
        const hidden = words.filter(
          ({ isFor }) => !isFor({}) || !isFor({ pro: true, crew: true, guest: true }),
        );
        expect(hidden.filter(({ word: own }) => found.includes(own))).toEqual([]);
      }),
      { numRuns: 1000 },
    );
    // In doubt, a condition is left out; that is rare.
    expect(shownCount / meantCount).toBeGreaterThan(0.95);
  });

  it('are hidden wherever their tags are', () => {
    const any = fc.array(
      fc.constantFrom(
        ...[
          'a',
          '`',
          '``',
          ' ',
          '\n',
          '\n\n',
          '    ',
          '> ',
          '- ',
          '1. ',
          '```\n',
          '\n```',
          '~~~',
          '<pre>',
          '</pre>',
        ],
        ...[
          '<b>',
          '</b>',
          '<div>\n',
          '</div>',
          '[b](/c)',
          '[',
          '](',
          ')',
          '*',
          '_',
          '~~',
          '|',
          '\n|---|\n',
          '# ',
          '<!--',
        ],
        ...[
          '-->',
          '"',
          '$$',
          '\\',
          '\n---\n',
          '{% hint %}\n',
          '\n{% endhint %}\n',
          '[x]: /y\n',
          '[x]',
          '![',
          '<img alt="',
        ],
      ),
      { maxLength: 20 },
    );
    const tag = fc.constantFrom('{% if visitor.claims.pro %}', '\n{% if visitor.claims.pro %}\n');
    const end = fc.constantFrom('{% endif %}', '\n{% endif %}\n');
    fc.assert(
      fc.property(any, tag, any, any, end, any, (before, open, first, last, close, after) => {
        const hidden = `${first.join('')}secret${last.join('')}`;
        const markdown = `${before.join('')}${open}${hidden}${close}${after.join('')}`;
        if (visitorText(markdown).includes('secret')) return;
        expect(JSON.stringify(decide(renderTextHtml(markdown), {}))).not.toContain('secret');
        expect(parseText(markdown).parsed.replace(/.*"visitorSections":/, '')).not.toContain('secret');
      }),
      { numRuns: 2000 },
    );
  });
});
