import type { Locator, Page } from '@playwright/test';
import {
  createChangeRequestComment,
  editChangeRequestContent,
  listChangeRequestComments,
  listSpacePages,
  updateSpace,
} from '#api/generated/sdk.gen.ts';
import { checkAccessibility, expect, type Organization, test } from '../fixtures.ts';
import { fetchText } from '../page-editor/edited-page.ts';
import { isDeep } from '../support/deep.ts';
import { press, tabTo } from '../support/keyboard.ts';
import { expectPageFits } from '../support/layout.ts';
import type { Person } from '../support/organizations.ts';
import { createPublishedSite, spacesOfSite } from '../support/published-sites.ts';
import { holdEvents } from '../support/quiet.ts';
import { createOpenChangeRequest, createPages, insertPage, updatePage } from '../support/space-pages.ts';

const before = '# Lamps\n\nOil is dear.\n';
const text = '# Lamps\n\nFill it dayly.\n\nTrim the wik.\n\nLight it at dusc.\n';

/** A page with a new text in a change request that people may comment on. */
async function createReview(organization: Organization) {
  const { spaceId, idOf } = await createPages(organization, [insertPage('Lamps', before)]);
  const { client } = organization.admin;
  await updateSpace({ client, path: { spaceId }, body: { defaultLevel: 'comment' } });
  const pageId = idOf('Lamps');
  const created = await createOpenChangeRequest(organization, spaceId, 'Lamps', [updatePage(pageId, text)]);
  return { ...created, pageId, source: `${created.screen}/diff/${pageId}?view=source` };
}

type Review = Awaited<ReturnType<typeof createReview>>;

async function suggest({ client }: Person, review: Review, line: number, replacement: string): Promise<void> {
  await createChangeRequestComment({
    client,
    path: review.path,
    body: {
      page: review.pageId,
      body: { markdown: '' },
      suggestion: { startLine: line, endLine: line, text: replacement },
    },
    throwOnError: true,
  });
}

const lineOf = (page: Page, line: number) => page.getByRole('button', { name: `Line ${line}`, exact: true });
const fieldFor = (page: Page, line: number) =>
  page.getByRole('textbox', { name: `Suggested text for line ${line}` });
const suggestionFor = (page: Page, line: number) =>
  page.getByRole('region', { name: `Suggested change to line ${line}`, exact: true });
const applyOf = (page: Page, line: number) =>
  suggestionFor(page, line).getByRole('button', { name: 'Apply', exact: true });

test('a commenter suggests three changes by keyboard, and an editor applies and publishes them', async ({
  organization,
  signIn,
  page,
}) => {
  const site = await createPublishedSite(
    organization,
    { Guide: ['Guide pages'] },
    { 'Guide pages': [insertPage('Lamps', before)] },
  );
  const [spaceId = ''] = (await spacesOfSite(organization, site)).values();
  const { client } = organization.admin;
  await updateSpace({ client, path: { spaceId }, body: { defaultLevel: 'inherit' } });
  const { data } = await listSpacePages({ client, path: { spaceId }, throwOnError: true });
  const pageId = data.pages[0]?.id ?? '';
  const { path, screen } = await createOpenChangeRequest(organization, spaceId, 'Better lamps', [
    updatePage(pageId, text),
  ]);
  const source = organization.path(`${screen}/diff/${pageId}?view=source`);

  await signIn(await organization.addPerson('comment'));
  await page.goto(source);
  await expect(lineOf(page, 7)).toBeVisible();
  const write = async (line: number, replacement: string, comment = '') => {
    await tabTo(page, page.getByRole('button', { name: /^Line \d+$/ }).and(page.locator('[tabindex="0"]')));
    const focused = async () => Number(await page.evaluate(() => document.activeElement?.textContent));
    while ((await focused()) !== line)
      await page.keyboard.press((await focused()) < line ? 'ArrowDown' : 'ArrowUp');
    await page.keyboard.press('s');
    const field = fieldFor(page, line);
    await expect(field).toBeFocused();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(replacement);
    if (comment !== '') {
      await page.keyboard.press('Tab');
      await page.keyboard.type(comment);
    }
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(suggestionFor(page, line)).toBeVisible();
    await expect(lineOf(page, line)).toBeFocused();
  };
  await write(3, 'Fill it daily.', 'A typo.');
  await write(5, 'Trim the wick.');
  await write(7, 'Light it at dusk.');
  await expect(page.getByRole('button', { name: /^Apply/ })).toHaveCount(0);
  await expect(suggestionFor(page, 3).getByRole('deletion')).toHaveText('dayly');
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await checkAccessibility(page);
  }

  await signIn(await organization.addPerson('edit'));
  await page.goto(source);
  await press(page, applyOf(page, 5));
  await expect(page.getByText('1 suggestion applied')).toBeVisible();
  await expect(suggestionFor(page, 5)).toContainText('by Edo Editor');
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await checkAccessibility(page);
  }
  await press(page, page.getByRole('button', { name: 'Apply all (2)' }));
  await expect(page.getByText('2 suggestions applied')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Apply/ })).toHaveCount(0);
  expect(await fetchText(organization.admin, path, pageId)).toBe(
    '# Lamps\n\nFill it daily.\n\nTrim the wick.\n\nLight it at dusk.\n',
  );
  const comments = await listChangeRequestComments({ client, path, throwOnError: true });
  expect(comments.data.items.map(({ status }) => status)).toEqual(['resolved', 'resolved', 'resolved']);
  await page.goto(organization.path(screen));
  await expect(page.getByRole('main')).toContainText('Cora Commenter');

  await signIn(organization.admin);
  await page.goto(organization.path(screen));
  await expect(page.getByRole('heading', { level: 1, name: 'Better lamps' })).toBeVisible();
  await page.keyboard.press('m');
  const dialog = page.getByRole('dialog', { name: /^Merge “Better lamps”/ });
  await dialog.getByRole('button', { name: 'Merge', exact: true }).press('Enter');
  await expect(page.getByText('Merged', { exact: true }).first()).toBeVisible();
  await page.goto(site.base);
  await expect(page.locator('article .text')).toContainText('Light it at dusk.');
  await expect(page.locator('article .text')).toContainText('Trim the wick.');
});

