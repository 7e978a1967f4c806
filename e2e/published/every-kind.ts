/** A site with a page of each kind. */
import type { Organization } from '../support/organizations.ts';
import { createPublishedSite, type PublishedTestSite } from '../support/published-sites.ts';
import { insertPage } from '../support/space-pages.ts';

const words =
  'The gauge measures the height of the water ten times a second and sends one reading a minute. ';

const longText = Array.from(
  { length: 30 },
  (_, part) => `## Part ${part + 1}\n\n${words.repeat(4)}\n\n### Detail ${part + 1}\n\n${words.repeat(3)}\n`,
).join('\n');

const tables = `A narrow one:

| Name | Height |
| - | -: |
| Skerry | 2.41 m |

## A wide one

| ${Array.from({ length: 12 }, (_, column) => `Column ${column + 1}`).join(' | ')} |
|${' - |'.repeat(12)}
| ${Array.from({ length: 12 }, () => 'Harbour office').join(' | ')} |
`;

const code = `\`\`\`ts title="server.ts" {2}
import { Client } from '@tide/client';
const client = new Client({ timeout: 5000 }); // A comment that is longer than any phone is wide, and goes on and on
\`\`\`

## Without a language

\`\`\`
tide connect --station skerry
\`\`\`

Run \`tide connect\` with <kbd>Enter</kbd>.
`;

const callouts = ['NOTE', 'TIP', 'IMPORTANT', 'WARNING', 'CAUTION']
  .map((kind) => `> [!${kind}]\n> Readings are kept for [thirteen months](https://example.com/limits).\n`)
  .join('\n');

const tabs = `{% tabs %}
{% tab title="npm" %}
Install it with npm.
{% endtab %}
{% tab title="pnpm" %}
Install it with pnpm.
{% endtab %}
{% endtabs %}

<details>
<summary>Why two?</summary>

Because people differ.

</details>
`;

const maths = `The mean is $$\\frac{a+b}{2}$$ of both.

$$
h = \\sum_{i=1}^{n} \\frac{d_i}{2} + \\int_0^1 x^2 \\, dx + \\begin{pmatrix} a & b \\\\ c & d \\end{pmatrix}
$$
`;

const arabic = `يقيس المقياس ارتفاع الماء.

## التثبيت

1. شغّل المقياس.
2. أدخل \`offset\`.

| الاسم | الارتفاع |
| - | -: |
| سكيري | 2.41 |

> [!NOTE]
> تُحفظ القراءات ثلاثة عشر شهرًا.
`;

/** Addresses of the pages below the site, by what they are. */
export const kindsOfPages = {
  'a first page with cards': '',
  'a plain page': 'plain',
  'a long page': 'long',
  'a page with tables': 'tables',
  'a page with code': 'code',
  'a page with callouts': 'callouts',
  'a page with tabs and expandables': 'tabs',
  'a page with maths': 'maths',
  'a page that reads from right to left': 'languages/ar/water',
  'search results': '~/search?q=gauge',
  'a search without results': '~/search?q=xylophone',
} as const;

export function createEveryKindOfPage(organization: Organization): Promise<PublishedTestSite> {
  return createPublishedSite(
    organization,
    { Guide: ['Guide pages'], Languages: ['en', 'ar', 'de'] },
    {
      'Guide pages': [
        insertPage('Welcome', 'Start here.\n'),
        insertPage('Plain', `${words}\n\n## More\n\n${words}\n`),
        insertPage('Long', longText),
        insertPage('Tables', tables),
        insertPage('Code', code),
        insertPage('Callouts', callouts),
        insertPage('Tabs', tabs),
        insertPage('Maths', maths),
      ],
      en: [insertPage('Start', 'Hello.\n'), insertPage('Water', 'About water.\n')],
      ar: [insertPage('Start', arabic), insertPage('Water', arabic)],
      de: [insertPage('Start', 'Hallo.\n'), insertPage('Water', 'Über Wasser.\n')],
    },
  );
}
