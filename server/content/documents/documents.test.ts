// @module-tag without-database
import { describe, expect, it } from 'vitest';
import type { DocumentNode } from '#api/generated/types.gen.ts';
import { schemaChecker } from '#server/test/definition.ts';
import { toDocument, toPageDocument, toPlainDocument } from './document-nodes.ts';
import { readDocument, toPublicDocument } from './read-input.ts';
import { writeMarkdown } from './write-markdown.ts';

const check = schemaChecker('0.202.0', 'JSONDocument');

/** A document without what depends on how its source is written. */
function contentOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(contentOf);
  if (typeof value !== 'object' || value === null) return value;
  const keptEntries = Object.entries(value).filter(([name]) => !['key', 'id', 'lines'].includes(name));
  return Object.fromEntries([
    ...keptEntries.map(([name, member]) => [name, contentOf(member)] as const),
    ...idOf(value),
  ]);
}

/** Identifiers of columns, and of headings in `meta`, are content. */
const idOf = (value: object) => ('key' in value || !('id' in value) ? [] : [['id', value.id] as const]);

const KINDS: Record<string, string> = {
  paragraphs:
    'One **bold** and *italic* `code` ~~gone~~ [a link](/pages/abc "Title") <kbd>Ctrl</kbd> H<sub>2</sub>O  \nnext line\nsame line',
  headings: '# One\n\n## Two *x*\n\n### Three\n\n#### Four\n\n###### Six',
  lists: '- one\n- two\n  - inner\n\n    more\n\n3. three\n4. four\n\n- [x] done\n- [ ] open',
  'lists with blocks':
    '- a\n\n  ```js\n  code\n  ```\n\n  > quote\n\n  | A |\n  | - |\n  | 1 |\n\n- ![x](/files/f)',
  tables:
    '| Name | *Size* | Right |\n| :-- | :-: | --: |\n| a `b\\|c` | **2** | [x](https://a.example) |\n| | line<br>two | |',
  quotes: '> Said\n>\n> > Twice\n>\n> ```\n> code in a quote\n> ```\n>\n> - item',
  alerts: '> [!WARNING]\n> Claws\n>\n> ```sh\nrm -rf\n> ```\n\n> [!TIP]\n> # Heading in it',
  hints:
    '{% hint style="danger" %}\nText\n{% endhint %}\n\n{% hint style="info" icon="star" %}\n## Title\n\n![p](/files/x)\n\n{% endhint %}',
  code: '```js\nconst a = `1`;\n\n  indented\n```\n\n    by blanks\n\n{% code title="a.ts" overflow="wrap" lineNumbers="true" %}\n```ts\nlet b;\n```\n{% endcode %}',
  maths: 'The $$a^2$$ of it\n\n$$\n\\frac{1}{2}\n$$\n\n```math\nx < y\n```',
  pictures:
    '![Tawny](/files/x "An owl")\n\n![](https://a.example/b.png)\n\n<figure><img src="/files/y" alt="b" width="300"><figcaption>Some <em>owl</em></figcaption></figure>\n\n<div align="center"><img src="a.png" alt=""></div>\n\nIn ![line](/files/z) text\n\n<picture><source srcset="/files/d" media="(prefers-color-scheme: dark)"><img src="/files/l" alt="l"></picture>',
  tabs: '{% tabs %}\n{% tab title="One" %}\nText\n\n| A |\n| - |\n| 1 |\n{% endtab %}\n\n{% tab title="Two & more" %}\n```js\n1\n```\n{% endtab %}\n{% endtabs %}',
  steppers:
    '{% stepper %}\n{% step %}\n## First\n\nDo it\n{% endstep %}\n{% step %}\nThen\n{% endstep %}\n{% endstepper %}',
  columns:
    '{% columns %}\n{% column width="50%" %}\nLeft\n{% endcolumn %}\n{% column %}\nRight\n{% endcolumn %}\n{% endcolumns %}',
  expandables:
    '<details>\n\n<summary>More <b>text</b></summary>\n\nBody **x**\n\n- item\n\n{% tabs %}\n{% tab title="T" %}\nin\n{% endtab %}\n{% endtabs %}\n\n</details>\n\n<details><summary>Short</summary>Inline</details>',
  cards:
    '<table data-view="cards"><thead><tr><th></th><th>Text</th><th data-hidden data-card-target data-type="content-ref"></th><th data-card-cover data-type="files"></th><th data-type="checkbox"></th><th data-type="rating"></th></tr></thead><tbody><tr><td><strong>A</strong></td><td>b</td><td><a href="/pages/p">p</a></td><td><a href="/files/f">f</a></td><td>true</td><td>3</td></tr></tbody></table>',
  embeds:
    '{% embed url="https://www.youtube.com/watch?v=1" %}\n\n{% embed url="https://a.example" %}\nCaption\n{% endembed %}',
  files: '{% file src="/files/x" %}\nManual\n{% endfile %}\n\n{% file src="https://a.example/f.pdf" %}',
  references:
    '{% content-ref url="/pages/abc" %}\n[abc](/pages/abc)\n{% endcontent-ref %}\n\n{% content-ref url="../a.md" %}\n[a](../a.md)\n{% endcontent-ref %}',
  operations:
    '{% openapi-operation spec="s" path="/a" method="get" %}\n\n{% openapi-schemas spec="s" schemas="A,B" grouped="true" %}\n\n{% openapi src="https://a.example/o.yaml" path="/b" method="post" %}',
  updates:
    '{% updates format="full" %}\n{% update date="2025-12-25" tags="beta,new" %}\n## Title\n{% endupdate %}\n{% endupdates %}',
  prompts: '{% prompt description="Ask" icon="star" %}\nDo **this**.\n{% endprompt %}',
  html: '<section><p>raw</p></section>\n\n<!-- note -->\n\nA <mark>marked</mark> <a href="/pages/x">link</a> text',
  'tags without an end': '{% tabs %}\n\n{% unknown x="1" %}\n\n{% endhint %}',
  footnotes: 'A note[^1].\n\n[^1]: Below.',
  dividers: 'a\n\n***\n\nb\n\n---',
  'what looks like Markdown': '\\# no \\*x\\* 1\\. &amp;lt; a\\_b https\\://a.example <b>x</b>',
  empty: '',
};

