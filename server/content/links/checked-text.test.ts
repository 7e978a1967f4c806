// @module-tag without-database
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkText } from './checked-text.ts';

const problemsOf = (...lines: string[]) =>
  checkText(lines.join('\n')).problems.map(({ kind, line, text }) => `${line}: ${kind} ${text}`);

describe('the check of a text', () => {
  it('finds headings that leave out a level', () => {
    expect(problemsOf('# One', '', '## Two', '', '#### Four', '', '## Two again', '### Three')).toEqual([
      '5: heading-order #### Four',
    ]);
    expect(problemsOf('### First', '', '```', '##### no heading', '```', '', '#### Next')).toEqual([
      '1: heading-order ### First',
    ]);
    expect(
      problemsOf('## One', '', '> text', '> #### Quoted', '', '- item', '', '  ###### In a list'),
    ).toEqual(['4: heading-order #### Quoted', '8: heading-order ###### In a list']);
  });

  it('finds pictures without a text, at their line, and not those that say they need none', () => {
    expect(
      problemsOf(
        'Text ![](/files/a) and ![a gauge](/files/b)',
        '',
        '- one',
        '- two',
        '  ![](c.png)',
        '',
        '| A | B |',
        '| - | - |',
        '| x | ![](/files/d) ![b](e.png) |',
        '| y | ![](e.png) |',
        '',
        '<figure><img src="e.png" alt=""></figure>',
        '',
        'and <img src="f.png"> here, [![](g.png)](https://a.example/)',
        '',
        '```',
        '![](no.png)',
        '```',
        '<!-- <img src="no.png"> -->',
      ),
    ).toEqual([
      '1: missing-alt-text /files/a',
      '5: missing-alt-text c.png',
      '9: missing-alt-text /files/d',
      '10: missing-alt-text e.png',
      '14: missing-alt-text f.png',
      '14: missing-alt-text g.png',
    ]);
  });

  it('names the line of the text where tags were put on lines of their own', () => {
    expect(
      problemsOf(
        '{% hint style="info" %}',
        'text {% endhint %}',
        '{% tabs %}{% tab title="A" %}',
        '![](a.png)',
        '{% endtab %}{% endtabs %}',
        '##### Far',
      ),
    ).toEqual(['4: missing-alt-text a.png', '6: heading-order ##### Far']);
  });

  it('finds conditions that cannot be read, and lists the others', () => {
    const text = [
      '{% if visitor.claims.isCrew %}',
      'a',
      '{% endif %}',
      '',
      '{% if === %}b{% endif %}',
      '{% endif %}',
    ].join('\n');
    expect(checkText(text)).toMatchObject({
      problems: [
        { kind: 'dead-condition', line: 5 },
        { kind: 'dead-condition', line: 6 },
      ],
      conditions: [
        { line: 1, text: 'visitor.claims.isCrew' },
        { line: 5, text: '===' },
      ],
    });
  });

  it('lists addresses of the web once, with the line of the first', () => {
    const text = [
      '[a](https://a.example/x) [b](guide.md)',
      '',
      '<a href="https://b.example">b</a>',
      '![c](http://c.example/p.png)',
      '[a](https://a.example/x)',
      '{% embed url="https://d.example/v" %}',
      '`https://no.example/`',
    ].join('\n');
    expect(checkText(text).links).toEqual([
      { line: 1, text: 'https://a.example/x' },
      { line: 3, text: 'https://b.example' },
      { line: 4, text: 'http://c.example/p.png' },
      { line: 6, text: 'https://d.example/v' },
    ]);
  });

  it('lists files wherever they are written', () => {
    expect(
      checkText(
        '<video src="/files/v1"></video> ![](<my%20map.png> "t") `assets/plan.svg` {% file src="a/b.zip" %}',
      ).files,
    ).toEqual(['v1', 'my map.png', 'plan.svg', 'b.zip']);
  });

  it('is done with any text, and names lines that are there', () => {
    const piece = fc.constantFrom(
      '#',
      '### a',
      '\n',
      '![](x)',
      '> ',
      '- ',
      '<img>',
      '{% if a %}',
      '{% endif %}',
      '| a |',
      '```',
      ' ',
      'https://a.example/',
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 40 }).map((parts) => parts.join('')),
        (text) => {
          const { problems, links } = checkText(text);
          const count = text.split('\n').length;
          for (const { line } of [...problems, ...links]) expect(line >= 1 && line <= count).toBe(true);
        },
      ),
    );
  });
});
