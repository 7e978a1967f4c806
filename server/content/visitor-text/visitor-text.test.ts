// @module-tag without-database
import fc from 'fast-check';
import type { Token } from 'marked';
import { describe, expect, it } from 'vitest';
import { lexText } from '../markdown/markdown-tokens.ts';
import { visitorLine, visitorText } from './visitor-text.ts';

const IF = '{% if visitor.claims.plan == "pro" %}';
const ENDIF = '{% endif %}';

describe('the text that visitors get', () => {
  it.each([
    ['in a line', `a ${IF}secret${ENDIF} b`, 'a  b'],
    ['as a block', `a\n\n${IF}\n\nsecret\n\n${ENDIF}\n\nb`, 'a\n\n\n\nb'],
    ['between lines', `a\n${IF}\nsecret\n${ENDIF}\nb`, 'a\n\nb'],
    ['with branches', `${IF}secret{% elif secret %}secret{% else %}secret${ENDIF}b`, 'b'],
    ['in another one', `${IF}secret${IF}secret${ENDIF}secret${ENDIF}b`, 'b'],
    ['as an item', `- a\n- ${IF}secret${ENDIF}\n- b`, '- a\n- b'],
    ['around an item', `- a\n${IF}\n- secret\n${ENDIF}\n- b`, '- a\n- b'],
    ['in an item', `- a ${IF}secret${ENDIF}\n  more`, '- a \n  more'],
    ['in a quote', `> ${IF}\n> secret\n> ${ENDIF}\n> a`, '>\n> a'],
    ['in a cell', `| a |\n|---|\n| ${IF}secret${ENDIF} |`, '| a |\n|---|\n|  |'],
    ['around a row', `| a |\n|---|\n${IF}\n| secret |\n${ENDIF}\n| b |`, '| a |\n|---|\n| b |'],
    ['as a heading', `a\n\n## ${IF}secret${ENDIF}\n\nb`, 'a\n\n\n\nb'],
    ['in a hint', `{% hint %}\n${IF}secret${ENDIF}\na\n{% endhint %}`, '{% hint %}\n\na\n{% endhint %}'],
    ['in a link', `[a ${IF}secret${ENDIF}](/b)`, '[a ](/b)'],
    ['in a caption', `![a](/b "c ${IF}secret${ENDIF}")`, '![a](/b "c ")'],
    [
      'in HTML',
      `<details><summary>a ${IF}secret${ENDIF}</summary></details>`,
      '<details><summary>a </summary></details>',
    ],
    ['with a long tag', `a {% if ${'x'.repeat(5000)} %}secret${ENDIF} b`, 'a  b'],
    ['with a tag of several lines', `a {%\nif\n\nx\n%}secret{%\nendif\n%} b`, 'a  b'],
    ['with control of blanks', `a {%- if x -%}secret{%- endif -%} b {%~if x%}secret{%~endif%}`, 'a  b '],
    ['without blanks', `a {%if(x)%}secret{%endif%} b`, 'a  b'],
    ['in capitals', `a {% IF x %}secret{% EndIf %} b`, 'a  b'],
    ['with escaped signs', `a \\{% if x %}secret\\{% endif %\\} b`, 'a  b'],
    ['that is not closed', `a ${IF} secret\n\nsecret`, 'a '],
    ['whose tag is not closed', `a {% if x secret\n\nsecret`, 'a '],
    ['that is closed without being opened', `a ${ENDIF} b`, 'a  b'],
    ['whose beginning is missing', `a {% else %}secret${ENDIF} b`, 'a  b'],
    ['that ends in its own expression', `a {% if x == "${ENDIF}" %}secret${ENDIF} b`, 'a  b'],
    ['that ends in code', `a ${IF}secret \`${ENDIF}\` secret${ENDIF} b`, 'a  b'],
    ['that ends between fences', `a ${IF}\n\`\`\`\n${ENDIF}\n\`\`\`\nsecret\n${ENDIF}\nb`, 'a \nb'],
    ['behind a fence in a quote', `> \`\`\`\n> a\n\n${IF}secret${ENDIF} b`, '> ```\n> a\n\n b'],
    ['behind a fence in an item', `- \`\`\`\n  a\n\n${IF}secret${ENDIF} b`, '- ```\n  a\n\n b'],
    [
      'between backticks of two cells',
      `| a | b |\n|---|---|\n| \` ${IF}secret${ENDIF} | \` |`,
      '| a | b |\n|---|---|\n| ` ',
    ],
    ['behind a backtick in an address', `https://a.b/\`c ${IF}secret${ENDIF} \`d`, 'https://a.b/`c '],
    ['in a block of HTML with backticks', `<div>\n\` ${IF}secret${ENDIF} \`\n</div>`, '<div>\n`  `\n</div>'],
    ['in a formula', `$$\n\`\`\`\n$$\n${IF}secret`, '$$\n```\n$$\n'],
    ['in a comment', `a <!-- <code> ${IF}secret${ENDIF} </code> --> b`, 'a <!-- <code>  </code> --> b'],
  ])('has no condition %s', (_, markdown, expected) => {
    expect(visitorText(markdown)).toBe(expected);
    expect(visitorText(expected)).toBe(expected);
  });

  it.each([
    ['a span', `Use \`${IF}\` and \`${ENDIF}\`, here`],
    ['a span of several backticks', `Use \`\`${IF} \` ${ENDIF}\`\`, here`],
    ['a span of several lines', `Use \`${IF}\nx ${ENDIF}\`, here`],
    ['a span in a cell', `| a |\n|---|\n| \`${IF}\` |\n`],
    ['fences', `a\n\n\`\`\`liquid\n${IF}\n\`\`\`\n\nb`],
    ['tildes', `a\n\n~~~\n${IF}\n~~~\n\nb`],
    ['fences in an item', `1. a\n\n   \`\`\`\n   ${IF}\n   \`\`\`\n\n2. b`],
    ['fences in a quote', `> \`\`\`\n> ${IF}\n> \`\`\`\n\nb`],
    [
      'fences in a tab',
      `{% tabs %}\n{% tab title="a" %}\n\`\`\`\n${IF}\n\`\`\`\n{% endtab %}\n{% endtabs %}\nb`,
    ],
    ['an indented block', `a\n\n    ${IF}\n    b\n\nc`],
    ['an indented block in an item', `- a\n\n      ${IF}\n\n- b`],
    ['an element', `a <code>${IF}</code> b`],
    ['a preformatted element', `<pre>\n${IF}\n\nb\n</pre>\n\nc`],
  ])('has the conditions in %s', (_, markdown) => {
    expect(visitorText(markdown)).toBe(markdown);
    expect(visitorText(`${markdown}\n\n${IF}secret${ENDIF}\n\nend`)).toContain('end');
    expect(visitorText(`${markdown}\n\n${IF}secret${ENDIF}\n\nend`)).not.toContain('secret');
  });

  it('is the same text where there is no condition', () => {
    const markdown = `{% hint style="info" %}\nIf 5 % {of} it\n{% endhint %}\n`;
    expect(visitorText(markdown)).toBe(markdown);
  });

  it('is a line for a title', () => {
    expect(visitorLine(`  Plans ${IF}secret${ENDIF} today `)).toBe('Plans today');
    expect(visitorLine(`    ${IF}secret`)).toBe('');
    expect(visitorLine('  Plans ')).toBe('  Plans ');
  });

  it.each([
    ['tags without an end', IF.repeat(100_000)],
    ['quotes without an end', '{% if "'.repeat(100_000)],
    ['conditions in one another', IF.repeat(50_000) + ENDIF.repeat(50_000)],
    ['conditions in one line', `${IF}x${ENDIF} `.repeat(40_000)],
    ['spans', `\`${IF}\` `.repeat(40_000)],
    ['links and backticks', `[a\`](b"${IF}`.repeat(40_000)],
    ['items in one another', `${'- '.repeat(1000)}${IF}\n`.repeat(100)],
    ['quotes in one another', `${'>'.repeat(100_000)}${IF}`],
    ['elements', `<code>${IF}</code><!--`.repeat(40_000)],
    ['line ends', `${ENDIF}\n`.repeat(100_000)],
    ['carriage returns', `${ENDIF}\r`.repeat(100_000)],
  ])('is found in linear time among %s', (_, markdown) => {
    const start = performance.now();
    visitorText(markdown);
    // Quadratic time would be minutes.
    expect(performance.now() - start).toBeLessThan(10_000);
  });
});

