import type { Page } from '@playwright/test';
import { checkAccessibility, expect, test } from '../fixtures.ts';
import { createTestChangeRequest, createTestSpace } from '../support/change-requests.ts';
import { mergeName, notificationsName, reviewersName } from '../support/names.ts';
import { bellOf, latestOf, requestReviewsOf, rowsOf, subjectsOf } from './notices.ts';
import { openOutside } from './outside.ts';

const openLatest = async (page: Page) => {
  await bellOf(page).click();
  await expect(latestOf(page)).toBeVisible();
};

test('two people learn of each other’s steps by the bell, without a reload, and once by mail, webhook and chat', async ({
  page,
  browser,
  problems,
}) => {
  const outside = await openOutside();
  const { server, organization } = outside;
  try {
    const rita = await organization.addPerson('review');
    const { admin } = organization;
    await outside.addWebhooks(['review.requested', 'review.submitted', 'change_request.merged']);
    const spaceId = await createTestSpace(organization, 'Guides');
    const created = await createTestChangeRequest(admin, spaceId, { subject: 'Tides' });
    const screen = server.url + organization.path(`/spaces/${spaceId}/changes/${created.number}`);
    const context = await browser.newContext();
    problems.watch(context);
    const reviewing = await context.newPage();
    await outside.signInWithMail(admin, page);
    await page.goto(screen);
    await outside.signInWithMail(rita, reviewing);
    await reviewing.goto(server.url + organization.path());
    await expect(bellOf(reviewing)).toHaveAccessibleName(notificationsName);
    await expect(bellOf(page)).toHaveAccessibleName(notificationsName);

    await page
      .getByRole('region', { name: reviewersName })
      .getByRole('button', { name: 'Request review' })
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: reviewersName }).fill('rita');
    await dialog.getByRole('option', { name: /^Rita Reviewer/ }).click();
    await dialog.getByRole('button', { name: 'Request review' }).click();

    await expect(bellOf(reviewing)).toHaveAccessibleName('Notifications: 1 unread');
    await outside.expectMail(rita, '* Ada Admin requested your review.');
    await openLatest(reviewing);
    await checkAccessibility(reviewing);
    await latestOf(reviewing)
      .getByRole('link', { name: /Tides.*Ada Admin requested your review/ })
      .click();
    await expect(reviewing.getByRole('heading', { name: 'Tides', level: 1 })).toBeVisible();
    await expect(bellOf(reviewing)).toHaveAccessibleName(notificationsName);

    await reviewing.getByRole('main').getByRole('button', { name: 'Review', exact: true }).first().click();
    await reviewing.getByRole('radio', { name: 'Approve' }).check();
    await reviewing
      .getByRole('dialog')
      .getByRole('button', { name: /^Approve|^Submit/ })
      .click();

    await expect(bellOf(page)).toHaveAccessibleName('Notifications: 1 unread');
    await outside.expectMail(admin, '* Rita Reviewer submitted a review.');
    await openLatest(page);
    await expect(latestOf(page).getByRole('listitem')).toContainText('Rita Reviewer submitted a review');
    await page.keyboard.press('Escape');
    await expect(bellOf(page)).toBeFocused();
    await page.getByRole('main').getByRole('button', { name: mergeName, exact: true }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: mergeName, exact: true }).click();

    await expect(bellOf(reviewing)).toHaveAccessibleName('Notifications: 1 unread');
    await openLatest(reviewing);
    await expect(latestOf(reviewing).getByRole('listitem')).toContainText('Ada Admin merged this');
    await outside.expectOnce({
      webhook: ['review.requested', 'review.submitted', 'change_request.merged'],
      chat: [
        'Ada Admin asked for a review of the change request “Tides”',
        'Rita Reviewer reviewed the change request “Tides”',
        'Ada Admin merged the change request “Tides”',
      ],
      mails: [rita, admin],
    });
    await Promise.all([context.close(), page.close()]);
  } finally {
    await outside.close();
  }
});

