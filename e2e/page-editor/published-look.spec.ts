// The visual view has the type and the distances of the published page.
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { publishLamps } from '../support/published-sites.ts';
import { editPage, fieldOf, openEditor } from './edited-page.ts';

const TEXT = `Opening words.

Also **strong words**, \`coded words\`.

## Second heading

Words below the second.

### Third heading

Words below the third.

#### Fourth heading

Words below the fourth.

- First item
- Second item
  - Inner item

Words between lists.

1. Numbered one
2. Numbered two

> Quoted words.

Words before code.

\`\`\`sh
first line
second line
\`\`\`

Words before a table.

| Left head | Right head |
| --- | --- |
| Left cell | Right cell |
| Left last | Right last |

Words before a hint.

{% hint style="info" %}
Hinted words.

More hinted words.
{% endhint %}

Words before a divider.

---

Last words.
`;

/** What is compared, in the order of the text. */
const WORDS = [
  ...['Opening words.', 'Also', 'strong words', 'coded words', 'Second heading'],
  ...['Words below the second.', 'Third heading', 'Words below the third.', 'Fourth heading'],
  ...['Words below the fourth.', 'First item', 'Second item', 'Inner item', 'Words between lists.'],
  ...['Numbered one', 'Numbered two', 'Quoted words.', 'Words before code.', 'first line', 'second line'],
  ...['Words before a table.', 'Left head', 'Left cell', 'Left last', 'Words before a hint.'],
  ...['Hinted words.', 'More hinted words.', 'Words before a divider.', 'Last words.'],
];

interface Look {
  words: string;
  type: string;
  /** In pixels, from the words before and from the first ones. */
  below: number;
  inside: number;
}

/** The look of words below an element, or in the field. */
const looksOf = (page: Page, root: string): Promise<Look[]> =>
  page.evaluate(
    ({ root, all }) => {
      const host = document.querySelector(root);
      const start = host?.shadowRoot ?? host;
      if (!start) throw new Error(`There is no ${root}.`);
      const walker = document.createTreeWalker(start, NodeFilter.SHOW_TEXT);
      const texts: Text[] = [];
      while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode);
      let before: DOMRect | undefined;
      let first: DOMRect | undefined;
      return all.map((words) => {
        const text = texts.find((one) => one.data.includes(words));
        if (!text?.parentElement) throw new Error(`“${words}” is not there.`);
        const range = document.createRange();
        const at = text.data.indexOf(words);
        range.setStart(text, at);
        range.setEnd(text, at + words.length);
        const rect = range.getBoundingClientRect();
        const { fontFamily, fontSize, fontWeight, lineHeight } = getComputedStyle(text.parentElement);
        const look = {
          words,
          type: `${fontSize}/${lineHeight} ${fontWeight} ${fontFamily}`,
          below: Math.round(rect.top - (before ?? rect).bottom),
          inside: Math.round(rect.left - (first ?? rect).left),
        };
        before = rect;
        first ??= rect;
        return look;
      });
    },
    { root, all: WORDS },
  );

/** Lines are as high as the screen has pixels. */
const isSame = (one: Look, other: Look | undefined): boolean =>
  one.type === other?.type &&
  Math.abs(one.below - other.below) <= 1 &&
  Math.abs(one.inside - other.inside) <= 1;

for (const width of [1440, 390])
  test(`a page looks in the visual view as it is published, ${width} pixels wide`, async ({
    organization,
    signIn,
    page,
  }) => {
    // All of it is drawn at once.
    await page.setViewportSize({ width, height: 3000 });
    await page.addInitScript(() => localStorage.setItem('bindery.visual-view', 'yes'));
    const { base, spaceId, pageId } = await publishLamps(organization, TEXT);
    const edited = await editPage(organization, spaceId, pageId);
    await page.goto(base);
    const published = await looksOf(page, '.text');
    await signIn(organization.admin);
    await openEditor(page, organization, edited);
    await expect(fieldOf(page)).toContainText('Last words.');
    await fieldOf(page).evaluate((field) => {
      const root = field.getRootNode();
      if (root instanceof ShadowRoot) root.host.id = 'field';
    });
    const drawn = await looksOf(page, '#field');
    const different = published.filter((look, at) => !isSame(look, drawn[at]));
    expect(different).toEqual([]);
  });
