import type { Page } from '@playwright/test';
/** Members who select text on a published page correct it in the console. */
import { listChangeRequestComments, updateSpace } from '#api/generated/sdk.gen.ts';
import { expect, test } from '../fixtures.ts';
import { fetchText, saveStateOf } from '../page-editor/edited-page.ts';
import { checkAccessibilityAtBothWidths } from '../support/accessibility.ts';
import { createTestChangeRequest, merge } from '../support/change-requests.ts';
import { expectPageFits } from '../support/layout.ts';
import { spacesOfSite, publishLamps } from '../support/published-sites.ts';
import { updatePage } from '../support/space-pages.ts';
import { createSampleSite } from './sample-site.ts';

const text = `Fill it dayly.

## Wicks

- Trim the wik.
- Light it at dusk.

> [!NOTE]
> Oil is dear.

## Care

Wipe it.
`;

const correctionOf = (page: Page) =>
  page.getByRole('link', { name: 'Suggest a correction to the selected text' });
const chooseOf = (page: Page) => page.getByRole('button', { name: 'Select text to correct' });
const fieldOf = (page: Page) => page.getByRole('textbox', { name: 'Text of Lamps' });

/** Drags over the text from the start of one element to the end of another. */
async function drag(page: Page, from: string, to = from): Promise<void> {
  const box = async (found: string) => {
    const place = await page.locator('article').getByText(found, { exact: true }).boundingBox();
    if (!place) throw new Error(`“${found}” is not on the page.`);
    return place;
  };
  const [start, end] = [await box(from), await box(to)];
  await page.mouse.move(start.x + 1, start.y + 4);
  await page.mouse.down();
  await page.mouse.move(end.x + end.width - 1, end.y + end.height - 4, { steps: 4 });
  await page.mouse.up();
}

test('a member corrects what they selected with the mouse, over several blocks @details', async ({
  organization,
  signIn,
  page,
}) => {
  const { base, spaceId, pageId } = await publishLamps(organization, text);
  await signIn(organization.admin);
  await page.goto(base);
  await expect(correctionOf(page)).toBeHidden();
  await drag(page, 'Lamps');
  await expect(correctionOf(page), 'the title is no text').toBeHidden();
  await drag(page, 'Trim the wik.', 'Oil is dear.');
  await expect(chooseOf(page)).toBeHidden();
  await checkAccessibilityAtBothWidths(page, '.members');
  await correctionOf(page).click();
  const dialog = page.getByRole('dialog', { name: 'Propose a change to “Lamps”' });
  await expect(dialog.getByRole('blockquote')).toContainText('Trim the wik');
  await checkAccessibilityAtBothWidths(page, '[role="dialog"]');
  await dialog.getByRole('button', { name: 'Create change request' }).click();
  await expect(fieldOf(page)).toBeFocused();
  await page.keyboard.type('Trim it.');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(saveStateOf(page)).toHaveText('Saved');
  const changeRequestId = /changes\/(\d+)\//.exec(page.url())?.[1] ?? '';
  expect(await fetchText(organization.admin, { spaceId, changeRequestId }, pageId)).toBe(
    'Fill it dayly.\n\n## Wicks\n\nTrim it.\n\n## Care\n\nWipe it.\n',
  );
});

test('a commenter selects with the keyboard, and suggests in an open change request @details', async ({
  organization,
  signIn,
  page,
}) => {
  const { base, spaceId, pageId } = await publishLamps(organization, text);
  const { client } = organization.admin;
  await updateSpace({ client, path: { spaceId }, body: { defaultLevel: 'inherit' } });
  await signIn(await organization.addPerson('comment'));
  const begin = async () => {
    await page.goto(base);
    await chooseOf(page).focus();
    await page.keyboard.press('Enter');
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'Shift+ArrowDown'])
      await page.keyboard.press(key);
  };
  await begin();
  await expect(page.getByText('Arrow keys move, Shift extends', { exact: false }).first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(chooseOf(page)).toBeFocused();
  await begin();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Suggest a correction to “Lamps”' });
  await expect(dialog).toContainText('This space has none.');
  await expect(dialog.getByRole('link', { name: 'Comment on the page instead' })).toBeFocused();
  await checkAccessibilityAtBothWidths(page, '[role="dialog"]');

  // The page is not changed there, but a line further up is new.
  const { path } = await createTestChangeRequest(organization.admin, spaceId, {
    subject: 'Better lamps',
    changes: [updatePage(pageId, `New.\n\n${text}`)],
  });
  await begin();
  await page.keyboard.press('Enter');
  await checkAccessibilityAtBothWidths(page, '[role="dialog"]');
  await dialog.getByRole('link', { name: /Better lamps/ }).press('Enter');
  const field = page.getByRole('textbox', { name: 'Suggested text for lines 7–8' });
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('- Trim the wik.\n- Light it at dusk.');
  await field.fill('- Trim the wick.\n- Light it at dusk.');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByRole('region', { name: 'Suggested change to lines 7–8' })).toBeVisible();
  const { data } = await listChangeRequestComments({ client, path, throwOnError: true });
  expect(data.items.map(({ suggestion }) => suggestion?.text)).toEqual([
    '- Trim the wick.\n- Light it at dusk.',
  ]);
});

// Repeats: one part reports for all nouns what others changed or forbid; daily tests cover it.
test('a member reads that their selected passage has changed @repeats', async ({
  organization,
  signIn,
  page,
}) => {
  const { base, spaceId, pageId } = await publishLamps(organization, text);
  await signIn(organization.admin);
  await page.goto(base);
  await drag(page, 'Trim the wik.');
  await merge(
    organization.admin,
    await createTestChangeRequest(organization.admin, spaceId, {
      subject: 'Wicks',
      changes: [updatePage(pageId, text.replace('wik', 'wick'))],
    }),
  );
  await correctionOf(page).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Create change request' }).click();
  const editor = page.getByRole('region', { name: 'Editor of Lamps' });
  await expect(editor.getByText('The selected text isn’t in this version of the page')).toBeVisible();
  await expect(editor.getByText('Trim the wik.', { exact: true })).toBeVisible();
  await checkAccessibilityAtBothWidths(page, '.page-editor');
});

