import type { Page } from '@playwright/test';
import {
  createChangeRequestComment,
  editChangeRequestContent,
  listChangeRequestComments,
  updateSpace,
} from '#api/generated/sdk.gen.ts';
import { checkAccessibility, expect, test } from '../fixtures.ts';
import { fetchText } from '../page-editor/edited-page.ts';
import { isDeep } from '../support/deep.ts';
import { press, tabTo } from '../support/keyboard.ts';
import { expectPageFits } from '../support/layout.ts';
import { navigateTo } from '../support/navigation.ts';
import type { Person } from '../support/organizations.ts';
import { publishLamps } from '../support/published-sites.ts';
import { holdEvents } from '../support/quiet.ts';
import { createOpenChangeRequest, updatePage } from '../support/space-pages.ts';
import { before, text, createReview, type Review, fieldFor } from './suggestion-reviews.ts';

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
const suggestionFor = (page: Page, line: number) =>
  page.getByRole('region', { name: `Suggested change to line ${line}`, exact: true });
const applyOf = (page: Page, line: number) =>
  suggestionFor(page, line).getByRole('button', { name: 'Apply', exact: true });

test('a commenter suggests three changes by keyboard, and an editor applies and publishes them @details', async ({
  organization,
  signIn,
  page,
}) => {
  const { base, spaceId, pageId } = await publishLamps(organization, before);
  const { client } = organization.admin;
  await updateSpace({ client, path: { spaceId }, body: { defaultLevel: 'inherit' } });
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
  await navigateTo(page, organization.path(screen));
  await expect(page.getByRole('main')).toContainText('Cora Commenter');

  await signIn(organization.admin);
  await page.goto(organization.path(screen));
  await expect(page.getByRole('heading', { level: 1, name: 'Better lamps' })).toBeVisible();
  await page.keyboard.press('m');
  const dialog = page.getByRole('dialog', { name: /^Merge “Better lamps”/ });
  await dialog.getByRole('button', { name: 'Merge', exact: true }).press('Enter');
  await expect(page.getByText('Merged', { exact: true }).first()).toBeVisible();
  await page.goto(base);
  await expect(page.locator('article .text')).toContainText('Light it at dusk.');
  await expect(page.locator('article .text')).toContainText('Trim the wick.');
});

// Repeats: a daily test has the same component at another noun, or in another of its ways.
test('a commenter selects lines with the mouse, and finds what was typed after a reload @repeats', async ({
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

test('an editor reads why suggestions can’t be applied @details', async ({
  organization,
  signIn,
  page,
  problems,
}) => {
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

// Repeats: one part reports for all nouns what others changed or forbid; daily tests cover it.
test('a reader sees suggestions and why they can’t make one @repeats', async ({
  organization,
  signIn,
  page,
}) => {
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

  // Repeats: a daily test has the same component at another noun, or in another of its ways.
  test('a commenter touches the first and the last line, and suggests other ones @repeats', async ({
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