describe.each(Object.entries(KINDS))('%s', (_name, markdown) => {
  it('are valid as the public definition has them', () => {
    expect(check(toPageDocument(markdown))).toEqual([]);
  });

  it('stay the same through Markdown', () => {
    const document = toDocument(markdown);
    const written = writeMarkdown(document);
    expect(contentOf(toDocument(written))).toEqual(contentOf(document));
    expect(writeMarkdown(toDocument(written))).toBe(written);
  });

  it('are taken back as they are sent', () => {
    const document = toDocument(markdown);
    expect(contentOf(readDocument(JSON.parse(JSON.stringify(document)), 'body'))).toEqual(
      contentOf(document),
    );
  });
});

describe('documents of the former form', () => {
  const former: DocumentNode = {
    type: 'document',
    nodes: [
      { type: 'heading', level: 5, anchor: 'a', nodes: [{ type: 'text', text: 'Title', marks: ['bold'] }] },
      {
        type: 'list',
        ordered: true,
        start: 2,
        nodes: [{ type: 'list-item', nodes: [{ type: 'paragraph', nodes: [{ type: 'text', text: 'x' }] }] }],
      },
      { type: 'code', language: 'js', text: 'a\nb' },
      {
        type: 'table',
        nodes: [
          {
            type: 'table-row',
            nodes: [{ type: 'table-cell', header: true, nodes: [{ type: 'text', text: 'A' }] }],
          },
          { type: 'table-row', nodes: [{ type: 'table-cell', nodes: [{ type: 'text', text: '1' }] }] },
        ],
      },
      {
        type: 'hint',
        style: 'info',
        nodes: [
          {
            type: 'paragraph',
            nodes: [
              { type: 'link', href: '/pages/p', nodes: [{ type: 'text', text: 'l' }] },
              { type: 'break' },
              { type: 'image', src: '/files/f', alt: 'i' },
            ],
          },
        ],
      },
      { type: 'quote', nodes: [{ type: 'paragraph', nodes: [] }] },
      { type: 'divider' },
      { type: 'html', text: '<p>x</p>' },
    ],
  };

  it('are answered in that of the definition', () => {
    expect(check(toPublicDocument(former))).toEqual([]);
    const markdown = writeMarkdown(toPublicDocument(former));
    expect(markdown).toBe(
      '##### **Title**\n\n2. x\n\n```js\na\nb\n```\n\n| A |\n| - |\n| 1 |\n\n{% hint style="info" %}\n[l](</pages/p>)\\\n![i](</files/f>)\n{% endhint %}\n\n>\n\n***\n\n<p>x</p>\n',
    );
  });
});

describe('large texts', () => {
  it('take a time that grows with their length', () => {
    const times = [20_000, 80_000].map((count) => {
      const text = '{% tabs %}\n\n<details>\n\n<a href="x">\n\n| a | b |\n| - | - |\n| c | *d* |\n\n'.repeat(
        count / 20,
      );
      // The least of some turns: other processes only add to it.
      return Math.min(
        ...[1, 2, 3].map(() => {
          const start = performance.now();
          writeMarkdown(toDocument(text));
          return performance.now() - start;
        }),
      );
    });
    const [short = 0, long = 0] = times;
    expect(long).toBeLessThan(short * 12 + 200);
  });

  it('are valid where they are one paragraph', () => {
    expect(check(toPlainDocument('x'.repeat(1000)))).toEqual([]);
  });
});
