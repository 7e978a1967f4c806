/** Comments on selected words of a text: they stand at these words, whatever is edited around them. */
import type { Page } from '@playwright/test';
import { createChangeRequestComment, listChangeRequestComments } from '#api/generated/sdk.gen.ts';
import { checkAccessibility, expect, type Organization, test } from '../fixtures.ts';
import { createEditedPage, type EditedPage, fieldOf, saveStateOf } from './edited-page.ts';

const text = '# Lamps\n\nFill **the lamp** daily, and trim it.\n\nLight the lamp at dusk.\n';

async function commentsOn({ admin }: Organization, { path, pageId }: EditedPage) {
  const { data } = await listChangeRequestComments({
    client: admin.client,
    path,
    query: { targetPage: pageId, format: 'markdown', order: 'asc', status: 'all' },
    throwOnError: true,
  });
  return data.items.map(({ body, quote, status }) => [quote?.text, quote?.outdated, body.markdown, status]);
}

const comment = (
  organization: Organization,
  { path, pageId: page }: EditedPage,
  words: string,
  body: string,
) =>
  createChangeRequestComment({
    client: organization.admin.client,
    path,
    body: { page, body, quote: { text: words } },
    throwOnError: true,
  });

const marksIn = (page: Page) => fieldOf(page).locator('mark');
const newComment = (page: Page) => page.getByRole('region', { name: 'New comment' });
const listOf = (page: Page) => page.getByRole('region', { name: 'Comments on words' });

/** Selects a word by the mouse. */
async function doubleClick(page: Page, word: string): Promise<void> {
  const { x, y } = await fieldOf(page).evaluate((field, searched) => {
    const texts = document.createTreeWalker(field, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const at = texts.currentNode.textContent?.indexOf(searched) ?? -1;
      if (at === -1) continue;
      const range = document.createRange();
      range.setStart(texts.currentNode, at);
      range.setEnd(texts.currentNode, at + searched.length);
      const { left, top, width, height } = range.getBoundingClientRect();
      return { x: left + width / 2, y: top + height / 2 };
    }
    throw new Error(`The text has no ${searched}`);
  }, word);
  await page.mouse.dblclick(x, y);
}

/** Selects as many characters before the end of a line by keys. */
async function selectAtEnd(page: Page, line: string, count: number): Promise<void> {
  await fieldOf(page).getByText(line).click();
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  for (let at = 0; at < count; at += 1) await page.keyboard.press('Shift+ArrowLeft');
}

for (const view of ['visual', 'source'] as const) {
  test(`a commenter selects words in the ${view} view and comments on them, which others open, answer and resolve`, async ({
    organization,
    signIn,
    page,
  }) => {
    const edited = await createEditedPage(organization, text, view);
    await comment(organization, edited, 'at dusk', 'Or at noon?');
    await signIn(organization.admin);
    await page.goto(organization.path(edited.editor));
    await expect(marksIn(page)).toHaveText(['at dusk']);
    await doubleClick(page, 'trim');
    await page.getByRole('button', { name: 'Comment', exact: true }).click();
    await expect(newComment(page).getByText('trim')).toBeVisible();
    const field = newComment(page).getByRole('textbox', { name: 'Comment on these words' });
    await expect(field).toBeFocused();
    await page.keyboard.type('With scissors?');
    await checkAccessibility(page);
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(newComment(page)).toHaveCount(0);
    await expect(fieldOf(page)).toBeFocused();
    await expect(marksIn(page)).toHaveText(['trim', 'at dusk']);
    expect(await commentsOn(organization, edited)).toEqual([
      ['at dusk', false, 'Or at noon?', 'open'],
      ['trim', false, 'With scissors?', 'open'],
    ]);
    // Pressed, the thread opens below its line; the caret stays in the text.
    await marksIn(page).getByText('at dusk').click();
    const thread = page.getByRole('article').filter({ hasText: 'Or at noon?' });
    await expect(thread).toBeVisible();
    await expect(listOf(page)).toContainText('Shown in the text');
    await expect(fieldOf(page)).toBeFocused();
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      await checkAccessibility(page);
    }
    await thread.getByRole('button', { name: 'Reply' }).click();
    await page.keyboard.type('At dusk.');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(thread.getByRole('list', { name: 'Replies' })).toContainText('At dusk.');
    await thread.getByRole('button', { name: 'Resolve' }).click();
    await expect(marksIn(page)).toHaveText(['trim']);
    await expect(thread).toHaveCount(0);
    // Nothing of it is a change of the text.
    expect(await edited.stored()).toBe(text);
  });
}