test('a commenter selects lines with the mouse, and finds what was typed after a reload', async ({
  organization,
  signIn,
  page,
}) => {
  const review = await createReview(organization);
  await signIn(await organization.addPerson('comment'));
  await page.goto(organization.path(review.source));
  await lineOf(page, 3).hover();
  await page.mouse.down();
  await lineOf(page, 5).hover();
  await page.mouse.up();
  await expect(page.getByRole('toolbar', { name: '3 lines selected' })).toBeVisible();
  await lineOf(page, 4).click({ modifiers: ['Shift'] });
  await expect(page.getByRole('toolbar', { name: '2 lines selected' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('toolbar', { name: /selected$/ })).toHaveCount(0);

  await lineOf(page, 3).click();
  await page.getByRole('button', { name: 'Suggest change…' }).click();
  const field = fieldFor(page, 3);
  await expect(field).toHaveValue('Fill it dayly.');
  await expect(field).toHaveAttribute('spellcheck', 'true');
  const send = page.getByRole('button', { name: 'Suggest change', exact: true });
  await expect(send).toHaveAttribute('aria-disabled', 'true');
  await field.fill('Fill it daily.');
  await page.getByRole('textbox', { name: 'Comment (optional)' }).fill('A typo.');
  await page.reload();
  await expect(field).toHaveValue('Fill it daily.');
  await expect(page.getByRole('textbox', { name: 'Comment (optional)' })).toHaveValue('A typo.');
  await field.press('Escape');
  await expect(field).toHaveCount(0);
  await lineOf(page, 3).click();
  await page.keyboard.press('s');
  await expect(field).toHaveValue('Fill it daily.');

  // A save of another person in between removes nothing.
  await editChangeRequestContent({
    client: organization.admin.client,
    path: review.path,
    body: { changes: [updatePage(review.pageId, `Read this.\n\n${text}`)] },
    throwOnError: true,
  });
  await page.reload();
  await expect(page.getByText('Unsent suggestions for an earlier version of this page')).toBeVisible();
  await expect(field).toHaveValue('Fill it daily.');
  await send.click();
  await expect(suggestionFor(page, 5).getByRole('insertion')).toHaveText('daily');
  await expect(page.getByRole('article', { name: /^Comment by/ })).toContainText('A typo.');
  await page.reload();
  await expect(suggestionFor(page, 5)).toBeVisible();
  await expect(page.getByRole('textbox', { name: /^Suggested text/ })).toHaveCount(0);
});

test('an editor reads why suggestions can’t be applied', async ({ organization, signIn, page, problems }) => {
  problems.expect(/status of (400|409)/);
  const review = await createReview(organization);
  const commenter = await organization.addPerson('comment');
  await suggest(commenter, review, 3, 'Fill it daily.');
  await suggest(commenter, review, 5, 'Trim the wick.');
  await suggest(commenter, review, 5, 'Trim the wicks.');
  await signIn(organization.admin);
  await holdEvents(page);
  await page.goto(organization.path(review.source));
  await page.getByRole('button', { name: 'Apply all (3)' }).click();
  await expect(page.getByText(/^Not applied: overlaps with another suggestion/)).toBeVisible();
  await expect(page.getByText(/^Nothing was applied: one of the suggestions/)).toBeVisible();
  expect(await fetchText(organization.admin, review.path, review.pageId)).toBe(text);

  // Another person changes a line while the suggestions are on the screen.
  const edit = (markdown: string) =>
    editChangeRequestContent({
      client: organization.admin.client,
      path: review.path,
      body: { changes: [updatePage(review.pageId, markdown)] },
      throwOnError: true,
    });
  await edit(text.replace('dayly', 'each day'));
  await applyOf(page, 3).click();
  await expect(page.getByText(/newer revision.*Nothing was applied/)).toBeVisible();
  await expect(suggestionFor(page, 3)).toContainText('Outdated');
  await expect(suggestionFor(page, 3)).toContainText('Its lines have changed.');
  await expect(applyOf(page, 3)).toHaveCount(0);
  await applyOf(page, 5).first().click();
  await expect(page.getByText('1 suggestion applied')).toBeVisible();
  await expect(suggestionFor(page, 5).filter({ hasText: 'Applied' })).toContainText('by Ada Admin');
  await expect(suggestionFor(page, 5).filter({ hasText: 'Outdated' })).toHaveCount(1);

  await page.goto(organization.path(`${review.screen}/comments`));
  await expect(suggestionFor(page, 3)).toContainText('Its lines have changed.');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectPageFits(page);
  await page.goto(organization.path(review.source));
  await expect(suggestionFor(page, 3)).toBeVisible();
  await expectPageFits(page);
});

test('a reader sees suggestions and why they can’t make one', async ({ organization, signIn, page }) => {
  const review = await createReview(organization);
  await suggest(organization.admin, review, 3, 'Fill it daily.');
  await signIn(await organization.addPerson('read'));
  const { client } = organization.admin;
  await updateSpace({ client, path: { spaceId: review.path.spaceId }, body: { defaultLevel: 'read' } });
  await page.goto(organization.path(review.source));
  await expect(suggestionFor(page, 3)).toBeVisible();
  await expect(applyOf(page, 3)).toHaveCount(0);
  await lineOf(page, 5).click();
  await expect(page.getByRole('button', { name: 'Suggest change…' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
});

if (isDeep)
  test(
    'a commenter can’t suggest changes on a server without suggestions',
    { tag: '@foreign' },
    async ({ documentedServer, page, problems }) => {
      problems.expect(/status of 404/);
      const { organization } = documentedServer;
      const review = await createReview(organization);
      await suggest(organization.admin, review, 3, 'Fill it daily.');
      await documentedServer.removeExtensions();
      await documentedServer.signIn(page, organization.admin);
      await page.goto(organization.path(review.source));
      await expect(page.getByText('Fill it dayly.').first()).toBeVisible();
      await expect(page.getByRole('button', { name: /^Line \d/ })).toHaveCount(0);
      await expect(page.getByRole('article', { name: /^Comment by/ })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Apply' })).toHaveCount(0);
      await page.getByRole('link', { name: 'Comments' }).first().click();
      await expect(page.getByRole('article', { name: /^Comment by/ })).toBeVisible();
    },
  );

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

  test('a commenter touches the first and the last line, and suggests other ones', async ({
    organization,
    signIn,
    page,
  }) => {
    const review = await createReview(organization);
    await signIn(await organization.addPerson('comment'));
    await page.goto(organization.path(review.source));
    await lineOf(page, 5).tap();
    await lineOf(page, 3).tap();
    await expect(page.getByRole('toolbar', { name: '3 lines selected' })).toBeVisible();
    await page.getByRole('button', { name: 'Suggest change…' }).tap();
    const field = page.getByRole('textbox', { name: 'Suggested text for lines 3–5' });
    await field.fill('');
    await page.getByRole('button', { name: 'Suggest change', exact: true }).tap();
    const suggestion = page.getByRole('region', { name: 'Suggested change to lines 3–5' });
    await expect(suggestion).toContainText('Removed: Fill it dayly.');
    await expectPageFits(page);
  });
});

/** The suggestions of a change request, as lines and texts. */
async function suggestionsOf({ client }: Person, { path }: Review): Promise<string[]> {
  const { data } = await listChangeRequestComments({ client, path, throwOnError: true });
  return data.items
    .flatMap(({ suggestion }) => suggestion ?? [])
    .map(({ startLine, endLine, text: replacement }) => `${startLine}-${endLine} ${replacement}`)
    .toSorted();
}

test('a commenter suggests changes of what is selected in the rendered differences', async ({
  organization,
  signIn,
  page,
}) => {
  const review = await createReview(organization);
  const commenter = await organization.addPerson('comment');
  await signIn(commenter);
  await page.goto(organization.path(`${review.screen}/diff/${review.pageId}`));
  const sendWith = async (field: Locator, replacement: string) => {
    await expect(field).toBeFocused();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(replacement);
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(field).toHaveCount(0);
  };

  await page.getByText('Trim the wik.').click({ clickCount: 3 });
  const bar = page.getByRole('toolbar', { name: '1 block selected' });
  await checkAccessibility(page);
  await bar.getByRole('button', { name: 'Suggest change…' }).click();
  await expect(bar).toHaveCount(0);
  await expect(fieldFor(page, 5)).toHaveValue('Trim the wik.');
  await sendWith(fieldFor(page, 5), 'Trim the wick.');
  const suggested = page.getByRole('listitem').filter({ has: page.locator('[data-block="2"]') });
  await expect(suggested.getByRole('article', { name: /^Comment by/ })).toContainText(
    'Suggested change to line 5',
  );
  const below = page.getByRole('region', { name: 'Comments on this page' });
  await expect(below).toContainText('1 comment in the text above.');
  await expect(below.getByRole('article')).toHaveCount(0);

  // By keyboard: from a change to the blocks below it. The keys go there, however late the next frame is.
  await page.evaluate(() => {
    const nextFrame = requestAnimationFrame;
    Reflect.set(window, 'requestAnimationFrame', (act: FrameRequestCallback) =>
      setTimeout(() => nextFrame(act), 300),
    );
  });
  const isFocused = (locator: Locator) => locator.evaluate((element) => element === document.activeElement);
  await page.keyboard.press('n');
  expect(await isFocused(page.getByRole('listitem').filter({ hasText: 'Oil is dear.' }))).toBe(true);
  const row = page.getByRole('listitem').filter({ has: page.locator('[data-block="2"]') });
  while (!(await isFocused(row))) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(page.getByRole('toolbar', { name: '2 blocks selected' })).toBeVisible();
  await page.keyboard.press('s');
  await sendWith(
    page.getByRole('textbox', { name: 'Suggested text for lines 5–7' }),
    'Trim the wick at dusk.',
  );
  await expect
    .poll(() => suggestionsOf(commenter, review))
    .toEqual(['5-5 Trim the wick.', '5-7 Trim the wick at dusk.']);
});

test.describe('by touch', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('a commenter suggests a change of a marked word on a phone', async ({
    organization,
    signIn,
    page,
  }) => {
    const review = await createReview(organization);
    const commenter = await organization.addPerson('comment');
    await signIn(commenter);
    await page.goto(organization.path(`${review.screen}/diff/${review.pageId}`));
    // The browser's own selection after a long press, which no test can make.
    await page.getByText('Light it at dusc.').selectText();
    await page.getByRole('button', { name: 'Suggest change…' }).tap();
    await expect(fieldFor(page, 7)).toBeFocused();
    await expectPageFits(page);
    await fieldFor(page, 7).fill('Light it at dusk.');
    await page.getByRole('button', { name: 'Suggest change', exact: true }).tap();
    await expect.poll(() => suggestionsOf(commenter, review)).toEqual(['7-7 Light it at dusk.']);
  });
});

test('an editor who applies suggestions by key stays where they were', async ({
  organization,
  signIn,
  page,
}) => {
  const review = await createReview(organization);
  const { admin } = organization;
  for (const [line, typed] of [3, 5].entries()) await suggest(admin, review, typed, `Line ${line}.`);
  await signIn(admin);
  await page.goto(organization.path(`${review.screen}/diff/${review.pageId}`));
  const rows = page.getByRole('list', { name: 'Changes' }).getByRole('listitem');
  await expect(rows.filter({ has: suggestionFor(page, 5) })).toContainText('Trim the wik.');
  await press(page, applyOf(page, 5));
  await expect(suggestionFor(page, 5)).toContainText('Applied');
  await expect(rows.filter({ hasText: 'Line 1.' })).toBeFocused();
});
