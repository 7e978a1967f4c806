import type { Locator, Page } from '@playwright/test';
import { createSpace, createSpaceComment, listMembers } from '#api/generated/sdk.gen.ts';
import { checkAccessibility, expect, test } from '../fixtures.ts';
import { createTestChangeRequest, createTestSpace } from '../support/change-requests.ts';
import { isDeep } from '../support/deep.ts';
import { navigateTo } from '../support/navigation.ts';
import { createTestSite, treeRow } from '../support/site-structures.ts';

const phone = { width: 390, height: 844 };

test.use({ viewport: phone, hasTouch: true });

const barOf = (page: Page) => page.getByRole('toolbar', { name: /selected$/ });

const namesOf = (controls: Locator) =>
  controls.evaluateAll((buttons) => buttons.map((button) => button.ariaLabel ?? button.textContent ?? ''));

/** The bar's actions on desktop, in order. */
async function actionsOnDesktop(page: Page): Promise<string[]> {
  await expect(barOf(page)).toBeVisible();
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(barOf(page).getByRole('button', { name: 'More actions' })).toBeHidden();
  // Beside a tree, the actions are in a panel, whose code may still be loading.
  await expect(barOf(page)).toBeVisible();
  const names = await namesOf(barOf(page).getByRole('button'));
  await page.setViewportSize(phone);
  return names.filter((name) => name !== 'Clear selection');
}

/** Expects one line of controls that are all tappable. */
async function expectOneLine(page: Page): Promise<void> {
  const controls = barOf(page).getByRole('button');
  // Retried, because a bar that has just become narrow moves actions into its menu.
  await expect(async () => {
    const boxes = await controls.evaluateAll((buttons) =>
      buttons.map((button) => {
        const { left, right, top, bottom } = button.getBoundingClientRect();
        const name = button.ariaLabel ?? button.textContent ?? '';
        return { name, left, right, middle: Math.round((top + bottom) / 2) };
      }),
    );
    expect(boxes.length).toBeGreaterThan(1);
    for (const { name, left, right } of boxes) {
      expect(left, name).toBeGreaterThanOrEqual(0);
      expect(right, name).toBeLessThanOrEqual(phone.width);
    }
    expect([...new Set(boxes.map(({ middle }) => middle))]).toHaveLength(1);
  }).toPass();
  // A trial click fails if the control is covered or clipped.
  for (const control of await controls.all()) await control.hover({ trial: true });
}

/** Taps an action of the bar or its menu. */
async function tapAction(page: Page, name: string): Promise<void> {
  const button = barOf(page).getByRole('button', { name, exact: true });
  // Fingers can tap disabled controls; Playwright would wait until they are enabled.
  if (await button.isVisible()) return button.tap({ force: true });
  await barOf(page).getByRole('button', { name: 'More actions' }).tap();
  return page.getByRole('menuitem', { name, exact: true }).tap();
}

/** The dialog or menu an action opens, or the reason why it is disabled; null if it acts at once. */
type ExpectedOutcomes = Record<string, RegExp | null>;

/** Expects all desktop actions on one line on phones, each with its outcome. */
async function expectActions(page: Page, outcomes: ExpectedOutcomes): Promise<void> {
  expect(await actionsOnDesktop(page)).toEqual(Object.keys(outcomes));
  await expectOneLine(page);
  for (const [name, outcome] of Object.entries(outcomes)) {
    if (outcome === null) continue;
    await tapAction(page, name);
    const opened = page.getByRole('dialog', { name: outcome }).or(page.getByRole('menu', { name: outcome }));
    const reason = page.getByRole('tooltip').filter({ hasText: outcome });
    await expect(opened.or(reason), name).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(opened.or(reason), name).toBeHidden();
    await expect(barOf(page), name).toBeVisible();
  }
}