const words = fc.constantFrom(
  'a',
  'b `c` d',
  'e *f*',
  '[g](/h)',
  '**i**',
  '$',
  '<b>j</b>',
  '~~k~~',
  '![l](m "n")',
  '\\`',
);
const inside = fc.constantFrom(
  'secret',
  'secret `secret`',
  '- secret',
  '> secret',
  '# secret',
  '\n```\nsecret\n```\n',
  '| secret |',
  '    secret',
  '<pre>secret</pre>',
  'secret\n\nsecret',
);
const condition = fc.letrec((tie) => ({
  one: fc
    .tuple(
      fc.constantFrom(IF, '{%- if x -%}', '{%if x%}', '{% if\nx %}', `{% if x == '${ENDIF}' %}`),
      fc.array(fc.oneof({ depthSize: 'small' }, inside, tie('one')), { minLength: 1, maxLength: 3 }),
      fc.constantFrom('', '{% else %}secret', '\n{% elif y %}\nsecret\n'),
      fc.constantFrom('', '\n', '\n\n'),
    )
    .map(([open, parts, branch, gap]) => open + gap + parts.join(gap) + branch + gap + ENDIF),
})).one as fc.Arbitrary<string>;
const containers = fc.constantFrom<(text: string) => string>(
  (text) => text,
  (text) =>
    text
      .split('\n')
      .map((line) => `> ${line}`)
      .join('\n'),
  (text) => `- ${text.split('\n').join('\n  ')}`,
  (text) => `1. ${text.split('\n').join('\n   ')}`,
  (text) => `{% hint style="info" %}\n${text}\n{% endhint %}`,
  (text) => `<details><summary>o</summary>\n\n${text}\n\n</details>`,
  (text) => `| p | q |\n|---|---|\n| ${text.split('\n').join(' ')} | r |`,
  (text) => `## ${text.split('\n').join(' ')}`,
);
const pieces = fc
  .tuple(
    fc.array(
      fc
        .tuple(containers, words, fc.oneof(condition, fc.constant('')), words)
        .map(([wrap, before, text, after]) => wrap(`${before} ${text} ${after}`)),
      { minLength: 1, maxLength: 5 },
    ),
    fc.constantFrom('\n', '\n\n', '\n\n\n'),
  )
  .map(([blocks, gap]) => blocks.join(gap));

