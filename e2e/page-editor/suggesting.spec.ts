/** Changes that are typed in the editor and become suggestions: the text of the page stays until they are applied. */
import type { Locator, Page } from '@playwright/test';
import {
  createChangeRequestComment,
  createChangeRequestCommentReply,
  listChangeRequestComments,
} from '#api/generated/sdk.gen.ts';
import { createReview, type Review, text } from '../comments/suggestion-reviews.ts';
import { checkAccessibility, expect, type Organization, test } from '../fixtures.ts';
import { merge } from '../support/change-requests.ts';
import { fetchText, fieldOf, saveStateOf } from './edited-page.ts';

async function suggestionsOf({ admin }: Organization, { path, pageId }: Review) {
  const { data } = await listChangeRequestComments({
    client: admin.client,
    path,
    query: { targetPage: pageId, format: 'markdown', order: 'asc', status: 'all' },
    throwOnError: true,
  });
  return data.items;
}

/** Lines and replacements of the open ones. */
const openOf = async (organization: Organization, review: Review) =>
  (await suggestionsOf(organization, review))
    .filter(({ status }) => status === 'open')
    .map(({ suggestion }) => [suggestion?.startLine, suggestion?.text]);

/** Types at the end of the words of a paragraph. */
async function typeAfter(page: Page, words: string, typed: string): Promise<void> {
  await fieldOf(page).getByText(words).click();
  await page.keyboard.press('End');
  await page.keyboard.type(typed);
}

/** A suggestion below its lines. */
const inText = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test('a commenter types three suggestions in the visual view, and an editor applies one, then all', async ({
  organization,
  signIn,
  page,
}) => {
  const review = await createReview(organization);
  await signIn(await organization.addPerson('comment', 'Cleo Commenter'));
  await page.goto(organization.path(`${review.screen}/diff/${review.pageId}`));
  await page.getByRole('link', { name: 'Suggest', exact: true }).click();
  await expect(fieldOf(page)).toBeFocused();
  await expect(page.getByText('The page stays as it is.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Page options' })).toHaveCount(0);
  await checkAccessibility(page);
  await typeAfter(page, 'Fill it', ' Twice.');
  expect(await suggestionsOf(organization, review)).toEqual([]);
  // The paragraph is left by a key.
  await page.keyboard.press('ArrowDown');
  const first = [3, 'Fill it dayly. Twice.'];
  await expect.poll(() => openOf(organization, review)).toEqual([first]);
  await typeAfter(page, 'Trim', ' Well.');
  await typeAfter(page, 'Light it', ' Soon.');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(saveStateOf(page)).toHaveText('Saved');
  const others = [
    [5, 'Trim the wik. Well.'],
    [7, 'Light it at dusc. Soon.'],
  ];
  expect(await openOf(organization, review)).toEqual([first, ...others]);
  expect(await fetchText(organization.admin, review.path, review.pageId)).toBe(text);
  // Below its lines, where its author edits it further or takes it back.
  const own = inText(page, 'Suggested change to line 5, by You');
  await expect(own.getByText('Trim the wik. Well.')).toBeVisible();
  await expect(own.getByRole('button', { name: 'Apply' })).toHaveCount(0);
  await checkAccessibility(page);

  await signIn(organization.admin);
  await page.goto(organization.path(`${review.screen}/content/${review.pageId}/edit`));
  await expect(fieldOf(page)).toBeFocused();
  await page.getByRole('button', { name: 'Suggest changes' }).click();
  const list = page.getByRole('region', { name: 'Suggestions for this page' });
  await expect(list.getByRole('article')).toHaveCount(3);
  // What others suggest is drawn in the text as well, which stays as it is.
  const others5 = inText(page, 'Suggested change to line 5, by Cleo Commenter');
  await expect(others5.locator('ins')).toHaveText(/Well/);
  await expect(fieldOf(page)).not.toContainText('Well');
  await others5.getByRole('button', { name: 'Cleo Commenter suggested' }).press('Enter');
  await expect(list.getByRole('article').filter({ hasText: 'Well' })).toBeFocused();
  expect(await fetchText(organization.admin, review.path, review.pageId)).toBe(text);
  await list
    .getByRole('region', { name: 'Suggested change to line 5' })
    .getByRole('button', { name: 'Apply', exact: true })
    .click();
  await expect(list.getByRole('article')).toHaveCount(2);
  await expect(fieldOf(page)).toContainText('Trim the wik. Well.');
  await expect(others5).toHaveCount(0);
  await expect(inText(page, 'Suggested change to line 7, by Cleo Commenter')).toBeVisible();
  await list.getByRole('button', { name: 'Apply all (2)' }).click();
  await expect(list).toHaveCount(0);
  await expect(fieldOf(page)).toContainText('Soon.');
  expect(await fetchText(organization.admin, review.path, review.pageId)).toBe(
    '# Lamps\n\nFill it dayly. Twice.\n\nTrim the wik. Well.\n\nLight it at dusc. Soon.\n',
  );
});

