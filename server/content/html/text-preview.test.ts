// @module-tag without-database
import fc from 'fast-check';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parsePage } from '#server/published/testing/parse-page.ts';
import { renderTextHtml } from './render-text.ts';
import { joinTextHtml } from './text-html.ts';
import { renderTextPreview } from './text-preview.ts';

/** The outermost elements of a preview as a browser sees them, each with its line. */
function blocksOf(markdown: string): [number | undefined, string][] {
  const { html, lines } = renderTextPreview(markdown);
  const text = joinTextHtml(html, ({ href }) => ` href="${href.replaceAll('"', '&quot;')}"`);
  const { body } = parsePage(`<!doctype html><body><main>${text}</main>`);
  const elements = Array.from(body.firstElementChild?.children ?? []);
  expect(lines).toHaveLength(elements.length);
  return elements.map((element, index) => [lines[index], `${element.tagName} ${element.textContent}`.trim()]);
}

const seed = join(import.meta.dirname, '../../seed');
const texts = readdirSync(seed, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.md'))
  // Those who write see all branches of conditions, and where reusable contents are.
  .map(
    (file) =>
      [
        file,
        readFileSync(join(seed, file), 'utf8').replaceAll(
          /\{% if [^]*?\{% endif %\}\n|\{% include .*\n/g,
          '',
        ),
      ] as const,
  );

const blocks = fc.constantFrom(
  '# Heading',
  'A paragraph\nof two lines',
  '* one\n* two\n\n  more',
  '1. first\n2. second',
  '> quoted\n> text',
  '```js\nconst a = 1;\n\nconst b = 2;\n```',
  '~~~\n{% hint %}\n~~~',
  '| a | b |\n| --- | --- |\n| 1 | 2 |',
  '{% hint style="info" %}\nInside\n\n* list\n{% endhint %}',
  '{% tabs %}\n{% tab title="One" %}\nText\n{% endtab %}\n{% tab title="Two" %}\n`code`\n{% endtab %}\n{% endtabs %}',
  '<details>\n<summary>More</summary>\n\nHidden\n\n</details>',
  '---',
  '$$\nx^2\n$$',
  '![Alt](/files/abc)',
  '[ref]: https://example.com',
  '',
);

describe('the preview of a text', () => {
  it('says which line a reusable content and what follows it are at', () => {
    const text = [
      'First',
      '{% include "/reusable-contents/a" %}',
      'Second',
      '',
      '- item',
      '- {% include "/reusable-contents/b" %}',
      '',
      '{% include "/reusable-contents/c" %}',
      '{% include "/reusable-contents/d" %}',
      '## Last',
    ].join('\r\n');
    expect(blocksOf(text)).toEqual([
      [1, 'P First'],
      [2, 'DIV'],
      [3, 'P Second'],
      [5, expect.stringMatching(/^UL item/)],
      [8, 'DIV'],
      [9, 'DIV'],
      [10, expect.stringMatching(/^H2 Last/)],
    ]);
    const { html } = renderTextPreview(text);
    const included = html.parts.flatMap((part) =>
      typeof part === 'object' && 'include' in part ? [part] : [],
    );
    expect(included).toHaveLength(4);
  });

  it('says which line each block begins at', () => {
    const text = [
      '# One',
      '',
      'Two lines',
      'of text',
      '',
      '',
      '{% hint style="info" %}',
      'Inside',
      '',
      'still inside',
      '{% endhint %}',
      '* a list',
      '* of two',
      '{% tabs %}',
      '{% tab title="A" %}',
      'Text',
      '{% endtab %}',
      '{% endtabs %}',
      '',
      '---',
      'Last',
    ].join('\n');
    expect(blocksOf(text).map(([line]) => line)).toEqual([1, 3, 7, 12, 14, 20, 21]);
    expect(blocksOf(text.replaceAll('\n', '\r\n')).map(([line]) => line)).toEqual([1, 3, 7, 12, 14, 20, 21]);
  });

  it('has the blocks with conditions in frames, for those who write', () => {
    const text = [
      'Public',
      '',
      '{% if x %}',
      '',
      '## Hidden',
      '',
      '{% endif %}',
      '',
      'In a {% if x %}line{% endif %}',
      '{% hint style="info" %}',
      'Inside',
      '{% endhint %}',
      '`{% if x %}`',
      '',
      '{% if y %} and',
      '',
      'on',
    ].join('\n');
    const label = 'Condition';
    for (const written of [text, text.replaceAll('\n', '\r\n')]) {
      expect(blocksOf(written)).toEqual([
        [1, 'P Public'],
        [3, `ASIDE ${label}{% if x %}Hidden{% endif %}`],
        [9, `ASIDE ${label}In a {% if x %}line{% endif %}`],
        [10, 'ASIDE NoteInside'],
        [13, 'P {% if x %}'],
        [15, `ASIDE ${label}{% if y %} andon`],
      ]);
    }
    expect(joinTextHtml(renderTextHtml(text), () => '')).not.toMatch(/Hidden|and|callout warning/);
  });

  it.each(texts)('of the demonstration has the HTML that is published: %s', (_, text) => {
    expect(renderTextPreview(text).html).toEqual(renderTextHtml(text));
    const lines = text.split('\n');
    for (const [line = 0, element] of blocksOf(text)) {
      // Headings are found where they are written.
      const [, level, title] = /^H([1-6]) (.*)$/.exec(element) ?? [];
      if (level !== undefined && lines[line - 1]?.startsWith('#') === true)
        expect(lines[line - 1]?.replace(/^#+ /, '').slice(0, 1)).toBe(title?.slice(0, 1));
      expect(lines[line - 1]?.trim()).not.toBe('');
    }
  });

  it('has the HTML that is published and a line for each block, whatever is written', () => {
    fc.assert(
      fc.property(
        fc.array(blocks, { maxLength: 8 }),
        fc.constantFrom('\n', '\n\n', '\n\n\n'),
        (parts, gap) => {
          const text = parts.join(gap);
          expect(renderTextPreview(text).html).toEqual(renderTextHtml(text));
          const lines = blocksOf(text).map(([line = 0]) => line);
          expect(lines).toEqual(lines.toSorted((a, b) => a - b));
          const source = text.split('\n');
          for (const line of lines) expect(source[line - 1]?.trim()).toMatch(/./);
        },
      ),
    );
  });
});
