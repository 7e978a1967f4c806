// @module-tag without-database
import { describe, expect, it } from 'vitest';
import { parsePage } from '#server/published/testing/parse-page.ts';
import { escapeHtml } from './escape.ts';
import { renderTextHtml } from './render-text.ts';
import { joinTextHtml } from './text-html.ts';

/** The text of a page as a browser has it, before any script. */
function read(markdown: string): Element {
  const html = joinTextHtml(renderTextHtml(markdown), ({ kind, href }) =>
    kind === 'link' ? ` href="${escapeHtml(href)}"` : ` src="${escapeHtml(href)}"`,
  );
  return parsePage(`<!doctype html><body>${html}</body>`).body;
}

const texts = (page: Element, selector: string): string[] =>
  Array.from(page.querySelectorAll(selector)).map(({ textContent }) =>
    textContent.replaceAll(/\s+/g, ' ').trim(),
  );
const values = (page: Element, selector: string, name: string): (string | null)[] =>
  Array.from(page.querySelectorAll(selector)).map((element) => element.getAttribute(name));

describe('a reader', () => {
  it('sees pipes in code of a table', () => {
    const page = read('| sign | meaning |\n| -- | -- |\n| `p \\| q` | either |\n| r \\| s | words |');
    expect(texts(page, 'tbody td')).toEqual(['p | q', 'either', 'r | s', 'words']);
  });

  it('sees the numbers go on behind a hint', () => {
    const page = read('1. wake\n2. dress\n\n{% hint style="info" %}\nyawn\n{% endhint %}\n\n3. leave');
    expect(values(page, 'ol', 'start')).toEqual([null, '3']);
    expect(texts(page, 'aside p:not(.label)')).toEqual(['yawn']);
  });

  it('sees a hint in an item of a list', () => {
    const page = read('1. climb\n\n   {% hint style="warning" %}\n   hold on\n   {% endhint %}\n2. jump');
    expect(texts(page, 'ol > li')).toHaveLength(2);
    expect(texts(page, 'li aside.warning p:not(.label)')).toEqual(['hold on']);
  });

  it('sees code in an item of a list', () => {
    const page = read('1. run\n\n    ```bash\n    ls -la\n    ```\n\n2. stop');
    expect(texts(page, 'ol > li')).toHaveLength(2);
    expect(texts(page, 'li pre')).toEqual(['ls -la']);
  });

  it('follows links to headings in any script', () => {
    const page = read('## Редактор\n\n## 주문 API\n\n## 第一章\n\n## Été à Paris');
    expect(values(page, 'h2', 'id')).toEqual(['редактор', '주문-api', '第一章', 'été-à-paris']);
    // The name that the same heading had before.
    expect(page.querySelector('[id="ete-a-paris"]')?.parentElement?.id).toBe('été-à-paris');
  });

  it('follows links to names that authors have given', () => {
    const page = read(
      '## A title <a href="#former-name" id="former-name"></a>\n\n## Another {#second}\n\n<a name="spot"></a>text',
    );
    expect(values(page, 'h2', 'id')).toEqual(['former-name', 'second']);
    expect(texts(page, 'h2')).toEqual(['A title', 'Another']);
    expect(page.querySelector('[id="a-title"]')?.parentElement?.localName).toBe('h2');
    // The name that the same heading had while what is in braces was part of its title.
    expect(page.querySelector('[id="another-second"]')?.parentElement?.id).toBe('second');
    expect(page.querySelector('[id="spot"]')).not.toBeNull();
  });

  it('follows links to headings by the names of GitHub and of the platform', () => {
    const page = read('## What’s new in v2.0?\n\n## 1. Install in Azure AD');
    expect(values(page, 'h2', 'id')).toEqual(['whats-new-in-v20', '1-install-in-azure-ad']);
    const others = ['id-1.-install-in-azure-ad', 'id-1.-install-in-azure-a-d'];
    for (const id of ['what-s-new-in-v2-0', 'whats-new-in-v2.0', ...others]) {
      expect(page.querySelector(`[id="${id}"]`), id).not.toBeNull();
    }
  });

  it('sees a link card for what is embedded, and its caption', () => {
    const page = read(
      '{% embed url="https://www.youtube.com/watch?v=owl" %}\nAn owl\n{% endembed %}\n\n{% embed url="https://example.org/nest" %}',
    );
    expect(values(page, 'figure.embed > a.card', 'href')).toEqual([
      'https://www.youtube.com/watch?v=owl',
      'https://example.org/nest',
    ]);
    expect(texts(page, 'figcaption')).toEqual(['An owl']);
    expect(page.querySelectorAll('iframe, img')).toHaveLength(0);
  });

  it('sees numbered steps with their headings', () => {
    const markdown =
      '{% stepper %}\n{% step %}\n## Unpack\n\nopen it\n{% endstep %}\n\n{% step %}\n## Plug in\n\nlight\n{% endstep %}\n{% endstepper %}';
    const page = read(markdown);
    expect(texts(page, '.step .number')).toEqual(['1', '2']);
    expect(values(page, '.step h2', 'id')).toEqual(['unpack', 'plug-in']);
    expect(renderTextHtml(markdown).headings.map(({ title }) => title)).toEqual(['Unpack', 'Plug in']);
  });

  it('sees which operation a page names', () => {
    const page = read(
      '{% openapi src="/files/owls" path="/owls" method="get" %}\n[owls.yaml](https://example.org/owls.yaml)\n{% endopenapi %}',
    );
    expect(texts(page, '.card strong')).toEqual(['GET /owls']);
  });

  it('sees code with its settings', () => {
    const page = read(
      '{% code title="a.sh" overflow="wrap" lineNumbers="true" %}\n```bash\necho 1\necho 2\n```\n{% endcode %}',
    );
    expect(texts(page, 'figcaption')).toEqual(['a.sh']);
    expect(page.querySelector('figure.code.wrap.numbered')).not.toBeNull();
    expect(page.querySelectorAll('.row')).toHaveLength(2);
  });

  it('sees figures with captions', () => {
    const page = read(
      '<figure><img src="https://example.org/a.png" alt="A map"><figcaption><p>The map</p></figcaption></figure>',
    );
    expect(values(page, 'figure img', 'alt')).toEqual(['A map']);
    expect(texts(page, 'figcaption')).toEqual(['The map']);
  });

  it('sees cards that lead somewhere', () => {
    const page = read(
      '<table data-view="cards"><thead><tr><th></th><th></th><th data-type="rating"></th><th data-type="select"><select><option value="k1" label="New" color="green"></option></select></th><th data-hidden data-card-target data-type="content-ref"></th><th data-hidden data-card-cover data-type="files"></th></tr></thead><tbody><tr><td><strong>Begin</strong></td><td>Here</td><td>3</td><td>k1</td><td><a href="https://example.org/begin">x</a></td><td><a href="/files/cover">c</a></td></tr></tbody></table>',
    );
    expect(values(page, '.card-grid > a.card', 'href')).toEqual(['https://example.org/begin']);
    expect(texts(page, '.card > div')).toEqual(['Begin', 'Here', '★★★☆☆', 'New']);
    expect(values(page, '.card > img', 'src')).toEqual(['/files/cover']);
    expect(page.querySelector('.select.back-green')).not.toBeNull();
  });

  it('sees notes, and finds the way back', () => {
    const page = read('A claim.[^1] More.[^none]\n\n[^1]: The *proof*.');
    expect(values(page, 'sup a', 'href')).toEqual(['#~note-1']);
    expect(texts(page, '[id="~note-1"]')).toEqual(['1 The proof.↩']);
    expect(page.textContent).toContain('[^none]');
  });

  it.each([
    ['prices', 'It costs $7 to $9 a day, or $30.', 'It costs $7 to $9 a day, or $30.'],
    ['tildes', 'It takes ~5 minutes. Use ~/bin and ~/lib.', 'It takes ~5 minutes. Use ~/bin and ~/lib.'],
    ['underscores', 'call my_func_name and file_a_b', 'call my_func_name and file_a_b'],
    ['times and ratios', 'at 10:30:15, 4:3, std::vec::Vec', 'at 10:30:15, 4:3, std::vec::Vec'],
    ['emoji by name', 'done :rocket: and :no_such_name:', 'done 🚀 and :no_such_name:'],
    ['comments', 'a\n\n<!-- hidden -->\n\nb <!-- too --> c', 'ab c'],
  ])('sees %s as they are meant', (_, markdown, expected) => {
    expect(read(markdown).textContent.replaceAll(/\s+/g, ' ').trim()).toBe(expected);
  });

  it('sees formulas', () => {
    expect(read('The sum $$a^2+b^2$$ in text.\n\n$$\nE = mc^2\n$$').querySelectorAll('math')).toHaveLength(2);
  });

  it('sees what is folded, with code and lists in it', () => {
    const page = read(
      '<details>\n\n<summary>More</summary>\n\n1. a\n\n   ```js\n   x()\n   ```\n2. b\n\n</details>\n\nafter',
    );
    expect(texts(page, 'details > ol > li')).toHaveLength(2);
    expect(texts(page, 'body > p, p').at(-1)).toBe('after');
    expect(page.querySelector('details')?.textContent).not.toContain('after');
  });

  it('sees lists and breaks in cells', () => {
    const page = read('| a | b |\n|---|---|\n| one<br>two | <ul><li>x</li><li>y</li></ul> |');
    expect(page.querySelectorAll('td br')).toHaveLength(1);
    expect(texts(page, 'td li')).toEqual(['x', 'y']);
  });

  it('sees addresses with brackets and underscores as links', () => {
    const page = read('See https://en.example.org/wiki/Owl_(bird)_x and www.example.com/a_b.');
    expect(values(page, 'a', 'href')).toEqual([
      'https://en.example.org/wiki/Owl_(bird)_x',
      'http://www.example.com/a_b',
    ]);
  });

  it('sees tags in code as code', () => {
    const page = read(
      '```jinja\n{% hint style="x" %}{{ user }}\n{% for a in b %}c{% endfor %}\n```\n\nInline `{% raw %}` and `{{ x }}`.',
    );
    expect(texts(page, 'pre')).toEqual(['{% hint style="x" %}{{ user }} {% for a in b %}c{% endfor %}']);
    expect(texts(page, 'p code')).toEqual(['{% raw %}', '{{ x }}']);
  });

  it('sees quotes in quotes, and lists in them', () => {
    const page = read('> a\n>\n> > b\n>\n> - c');
    expect(texts(page, 'blockquote blockquote')).toEqual(['b']);
    expect(texts(page, 'blockquote li')).toEqual(['c']);
  });

  it('sees titles of tabs with signs', () => {
    const page = read(
      '{% tabs %}\n{% tab title="C++ & C#" %}\none\n{% endtab %}\n\n{% tab title=\'Don"t <panic>\' icon="star" %}\ntwo\n{% endtab %}\n{% endtabs %}',
    );
    expect(texts(page, '.tabs > label')).toEqual(['C++ & C#', 'Don"t <panic>']);
    expect(texts(page, '.panel')).toEqual(['one', 'two']);
  });

  it('sees a hint in a tab', () => {
    const page = read(
      '{% tabs %}\n{% tab title="A" %}\n{% hint style="danger" %}\nbad\n{% endhint %}\n\n```js\nx\n```\n{% endtab %}\n{% endtabs %}',
    );
    expect(texts(page, '.panel aside.danger p:not(.label)')).toEqual(['bad']);
    expect(texts(page, '.panel pre')).toEqual(['x']);
  });

  it('reads Arabic blocks from the right, and others from the left', () => {
    const page = read('مرحبا بالعالم، هذا نص.\n\n- بند أول\n\n## عنوان\n\nLatin text');
    expect(values(page, 'p, ul, h2', 'dir')).toEqual(['rtl', 'rtl', 'rtl', null]);
  });

  it('sees tasks in tasks', () => {
    const page = read('- [x] a\n  - [ ] b\n- [ ] c');
    expect(Array.from(page.querySelectorAll('input')).map((box) => box.hasAttribute('checked'))).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('follows links by reference', () => {
    const page = read(
      '[docs][d] and [D2]\n\n[d]: https://example.org/a "T"\n[d2]: <https://example.org/b c>',
    );
    expect(values(page, 'a', 'title')).toEqual(['T', null]);
  });

  it.each([
    [
      '{% content-ref url="https://example.org/x" %}\n[Our page](https://example.org/x)\n{% endcontent-ref %}',
      'Our page',
    ],
    ['{% page-ref page="https://example.org/x" %}', 'https://example.org/x'],
  ])('sees a card for a page: %s', (markdown, title) => {
    const page = read(markdown);
    expect(values(page, 'a.card', 'href')).toEqual(['https://example.org/x']);
    expect(texts(page, 'a.card strong')).toEqual([title]);
  });

  it('finds each of several equal headings', () => {
    const page = read('## Setup\n\n## Setup\n\n## Setup 1\n\n## Setup-1');
    const ids = values(page, '[id]', 'id');
    expect(new Set(ids).size).toBe(ids.length);
    expect(values(page, 'h2', 'id').slice(0, 2)).toEqual(['setup', 'setup-1']);
  });

  it('finds headings without letters', () => {
    const ids = values(read('## 🚀\n\na\n\n##\n\nb'), 'h2', 'id');
    expect(ids).toEqual(['page', 'page-1']);
  });

  it('sees fences in fences, and the title of code', () => {
    const page = read(
      '````md\n```js title="x.js" {1,3}\na\n```\n````\n\n~~~python\nb\n~~~\n\n```js title="src/a.js" {1}\nlet a\n```',
    );
    expect(texts(page, 'pre')).toEqual(['```js title="x.js" {1,3} a ```', 'b', 'let a']);
    expect(texts(page, 'figcaption')).toEqual(['src/a.js']);
  });

  it('sees colors of the palette, keys and signs below the line', () => {
    const page = read(
      '<mark style="color:red;background-color:#FFFF00">red</mark> <kbd>Ctrl</kbd> H<sub>2</sub>O',
    );
    expect(page.querySelector('mark')?.className).toBe('tone-red back-yellow');
    expect(page.querySelectorAll('[style]')).toHaveLength(0);
  });

  it('sees tabs whose ends are indented like the list before them', () => {
    const page = read(
      '{% tabs %}\n{% tab title="A" %}\n1. one\n2. two\n   {% endtab %}\n\n{% tab title="B" %}\nbee\n      {% endtab %}\n{% endtabs %}',
    );
    expect(texts(page, '.tabs > label')).toEqual(['A', 'B']);
    expect(texts(page, '.panel')).toEqual(['onetwo', 'bee']);
  });

  it('sees alerts in any letter case, with their title', () => {
    const page = read('> [!note] Mind the **gap**\n> text\n\n> [!Danger]\n> more');
    expect(texts(page, 'aside.info > .label')).toEqual(['Mind the gap']);
    expect(texts(page, 'aside > p:not(.label)')).toEqual(['text', 'more']);
  });

  it('sees a tag over several lines, with a percent sign in quotes', () => {
    const page = read(
      '{% @mermaid/diagram\n  content="flowchart TD\n\n  A --> B %}"\n  fullWidth="false"\n%}\n\nafter',
    );
    expect(texts(page, 'figure.code pre')).toEqual(['flowchart TD A --> B %}']);
    expect(page.textContent).toContain('after');
  });

  it('sees diagrams as code with their name, and nothing else of them', () => {
    const [block, fence] = [
      read('{% @mermaid/diagram content="flowchart TD\n  A --> B" %}'),
      read('```mermaid\nflowchart TD\n  A --> B\n```'),
    ];
    expect(block.innerHTML).toBe(fence.innerHTML);
    expect(texts(fence, 'figcaption')).toEqual(['Mermaid']);
    expect(fence.children).toHaveLength(1);
  });

  it('sees what is in a block of an unknown name', () => {
    const page = read(
      '{% gallery size=3 wide %}\nIn it\n{% endgallery %}\n\n{% lonely %}\n\nx {% stray %} y {% endhint %}',
    );
    expect(texts(page, '.unknown > .label')).toEqual(['gallery', 'lonely']);
    expect(texts(page, '.unknown > p:not(.label)')).toEqual(['In it']);
    expect(texts(page, 'p > code')).toEqual(['{% stray %}']);
  });

  it.each([
    '{% tabs %}\n{% tab title="A" %}\na',
    '{% hint %}\nnever closed',
    'text {% endhint %}',
    '{% endtab %} {% endtabs %}',
    '- item {% hint %} in it',
    '> {% hint %}\n> quoted\n> {% endhint %}',
    '{% hint style="info" %} in one line {% endhint %}',
    '| a |\n|-|\n| {% hint %} |',
  ])('sees no tags: %s', (markdown) => {
    expect(read(markdown).textContent).not.toContain('{%');
  });
});