test('a commenter goes on with a suggestion in the text, and withdraws it there, in both views', async ({
  organization,
  signIn,
  page,
}) => {
  const review = await createReview(organization);
  await signIn(await organization.addPerson('comment', 'Cleo Commenter'));
  await page.goto(organization.path(`${review.screen}/content/${review.pageId}/edit`));
  await expect(page.getByText('The page stays as it is.')).toBeVisible();
  await typeAfter(page, 'Trim', ' Well.');
  await page.keyboard.press('ControlOrMeta+s');
  const own = inText(page, 'Suggested change to line 5, by You');
  await own.getByRole('button', { name: 'Edit further' }).click();
  await expect(fieldOf(page)).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.type(' Often.');
  await page.keyboard.press('ControlOrMeta+s');
  await expect.poll(() => openOf(organization, review)).toEqual([[5, 'Trim the wik. Well. Often.']]);
  await expect(own.getByText('Often.')).toBeVisible();
  await page.getByRole('button', { name: 'Visual view' }).click();
  await expect(own.getByText('Often.')).toBeVisible();
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await checkAccessibility(page);
  }
  await own.getByRole('button', { name: 'Withdraw' }).click();
  await expect(own).toHaveCount(0);
  await expect.poll(() => openOf(organization, review)).toEqual([]);
  await expect(fieldOf(page)).not.toContainText('Well');
  expect(await fetchText(organization.admin, review.path, review.pageId)).toBe(text);
});

const drawnAsOne = {
  'a table in HTML': [
    '<table><tbody>\n<tr><td>Oil</td></tr>\n<tr><td>Wik</td></tr>\n</tbody></table>',
    '<tr><td>Wick</td></tr>',
  ],
  'a prompt': [
    '{% prompt description="Lamps" %}\nWrite of oil.\nWrite of the wik.\n{% endprompt %}',
    'Write of the Wick.',
  ],
} as const;

for (const [name, [block, suggested]] of Object.entries(drawnAsOne))
  test(`an editor sees a suggestion for a line of ${name} below it while they write, and applies it`, async ({
    organization,
    signIn,
    page,
  }) => {
    const review = await createReview(organization, `# Lamps\n\n${block}\n\nLast words.\n`);
    const author = await organization.addPerson('comment', 'Cleo Commenter');
    await createChangeRequestComment({
      client: author.client,
      path: review.path,
      body: {
        page: review.pageId,
        body: { markdown: '' },
        suggestion: { startLine: 5, endLine: 5, text: suggested },
      },
      throwOnError: true,
    });
    await page.addInitScript(() => localStorage.setItem('bindery.visual-view', 'yes'));
    await signIn(organization.admin);
    await page.goto(organization.path(`${review.screen}/content/${review.pageId}/edit`));
    const card = inText(page, 'Suggested change to line 5, by Cleo Commenter');
    await expect(card.getByText('Wick')).toBeVisible();
    await expect(fieldOf(page)).not.toContainText('{%');
    const placeOf = async (one: Locator) => (await one.boundingBox())?.y ?? 0;
    const places = async () => [
      await placeOf(fieldOf(page).getByRole('group').first()),
      await placeOf(card),
      await placeOf(fieldOf(page).getByText('Last words.')),
    ];
    const visual = await places();
    expect(visual.toSorted((one, other) => one - other)).toEqual(visual);
    // In the source it stands below its own line.
    await page.getByRole('button', { name: 'Visual view', exact: true }).click();
    await expect(fieldOf(page)).toContainText(block.split('\n')[0] ?? '');
    await expect
      .poll(
        async () =>
          (await placeOf(card)) < (await placeOf(fieldOf(page).getByText(block.split('\n').at(-1) ?? ''))),
      )
      .toBe(true);
    await typeAfter(page, 'Last words', ' Mine.');
    await card.getByRole('button', { name: 'Apply', exact: true }).click();
    await expect(card).toHaveCount(0);
    await expect(fieldOf(page)).toContainText('Wick');
    await expect(fieldOf(page)).toContainText('Last words. Mine.');
  });