test('readers are offered no correction', async ({ organization, signIn, page }) => {
  const { base, spaceId } = await publishLamps(organization, text);
  const { client } = organization.admin;
  await updateSpace({ client, path: { spaceId }, body: { defaultLevel: 'read' } });
  await signIn(await organization.addPerson('read'));
  await page.goto(base);
  await drag(page, 'Trim the wik.');
  await expect(page.getByRole('navigation', { name: 'For members' }).getByRole('link')).toHaveText([
    'Open in the console',
    'Structure of the site',
  ]);
  await expect(chooseOf(page)).toHaveCount(0);
});

/** The selected text of the page “Instruments”, and the line that it comes from. */
const blocks = [
  ['A gauge measures the water', /^A \*\*gauge\*\* measures/],
  ['await client.connect', /^await client\.connect/],
  ['Enter the offset', /^2\. Enter the offset\.$/],
  ['Battery replaced', /^- \[ \] Battery replaced$/],
  ['Readings are kept for', /^> Readings are kept for \[thirteen/],
  ['South harbour', /^\| Holm \| 5 minutes \| South harbour/],
  ['Install it with pnpm', /^Install it with pnpm\.$/],
  ['Why does a gauge', /^<summary>Why does a gauge/],
  ['of both.', /^The mean is \$\$/],
  ['Ten thousand', /^Ten thousand readings a day\.$/],
] as const;

test('blocks of all kinds lead to their lines @details', async ({ organization, signIn, page }) => {
  const site = await createSampleSite(organization);
  await signIn(organization.admin);
  await page.goto(`${site.base}instruments`);
  const links = await page.evaluate(
    (texts) => {
      const link = document.querySelector<HTMLAnchorElement>('a[data-corrects]');
      const walker = document.createTreeWalker(
        document.querySelector('.text') ?? document,
        NodeFilter.SHOW_TEXT,
      );
      const nodes: Node[] = [];
      while (walker.nextNode()) nodes.push(walker.currentNode);
      return texts.map((text) => {
        const whole = nodes.map((node) => node.textContent).join('');
        const at = whole.indexOf(text);
        let [start, index] = [0, 0];
        const placeOf = (wanted: number): [Node, number] => {
          for (; index < nodes.length; index += 1) {
            const length = nodes[index]?.textContent?.length ?? 0;
            if (start + length > wanted) break;
            start += length;
          }
          return [nodes[index] ?? document.body, wanted - start];
        };
        const [from, last] = [placeOf(at), placeOf(at + text.length - 1)];
        getSelection()?.setBaseAndExtent(...from, last[0], last[1] + 1);
        document.dispatchEvent(new Event('selectionchange'));
        link?.dispatchEvent(new FocusEvent('focus'));
        return link?.search ?? '';
      });
    },
    blocks.map(([text]) => text),
  );
  const spaceId = (await spacesOfSite(organization, site)).get('Guide pages') ?? '';
  const { number } = await createTestChangeRequest(organization.admin, spaceId, {
    subject: 'Better instruments',
  });
  await page.addInitScript(() => localStorage.setItem('bindery.plain-text-field', 'yes'));
  for (const [index, [text, line]] of blocks.entries()) {
    const query = new URLSearchParams(links[index]);
    const screen = `/spaces/${spaceId}/changes/${number}/content/${query.get('page')}/edit`;
    await page.goto(
      organization.path(`${screen}?${new URLSearchParams({ passage: query.get('passage') ?? '' })}`),
    );
    const field = page.getByRole('textbox', { name: 'Text of Instruments' });
    await expect(field).toBeFocused();
    const selected = await field.evaluate((element) => {
      if (!(element instanceof HTMLTextAreaElement)) throw new Error('This is not the plain field.');
      return element.value.slice(element.selectionStart, element.selectionEnd);
    });
    expect(selected, text).toMatch(line);
    expect(selected, text).not.toContain('\n');
  }
});

test.describe('by touch', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  // Repeats: the layout on a phone is checked daily with all screens, the work daily in the wide layout.
  test('a member corrects what they selected on a phone @repeats', async ({ organization, signIn, page }) => {
    const { base } = await publishLamps(organization, text);
    await signIn(organization.admin);
    await page.goto(base);
    // The phone's own selection after a long press, which no test can make: no event of the mouse comes with it.
    const paragraph = page.locator('article').getByText('Fill it dayly.', { exact: true });
    await paragraph.selectText();
    // The whole of it in sight, and below what is selected, where no phone has its own menu over it.
    await expect(correctionOf(page)).toBeInViewport({ ratio: 1 });
    const bar = await page.locator('.members').boundingBox();
    const selected = await paragraph.boundingBox();
    expect(bar?.y).toBeGreaterThan((selected?.y ?? 0) + (selected?.height ?? 0) + 100);
    // As on phones, whose touch on the bar ends the selection before it is a click.
    await page.evaluate(() =>
      document.addEventListener('touchstart', () => getSelection()?.removeAllRanges(), { once: true }),
    );
    await correctionOf(page).tap();
    const dialog = page.getByRole('dialog', { name: 'Propose a change to “Lamps”' });
    await expect(dialog.getByRole('blockquote')).toContainText('Fill it dayly.');
    await expectPageFits(page);
  });
});
