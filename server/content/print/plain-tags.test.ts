// @module-tag without-database
import { describe, expect, it } from 'vitest';
import { withoutTags } from './plain-tags.ts';

const lines = (text: string): string[] => withoutTags(text).split('\n').filter(Boolean);

describe('a text without the tags of blocks', () => {
  it('has the kind of a hint, and what is in it', () => {
    expect(lines('{% hint style="warning" %}\nMind the water.\n{% endhint %}')).toEqual([
      '**Warning**',
      'Mind the water.',
    ]);
  });

  it('has titles and links', () => {
    const text =
      '{% tabs %}\n{% tab title="npm" %}\nRun it.\n{% endtab %}\n{% endtabs %}\n{% embed url="https://a.example" %}';
    expect(lines(text)).toEqual(['**npm**', 'Run it.', '<https://a.example>']);
  });

  it('keeps code, and tags within a line', () => {
    const text = '```liquid\n{% hint %}\n```\nWrite {% hint %} before it.';
    expect(withoutTags(text)).toBe(text);
  });
});