test('own suggestions are edited further, also after a visit, and one that was answered stays to be read', async ({
  organization,
  signIn,
  page,
}) => {
  const review = await createReview(organization);
  const editor = organization.path(`${review.screen}/content/${review.pageId}/edit`);
  await signIn(await organization.addPerson('comment', 'Cleo Commenter'));
  // Who may not edit gets to suggestions.
  await page.goto(editor);
  await expect(page.getByText('The page stays as it is.')).toBeVisible();
  await typeAfter(page, 'Fill it', ' Twice.');
  await typeAfter(page, 'Trim', ' Well.');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(saveStateOf(page)).toHaveText('Saved');
  const [fill] = await suggestionsOf(organization, review);
  await createChangeRequestCommentReply({
    client: organization.admin.client,
    path: { ...review.path, commentId: fill?.id ?? '' },
    body: { body: { markdown: 'Why twice?' } },
    throwOnError: true,
  });
  await page.reload();
  await typeAfter(page, 'Twice.', ' A day.');
  await typeAfter(page, 'Well.', ' Each time.');
  await page.getByRole('button', { name: 'Suggest', exact: true }).click();
  await expect(saveStateOf(page)).toHaveText('Saved');
  expect(await openOf(organization, review)).toEqual([
    [3, 'Fill it dayly. Twice. A day.'],
    [5, 'Trim the wik. Well. Each time.'],
  ]);
  const all = await suggestionsOf(organization, review);
  expect(all.map(({ status, replies }) => [status, replies])).toEqual([
    ['resolved', 1],
    ['open', 0],
    ['open', 0],
  ]);
  // Taken back by hand.
  await typeAfter(page, 'Well.', '');
  for (let press = 0; press < ' Well. Each time.'.length; press += 1) await page.keyboard.press('Backspace');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(saveStateOf(page)).toHaveText('Saved');
  expect(await openOf(organization, review)).toEqual([[3, 'Fill it dayly. Twice. A day.']]);
});

test('a commenter reads the suggestion that a merge left unsent @details', async ({
  organization,
  signIn,
  page,
  context,
  problems,
}) => {
  problems.expect(/ERR_INTERNET_DISCONNECTED/);
  const review = await createReview(organization);
  await signIn(await organization.addPerson('comment', 'Cleo Commenter'));
  const editor = organization.path(`${review.screen}/content/${review.pageId}/edit?mode=suggest`);
  await page.goto(editor);
  await fieldOf(page).waitFor();
  await context.setOffline(true);
  await typeAfter(page, 'Fill it', ' Twice.');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(saveStateOf(page)).toHaveText('Kept in this browser, not saved: offline');
  const url = page.url();
  await page.close();
  await merge(organization.admin, review);
  await context.setOffline(false);
  const again = await context.newPage();
  await again.goto(url);
  const unsaved = again.getByRole('region', { name: 'Unsaved text of Lamps' });
  await expect(unsaved).toContainText('The change request is merged.');
  await expect(unsaved.getByRole('textbox', { name: 'Unsaved text' })).toHaveValue(/Fill it dayly\. Twice\./);
  expect(await suggestionsOf(organization, review)).toEqual([]);
});
