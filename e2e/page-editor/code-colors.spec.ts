// Code in the visual view has the colors of the published page, which the server tells.
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { breakRequests } from '../support/broken-requests.ts';
import { publishLamps } from '../support/published-sites.ts';
import { createEditedPage, editPage, fieldOf, openEditor } from './edited-page.ts';

const TEXT = `Words before code.

\`\`\`ts title="lamp.ts" {2}
// Lights the lamp
export const lamp = { name: "Inner \${3}", count: 12 };

/* over
   two lines */
function light(of: number): boolean { return true; }
\`\`\`

{% code title="lamp.yaml" lineNumbers="true" %}
\`\`\`yaml
lamps:
  - name: Inner
    count: 12
\`\`\`
{% endcode %}

> \`\`\`diff
> - dark
> + light
> \`\`\`

- In a list

  \`\`\`html
  <p class="lamp">Light &amp; dark</p>
  \`\`\`

\`\`\`
no language 12
\`\`\`

\`\`\`mermaid
graph TD
\`\`\`
`;

/** The letters of code with their colors, runs of the same color together; `plain` is the color of the text. */
const colorsOf = (page: Page, selector: string): Promise<string[]> =>
  page.evaluate((wanted) => {
    const roots: ParentNode[] = [document];
    for (const element of document.querySelectorAll('*'))
      if (element.shadowRoot) roots.push(element.shadowRoot);
    const runs: { color: string; letters: string }[] = [];
    for (const code of roots.flatMap((root) => [...root.querySelectorAll(wanted)])) {
      const plain = getComputedStyle(code).color;
      const walker = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const { parentElement, textContent } = walker.currentNode;
        const letters = (textContent ?? '').replaceAll(/\s/g, '');
        if (!parentElement || letters === '') continue;
        const { color: drawn } = getComputedStyle(parentElement);
        const color = drawn === plain ? 'plain' : drawn;
        const last = runs.at(-1);
        if (last?.color === color) last.letters += letters;
        else runs.push({ color, letters });
      }
    }
    return runs.map(({ color, letters }) => `${color} ${letters}`);
  }, selector);

const drawnColors = (page: Page) => colorsOf(page, '.cm-v-code');

for (const colorScheme of ['light', 'dark'] as const)
  test(`code has the colors of its published page in the visual view, ${colorScheme}`, async ({
    organization,
    signIn,
    page,
  }) => {
    // All of it is drawn at once.
    await page.setViewportSize({ width: 1440, height: 2000 });
    await page.emulateMedia({ colorScheme });
    await page.addInitScript(() => localStorage.setItem('bindery.visual-view', 'yes'));
    const { base, spaceId, pageId } = await publishLamps(organization, TEXT);
    const edited = await editPage(organization, spaceId, pageId);
    await page.goto(base);
    const published = await colorsOf(page, '.text pre code');
    expect(published.filter((run) => !run.startsWith('plain')).length).toBeGreaterThan(20);
    await signIn(organization.admin);
    await openEditor(page, organization, edited);
    await expect.poll(() => drawnColors(page)).toEqual(published);
  });

test('colors stay while code is typed, and where the server does not tell others', async ({
  organization,
  signIn,
  page,
  problems,
}) => {
  problems.expect(/status of 500/, /^500 /);
  await page.addInitScript(() => localStorage.setItem('bindery.visual-view', 'yes'));
  const edited = await createEditedPage(
    organization,
    'Words.\n\n```js\nlet lamp = 1;\nlet light = 2;\n```\n\nLast words.\n',
  );
  await signIn(organization.admin);
  await openEditor(page, organization, edited);
  const seen = async () => (await drawnColors(page)).map((run) => run.replace(/^rgb.*\) /, ''));
  const before = ['let', 'plain lamp=', '1', 'plain ;', 'let', 'plain light=', '2', 'plain ;'];
  await expect.poll(seen).toEqual(before);
  const fix = await breakRequests(page, ['POST', /\/code-highlights$/], 500);
  const refused = page.waitForResponse(/\/code-highlights$/);
  await fieldOf(page).getByText('let light = 2;').click();
  await page.keyboard.press('End');
  await page.keyboard.type(' let last = 3;');
  const typed = [...before.slice(0, -1), 'plain ;letlast=3;'];
  expect(await seen()).toEqual(typed);
  expect((await refused).status()).toBe(500);
  await fieldOf(page).press('ArrowLeft');
  expect(await seen()).toEqual(typed);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByRole('status').filter({ hasText: /colors|couldn’t/i })).toHaveCount(0);
  await fix();
  await page.keyboard.type(' ');
  await expect.poll(seen).toEqual([...before.slice(0, -1), 'plain ;', 'let', 'plain last=', '3', 'plain ;']);
});
