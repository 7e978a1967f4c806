import type { ContentEdit } from '#api/generated/types.gen.ts';
import type { Organization } from '../support/organizations.ts';
import { createPublishedSite, type PublishedTestSite } from '../support/published-sites.ts';
import { insertPage } from '../support/space-pages.ts';

/** A text with everything that texts are made of, except pictures. */
const fullText = `A **gauge** measures the water; read [the rest](https://example.com) or [what is gone](/pages/none).

## Install the client

Run \`tide connect\` and wait for the <kbd>green</kbd> light.

\`\`\`ts title="server.ts" {2-3}
import { Client } from '@tide/client';
// One client for each process.
const client = new Client({ timeout: 5000 });
await client.connect('https://tide.example/a/very/long/address/that/does/not/fit/on/a/phone/at/all');
\`\`\`

### Verify the connection

1. Start the gauge.
2. Enter the offset.

- [x] Offset entered
- [ ] Battery replaced

> [!NOTE]
> Readings are kept for [thirteen months](https://example.com/limits).

> [!TIP]
> The gauge answers within a second.

> [!WARNING]
> A gauge without a battery forgets its offset.

> [!CAUTION]
> Deleting a station deletes its readings.

## Stations and readings

| Station | Interval | Harbour | Owner | Remarks | Height |
| - | - | - | - | - | --: |
| Skerry | 1 minute | North harbour | Harbour office | Under repair | 2.41 m |
| Holm | 5 minutes | South harbour | Weather service | None | 0.87 m |

> The sea keeps no appointments.

{% tabs %}
{% tab title="npm" %}
Install it with npm.
{% endtab %}
{% tab title="pnpm" %}
Install it with pnpm.
{% endtab %}
{% endtabs %}

<details>
<summary>Why does a gauge have an offset?</summary>

It hangs above the chart datum.

</details>

The mean is $$\\frac{a+b}{2}$$ of both.

$$
h = \\sum_{i=1}^{n} \\frac{d_i}{2}
$$

$$\\frac{a$$

{% content-ref url="https://example.com/manual" %}
[The manual](https://example.com/manual)
{% endcontent-ref %}

## Limits

---

Ten thousand readings a day.
`;

const tall = 'A line about the tide.\n\n'.repeat(40);

/** A picture of another server; tests answer for it. */
export const pictureUrl = 'https://pictures.example/gauge.svg';

/** A site with two sections, the second in two versions, and a group. */
export function createSampleSite(
  organization: Organization,
  visibility?: Parameters<typeof createPublishedSite>[3],
): Promise<PublishedTestSite> {
  const reference = (version: string): ContentEdit[] => [
    insertPage('Overview', `All calls of ${version}.\n`),
    insertPage('Users', `About users of ${version}.\n`),
  ];
  return createPublishedSite(
    organization,
    {
      Guide: ['Guide pages'],
      Reference: ['Second', 'First'],
      More: { Harbour: ['Harbour pages'], Weather: ['Weather pages'] },
    },
    {
      'Guide pages': [
        insertPage('Welcome', 'Start here.\n'),
        insertPage('Instruments', fullText),
        insertPage(
          'Spanners',
          `About tools.\n\n## Sizes\n\n${tall}\n\n## Marmalade\n\nUse a spanner for marmalade.\n`,
        ),
        insertPage('Pictures', `Look:\n\n![A gauge](${pictureUrl} "A gauge at low water")\n`),
      ],
      Second: reference('the second version'),
      First: [...reference('the first version'), insertPage('Retired', 'Only here.\n')],
      'Harbour pages': [insertPage('Harbour rules', 'Moor gently.\n')],
      'Weather pages': [insertPage('Clouds', 'They move.\n')],
    },
    visibility,
  );
}