test('an administrator reaches all actions for selected members on a phone @details', async ({
  page,
  organization,
  signIn,
}) => {
  for (const name of ['Ina One', 'Ina Two', 'Ina Three']) await organization.addPerson('read', name);
  await signIn(organization.admin);
  await page.goto(organization.path('/members?q=ina'));
  for (const name of ['Ina One', 'Ina Two'])
    await page.getByRole('checkbox', { name: `Select ${name}` }).click();
  const selectAll = 'Select all 3 members that match';
  expect((await actionsOnDesktop(page))[0]).toBe(selectAll);
  await expectOneLine(page);
  await barOf(page).getByRole('button', { name: 'More actions' }).tap();
  await expect(page.getByRole('menuitem')).toHaveText([
    selectAll,
    'Team…',
    /^Resend invitations/,
    'Single sign-on…',
  ]);
  await checkAccessibility(page);
  await page.getByRole('menuitem', { name: selectAll }).tap();
  await expect(page.getByRole('toolbar', { name: '3 members selected' })).toBeVisible();
  // Within reach of a thumb, and not in the menu: the usual action and the destructive one, at the end.
  expect(await namesOf(barOf(page).getByRole('button'))).toEqual([
    'Clear selection',
    'Role…',
    'More actions',
    'Remove…',
  ]);
  await expectActions(page, {
    'Role…': /Change role of members/,
    'Team…': /Change team of members/,
    'Resend invitations': null,
    'Single sign-on…': /Require single sign-on/,
    'Remove…': /Remove members/,
  });

  await tapAction(page, 'Remove…');
  const removal = page.getByRole('dialog', { name: 'Remove members' });
  await removal.getByRole('button', { name: 'Remove 3' }).tap();
  await expect(removal.getByText('3 members done')).toBeVisible();
  const { data } = await listMembers({
    client: organization.admin.client,
    path: { organizationId: organization.id },
    throwOnError: true,
  });
  expect(data.items.map(({ user }) => user.displayName)).toEqual([organization.admin.displayName]);
});

test('a person uses the bar’s menu by keyboard on a phone, and the focus returns @details', async ({
  page,
  organization,
  signIn,
}) => {
  await organization.addPerson('read', 'Ina One');
  await signIn(organization.admin);
  await page.goto(organization.path('/members?q=ina'));
  await page.getByRole('checkbox', { name: 'Select Ina One' }).click();
  const more = barOf(page).getByRole('button', { name: 'More actions' });
  await more.press('Enter');
  await page.getByRole('menuitem', { name: 'Team…' }).press('End');
  await expect(page.getByRole('menuitem', { name: 'Single sign-on…' })).toBeFocused();
  await page.keyboard.press('Enter');
  const requirement = page.getByRole('dialog', { name: 'Require single sign-on' });
  await expect(requirement).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(requirement).toBeHidden();
  await expect(more).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(barOf(page).getByRole('button', { name: 'Remove…' })).toBeFocused();
});

if (isDeep)
  test(
    'an administrator reaches all actions of the access review on a phone',
    { tag: '@screens' },
    async ({ page, organization, signIn }) => {
      await organization.addPerson('admin', 'Second Admin');
      await organization.addPerson('guest', 'Gus Guest');
      await signIn(organization.admin);
      await page.goto(organization.path('/access-review'));
      await page.getByRole('checkbox', { name: 'Select Second Admin' }).click();
      await expectActions(page, { 'Change role…': /Change role of members/ });
      await page.goto(organization.path('/access-review?show=no-sso'));
      await page.getByRole('checkbox', { name: 'Select Second Admin' }).click();
      await expectActions(page, { 'Require single sign-on…': /Require single sign-on/ });
      await page.goto(organization.path('/access-review?show=no-team'));
      await page.getByRole('checkbox', { name: 'Select Gus Guest' }).click();
      await expectActions(page, { 'Add to team…': /Change team of members/, 'Remove…': /Remove members/ });
      await tapAction(page, 'Remove…');
      const removal = page.getByRole('dialog', { name: 'Remove members' });
      await removal.getByRole('button', { name: 'Remove 1' }).tap();
      await expect(removal.getByText('1 member done')).toBeVisible();
    },
  );