const lines = fc.array(
  fc.constantFrom(
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
    '<code>',
    '</code>',
    '<div>\n',
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
    '-->',
    '"',
    '$$',
    '\\',
    '\n---\n',
    '\n===\n',
    '{% hint %}\n',
  ),
  { maxLength: 30 },
);

/** The parser's split into code and text. */
function readTokens(markdown: string): { code: string; text: string } {
  const result = { code: '', text: '' };
  const visit = (token: Token): void => {
    if (token.type === 'code' || token.type === 'codespan') result.code += token.raw;
    else if ('tokens' in token && token.tokens && token.tokens.length > 0)
      for (const inner of token.tokens) visit(inner);
    else if (token.type === 'list') for (const item of token['items']) visit(item);
    else if (token.type === 'table') {
      for (const cell of [...token['header'], ...token['rows'].flat()])
        for (const inner of cell.tokens) visit(inner);
    } else result.text += token.raw;
  };
  for (const token of lexText(markdown)) visit(token);
  return result;
}

describe('the text that visitors get, of any text', () => {
  it('has no word of a condition, and is the same when it is made again', () => {
    fc.assert(
      fc.property(pieces, (markdown) => {
        const text = visitorText(markdown);
        expect(text).not.toContain('secret');
        expect(visitorText(text)).toBe(text);
      }),
      { numRuns: 500 },
    );
  });

  it('takes nothing for code that the parser takes for text', () => {
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const text = visitorText(`${before.join('')}{% if x %}secret${after.join('')}`);
        if (!text.includes('secret')) return;
        const { text: shown } = readTokens(text);
        const isInElement = /<(?:pre|code)[^>]*>[^]*secret/i.test(text);
        expect(isInElement || !shown.includes('secret')).toBe(true);
      }),
      {
        numRuns: 3000,
        examples: [
          // Neither item goes on in the next line.
          [['*    `'], ['```\n`']],
          [['- a```\n<!--\n===\n\n---\n``'], ['``']],
          [['1. {% hint %}\n``a```\n'], ['``']],
        ],
      },
    );
  });
});