test('by keys alone a comment is made, followed through edits around its words, and kept when they are gone', async ({
  organization,
  signIn,
  page,
}) => {
  const edited = await createEditedPage(organization, text, 'visual');
  await comment(organization, edited, 'at dusk', 'Or at noon?');
  await signIn(organization.admin);
  await page.goto(organization.path(edited.editor));
  await expect(marksIn(page)).toHaveText(['at dusk']);
  await expect(fieldOf(page)).toBeFocused();
  await page.keyboard.press('ControlOrMeta+Shift+M');
  await expect(page.getByText('Select the words to comment on first.')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.press('Home');
  await page.keyboard.press('Shift+ControlOrMeta+ArrowRight');
  await page.keyboard.press('ControlOrMeta+Shift+M');
  await page.keyboard.type('Who does?');
  // A reload loses neither the words nor what was typed.
  await page.reload();
  await expect(newComment(page).getByRole('textbox')).toHaveValue('Who does?');
  await newComment(page).getByRole('textbox').focus();
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(marksIn(page)).toHaveText(['Light', 'at dusk']);
  await expect(fieldOf(page)).toBeFocused();
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.type('Oil ');
  await expect(marksIn(page)).toHaveText(['Light', 'at dusk']);
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ControlOrMeta+Shift+M');
  const thread = page.getByRole('article').filter({ hasText: 'Who does?' });
  await expect(thread).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(fieldOf(page)).toBeFocused();
  await page.keyboard.press('Shift+ControlOrMeta+ArrowRight');
  await page.keyboard.type('itate');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(saveStateOf(page)).toHaveText('Saved');
  await expect(listOf(page).getByText('Words changed')).toBeVisible();
  await expect(thread).toContainText('Light');
  await expect(marksIn(page)).toHaveText(['at dusk']);
  await fieldOf(page).focus();
  await page.keyboard.press('ControlOrMeta+z');
  await page.keyboard.press('ControlOrMeta+z');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(listOf(page).getByText('Words changed')).toHaveCount(0);
  await expect(marksIn(page)).toHaveText(['Light', 'at dusk']);
});

test('a person who may only comment does so beside suggestions', async ({ organization, signIn, page }) => {
  const edited = await createEditedPage(organization, text, 'visual');
  await signIn(await organization.addPerson('comment', 'Cleo Commenter'));
  await page.goto(organization.path(edited.editor));
  await expect(page.getByText('The page stays as it is.')).toBeVisible();
  await selectAtEnd(page, 'Light', 7);
  await expect(page.getByRole('button', { name: 'Comment', exact: true })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+Shift+M');
  await newComment(page).getByRole('textbox').fill('Or at noon?');
  await newComment(page).getByRole('button', { name: 'Comment', exact: true }).click();
  await expect(marksIn(page)).toHaveText(['at dusk']);
  expect(await edited.stored()).toBe(text);
});

test('words in a cell of a table are commented on and marked there; the thread stands below the table', async ({
  organization,
  signIn,
  page,
}) => {
  const table = '| Lamp | Oil |\n|------|-----|\n| Old \\| new | whale oil |\n| Blue | none |\n';
  const edited = await createEditedPage(organization, `${text}\n${table}\nEnd.\n`, 'visual');
  await comment(organization, edited, 'Blue', 'Which blue?');
  await signIn(organization.admin);
  await page.goto(organization.path(edited.editor));
  await expect(marksIn(page)).toHaveText(['Blue']);
  const cell = (words: string) => fieldOf(page).locator('td').filter({ hasText: words });
  // What was selected in the text has no button beside that of the cell.
  await doubleClick(page, 'trim');
  await expect(page.getByRole('button', { name: 'Comment', exact: true })).toBeVisible();
  await cell('whale oil').click();
  await expect(page.getByRole('button', { name: 'Comment', exact: true })).toHaveCount(0);
  await page.keyboard.press('End');
  for (let at = 0; at < 3; at += 1) await page.keyboard.press('Shift+ArrowLeft');
  await expect(page.getByRole('button', { name: 'Comment', exact: true })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+Shift+M');
  await expect(newComment(page).locator('blockquote')).toContainText('oil');
  await page.keyboard.type('Not whales!');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(newComment(page)).toHaveCount(0);
  await expect(marksIn(page)).toHaveText(['oil', 'Blue']);
  await expect(cell('whale oil').getByRole('textbox')).toBeFocused();
  // By the button, past a bar that its line has a sign before.
  await cell('Old').click();
  await page.keyboard.press('Home');
  await page.keyboard.press('Shift+End');
  await page.getByRole('button', { name: 'Comment', exact: true }).click();
  await page.keyboard.type('Which?');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(newComment(page)).toHaveCount(0);
  await expect(marksIn(page)).toHaveText(['Old | new', 'oil', 'Blue']);
  expect((await commentsOn(organization, edited)).map(([words]) => words)).toEqual([
    'Blue',
    'oil',
    String.raw`Old \| new`,
  ]);
  await marksIn(page).getByText('Blue').click();
  const thread = page.getByRole('article').filter({ hasText: 'Which blue?' });
  await expect(thread).toBeVisible();
  const [drawn, below] = [await cell('Blue').boundingBox(), await thread.boundingBox()];
  expect(below?.y).toBeGreaterThan((drawn?.y ?? 0) + (drawn?.height ?? 0) - 1);
  await checkAccessibility(page);
  // In the field of its cell the words stay marked while others are typed before them; a key goes to the thread.
  await page.keyboard.press('Home');
  await page.keyboard.type('Dark ');
  await expect(cell('Blue').getByRole('textbox').locator('mark')).toHaveText('Blue');
  await page.keyboard.press('End');
  await page.keyboard.press('ControlOrMeta+Shift+M');
  await expect(thread).toBeFocused();
  await expect(marksIn(page)).toHaveText(['Old | new', 'oil', 'Blue']);
});

test('a cell that was opened before marks are loaded has them', async ({ organization, signIn, page }) => {
  const edited = await createEditedPage(organization, '| Lamp |\n|------|\n| Blue one |\n', 'visual');
  await comment(organization, edited, 'Blue', 'Which blue?');
  await signIn(organization.admin);
  let load: () => void = () => undefined;
  const isOpened = new Promise<void>((resolve) => {
    load = resolve;
  });
  await page.route(/drawn-marks/, async (route) => {
    await isOpened;
    await route.continue();
  });
  await page.goto(organization.path(edited.editor));
  const cell = fieldOf(page).locator('td');
  await cell.click();
  await expect(cell.getByRole('textbox')).toBeFocused();
  await expect(marksIn(page)).toHaveCount(0);
  load();
  await expect(cell.getByRole('textbox').locator('mark')).toHaveText('Blue');
  await page.keyboard.press('Shift+Home');
  await expect(page.getByRole('button', { name: 'Comment', exact: true })).toBeVisible();
});

test('the menu of a block comments on its words', async ({ organization, signIn, page }) => {
  const edited = await createEditedPage(organization, text, 'visual');
  await comment(organization, edited, 'trim', 'With scissors?');
  await signIn(organization.admin);
  await page.goto(organization.path(edited.editor));
  await expect(marksIn(page)).toHaveText(['trim']);
  await fieldOf(page).getByText('Light the lamp').click();
  await page.keyboard.press('ControlOrMeta+Alt+b');
  await page.getByRole('menuitem', { name: 'Comment', exact: true }).click();
  await expect(newComment(page).getByRole('textbox')).toBeFocused();
  await page.keyboard.type('And dawn?');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(marksIn(page)).toHaveText(['trim', 'Light the lamp at dusk.']);
  expect(await edited.stored()).toBe(text);
});