test('an administrator reaches all actions for change requests and comments on a phone @details', async ({
  page,
  organization,
  signIn,
}) => {
  const editor = await organization.addPerson('edit');
  const spaceId = await createTestSpace(organization, 'Guides');
  for (const subject of ['Alpha', 'Beta']) await createTestChangeRequest(editor, spaceId, { subject });
  const body = { body: { markdown: 'On the space' } };
  await createSpaceComment({ client: editor.client, path: { spaceId }, body, throwOnError: true });
  await signIn(organization.admin);
  await page.goto(organization.path('/inbox/open'));
  for (const name of ['Alpha', 'Beta']) await page.getByRole('checkbox', { name: `Select ${name}` }).check();
  expect(await actionsOnDesktop(page)).toEqual([
    'Approve…',
    'Request changes…',
    'Update…',
    'Archive…',
    'Snooze',
    'Merge…',
  ]);
  await barOf(page).getByRole('button', { name: 'More actions' }).tap();
  const update = page.getByRole('menuitem', { name: 'Update…' });
  await expect(update).toBeDisabled();
  await expect(update).toContainText('All selected change requests are up to date.');
  await page.keyboard.press('Escape');
  await expectOneLine(page);
  await tapAction(page, 'Archive…');
  await expect(page.getByRole('dialog', { name: 'Archive 2 change requests' })).toBeVisible();
  await page.keyboard.press('Escape');
  await tapAction(page, 'Snooze');
  await expect(page.getByRole('menu', { name: 'Snooze' })).toBeVisible();
  await page.keyboard.press('Escape');
  await tapAction(page, 'Merge…');
  const queue = page.getByRole('dialog', { name: 'Merge 2 change requests in order' });
  await queue.getByRole('button', { name: 'Merge 2' }).tap();
  await expect(queue.getByRole('status')).toContainText('2 of 2 change requests merged');

  await navigateTo(page, organization.path('/inbox/comments'));
  await page.getByRole('article').getByRole('checkbox').first().check();
  expect(await actionsOnDesktop(page)).toEqual(['Resolve', 'Reopen']);
  await expectOneLine(page);
  await tapAction(page, 'Reopen');
  await expect(page.getByRole('tooltip', { name: 'No selected comment is resolved.' })).toBeVisible();
  await tapAction(page, 'Resolve');
  await expect(page.getByText('Resolved 1 comment')).toBeVisible();
});

if (isDeep)
  test(
    'an administrator reaches all actions for selected content on a phone',
    { tag: '@screens' },
    async ({ page, organization, signIn }) => {
      const { client } = organization.admin;
      const path = { organizationId: organization.id };
      for (const title of ['Alpha', 'Beta', 'Gamma'])
        await createSpace({ client, path, body: { title }, throwOnError: true });
      await signIn(organization.admin);
      await page.goto(organization.path('/content'));
      const order = () => namesOf(page.getByRole('treeitem'));
      const [alpha, beta, gamma] = ['Alpha, space', 'Beta, space', 'Gamma, space'];
      await expect.poll(order).toEqual([alpha, beta, gamma]);
      await treeRow(page, 'Alpha').click({ modifiers: ['ControlOrMeta'] });
      await treeRow(page, 'Beta').click({ modifiers: ['ControlOrMeta'] });
      expect(await actionsOnDesktop(page)).toEqual(['Move to…', 'Move up', 'Move down']);
      await expectOneLine(page);
      await tapAction(page, 'Move to…');
      await expect(page.getByRole('dialog', { name: 'Move 2 spaces' })).toBeVisible();
      await page.keyboard.press('Escape');
      await tapAction(page, 'Move down');
      await expect.poll(order).toEqual([gamma, alpha, beta]);
      await tapAction(page, 'Move up');
      await expect.poll(order).toEqual([alpha, beta, gamma]);
    },
  );

test('an administrator reaches all actions for selected site items on a phone @details', async ({
  page,
  organization,
  signIn,
}) => {
  const site = await createTestSite(organization, {
    Start: ['Start here'],
    Help: ['Help v1'],
    API: ['API v1'],
  });
  await signIn(organization.admin);
  await page.goto(site.editor);
  await treeRow(page, 'Start').click({ modifiers: ['ControlOrMeta'] });
  await treeRow(page, 'Help').click({ modifiers: ['ControlOrMeta'] });
  await expectActions(page, {
    'Move to…': /^Move 2/,
    'Move up': null,
    'Move down': null,
    'Group…': /Group 2 sections/,
    'Set condition…': /Set condition of 2 sections/,
    'Set icon…': /Set icon of 2 sections/,
    'Set language…': null,
    Duplicate: null,
    'Remove…': /Remove/,
  });
  await tapAction(page, 'Move down');
  await expect.poll(site.order).toBe('API(API v1) Start(Start here) Help(Help v1)');
  await tapAction(page, 'Move up');
  await expect.poll(site.order).toBe('Start(Start here) Help(Help v1) API(API v1)');
  await tapAction(page, 'Remove…');
  await page
    .getByRole('dialog', { name: /Remove/ })
    .getByRole('button', { name: 'Remove' })
    .tap();
  await expect.poll(site.order).toBe('API(API v1)');
});