test('a reviewer works through notifications by keyboard alone @details', async ({
  page,
  organization,
  signIn,
}) => {
  const rita = await organization.addPerson('review');
  await requestReviewsOf(organization, rita, ['Alpha', 'Beta', 'Gamma', 'Delta']);
  await signIn(rita);
  await page.goto(organization.path());
  await expect(bellOf(page)).toHaveAccessibleName('Notifications: 4 unread');
  await bellOf(page).press('Enter');
  await latestOf(page).getByRole('link', { name: 'All notifications' }).press('Enter');
  await expect(page.getByRole('heading', { name: notificationsName, level: 1 })).toBeVisible();
  await expect(rowsOf(page)).toHaveCount(4);
  await checkAccessibility(page);

  // Latest first.
  await page.keyboard.press('j');
  await expect(rowsOf(page).first().getByRole('link')).toBeFocused();
  await page.keyboard.press('v');
  await expect(page.getByText('Marked “Delta #4” as read')).toBeVisible();
  await expect.poll(() => subjectsOf(rita, 'unread')).toEqual(['Gamma', 'Beta', 'Alpha']);

  await page.keyboard.press('e');
  await expect(rowsOf(page)).toHaveCount(3);
  await expect.poll(() => subjectsOf(rita, 'done')).toEqual(['Delta']);
  await page.keyboard.press('ControlOrMeta+z');
  await expect(rowsOf(page)).toHaveCount(4);
  expect(await subjectsOf(rita, 'unread')).toEqual(['Gamma', 'Beta', 'Alpha']);

  await rowsOf(page).filter({ hasText: 'Gamma' }).getByRole('link').focus();
  for (const key of ['x', 'j', 'x']) await page.keyboard.press(key);
  await expect(page.getByRole('toolbar', { name: '2 notifications selected' })).toBeVisible();
  await page.keyboard.press('s');
  const dialog = page.getByRole('dialog', { name: /^Snooze 2 notifications/ });
  await expect(dialog.getByRole('button', { name: 'Tomorrow' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(rowsOf(page)).toHaveCount(2);
  expect((await subjectsOf(rita, 'snoozed')).toSorted()).toEqual(['Beta', 'Gamma']);

  await page.keyboard.press('?');
  const shortcuts = page.getByRole('dialog', { name: /shortcuts/i });
  for (const label of ['Mark as read or unread', 'Snooze…', 'Done, or back to the inbox'])
    await expect(shortcuts.getByText(label)).toBeVisible();
  await page.keyboard.press('Escape');

  await rowsOf(page).filter({ hasText: 'Alpha' }).getByRole('link').focus();
  await page.keyboard.press('o');
  await expect(page.getByRole('heading', { name: 'Alpha', level: 1 })).toBeVisible();
  await expect.poll(() => subjectsOf(rita, 'unread')).toEqual([]);
});

test('a person finds what is snoozed and done, by reason, and reads all at once @details', async ({
  page,
  organization,
  signIn,
}) => {
  const rita = await organization.addPerson('review');
  await requestReviewsOf(organization, rita, ['Alpha', 'Beta', 'Gamma']);
  await signIn(rita);
  await page.goto(organization.path('/notifications'));
  const tab = (name: RegExp) =>
    page.getByRole('navigation', { name: notificationsName }).getByRole('link', { name });
  await expect(tab(/^Unread/)).toContainText('3');
  await page.getByRole('button', { name: /^Actions for Gamma/ }).click();
  await page.getByRole('menuitem', { name: /^In a week/ }).click();
  await expect(rowsOf(page)).toHaveCount(2);
  await tab(/^Snoozed/).click();
  await expect(rowsOf(page)).toHaveCount(1);
  await page.getByRole('button', { name: /^Actions for Gamma/ }).click();
  await page.getByRole('menuitem', { name: 'Unsnooze' }).click();
  await expect(page.getByText('Nothing snoozed')).toBeVisible();

  await tab(/^Inbox/).click();
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await expect(page.getByText('Marked 3 notifications as read')).toBeVisible();
  await tab(/^Unread/).click();
  await expect(page.getByText('Nothing unread')).toBeVisible();

  await tab(/^Inbox/).click();
  await page.getByRole('combobox', { name: 'Reason' }).selectOption('Merged');
  await expect(page.getByText('No matching notifications')).toBeVisible();
  await page.getByRole('button', { name: 'Show all reasons' }).click();
  await expect(rowsOf(page)).toHaveCount(3);
  await page.getByRole('main').getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Mark all as done' }).click();
  await expect(page.getByText('All clear')).toBeVisible();
  await tab(/^Done/).click();
  await expect(rowsOf(page)).toHaveCount(3);
});
