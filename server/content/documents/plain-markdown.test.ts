// @module-tag without-database
import { describe, expect, it } from 'vitest';
import { toPlainMarkdown } from './plain-markdown.ts';

const lines = (text: string): string[] =>
  toPlainMarkdown(text)
    .split('\n')
    .filter((line) => line !== '' && line !== '>');

describe('a text without the tags of blocks', () => {
  it('has a hint as a quote of its kind', () => {
    expect(lines('{% hint style="warning" %}\nMind the water.\n\n- item\n{% endhint %}\nafter')).toEqual([
      '> [!WARNING]',
      '> Mind the water.',
      '> - item',
      'after',
    ]);
  });

  it('has titles and links', () => {
    const text =
      '{% tabs %}\n{% tab title="npm *x*" %}\nRun it.\n{% endtab %}\n{% endtabs %}\n{% embed url="https://a.example" %}';
    expect(lines(text)).toEqual(['**npm \\*x\\***', 'Run it.', '<https://a.example>']);
  });

  it('has a link to a page once', () => {
    const text = '{% content-ref url="a.md" %}\n[The page](a.md)\n{% endcontent-ref %}';
    expect(lines(text)).toEqual(['[The page](<a.md>)']);
  });

  it('numbers steps', () => {
    const text =
      '{% stepper %}\n{% step %}\n## A\n{% endstep %}\n{% step %}\n## B\n{% endstep %}\n{% endstepper %}';
    expect(lines(text)).toEqual(['**1.**', '## A', '**2.**', '## B']);
  });

  it('leaves nothing of reusable contents that were not filled in', () => {
    const text = 'a {% include "../x.md" %} b\n\n{% include "/y" %}\n\n`{% include "/z" %}`';
    expect(toPlainMarkdown(text)).toBe('a  b\n\n\n\n`{% include "/z" %}`');
  });

  it('keeps code, and no tags among text', () => {
    const text = '```liquid\n{% hint %}\n```\n`{% hint %}` and \\{% hint %} before {% endhint %} it.';
    expect(lines(text)).toEqual([
      '```liquid',
      '{% hint %}',
      '```',
      '`{% hint %}` and \\{% hint %} before  it.',
    ]);
  });
});
