import type { Page } from '@playwright/test';
import { createReview } from '#api/generated/sdk.gen.ts';
import { checkAccessibility, expect, test } from '../fixtures.ts';
import {
  createTestChangeRequest,
  createConflict,
  createTestSpace,
  fetchChangeRequest,
} from '../support/change-requests.ts';
import { isDeep } from '../support/deep.ts';
import { mergeChecksName, mergeName, reviewersName } from '../support/names.ts';

const list = (page: Page) => page.getByRole('list', { name: /^Change requests:/ });
const rows = (page: Page) => list(page).getByRole('listitem');
const openArticle = (page: Page) => page.getByRole('article');
const bucket = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Inbox tabs' }).getByRole('link', { name });

test('a reviewer clears ten change requests of two spaces with the keyboard alone', async ({
  page,
  organization,
  signIn,
}) => {
  const { admin } = organization;
  const editor = await organization.addPerson('edit');
  const spaces = [
    await createTestSpace(organization, 'Guides'),
    await createTestSpace(organization, 'Handbook'),
  ];
  const created = [];
  for (let n = 1; n <= 10; n += 1) {
    const space = spaces[n % 2] ?? '';
    created.push(
      await createTestChangeRequest(editor, space, { subject: `Change ${n}`, reviewers: [admin] }),
    );
  }
  await signIn(admin);
  await page.goto(organization.path());
  await page.getByRole('heading', { name: organization.title, level: 1 }).waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('b');
  await expect(bucket(page, 'Needs your review')).toHaveAccessibleName('Needs your review 10');
  await expect(rows(page)).toHaveCount(10);
  await expect(openArticle(page).getByRole('heading', { name: 'Change 10', level: 2 })).toBeVisible();

  for (let remaining = 10; remaining > 0; remaining -= 1) {
    await expect(
      openArticle(page).getByRole('heading', { name: `Change ${remaining}`, level: 2 }),
    ).toBeVisible();
    await expect(rows(page)).toHaveCount(remaining);
    if (remaining % 3 === 0) {
      await page.keyboard.press('e');
    } else if (remaining % 3 === 1) {
      await page.keyboard.press('m');
      const dialog = page.getByRole('dialog', { name: /^Merge/ });
      await expect(dialog).toContainText('are added to the space');
      await page.keyboard.press('Tab');
      await expect(dialog.getByRole('button', { name: mergeName, exact: true })).toBeFocused();
      await page.keyboard.press('Enter');
    } else {
      await page.keyboard.press('r');
      const dialog = page.getByRole('dialog', { name: /^Review/ });
      const approve = dialog.getByRole('radio', { name: 'Approve' });
      await expect(dialog.getByRole('radio', { name: 'Comment only' })).toBeFocused();
      await expect(dialog.getByRole('radio', { checked: true })).toHaveCount(0);
      await page.keyboard.press('ArrowDown');
      await expect(approve).toBeChecked();
      await page.keyboard.press('Control+Enter');
      await expect(page.getByText(`Approved “Change ${remaining}”`)).toBeVisible();
    }
  }
  await expect(page.getByRole('heading', { name: 'All clear' })).toBeVisible();
  const states = await Promise.all(created.map(async (one) => (await fetchChangeRequest(admin, one)).status));
  expect(states).toEqual(
    created.map((_, index) => ({ 0: 'archived', 1: 'merged', 2: 'open' })[(index + 1) % 3]),
  );
});

test('a reviewer’s list stays in place, announces new items and drops snoozed ones @details', async ({
  page,
  organization,
  signIn,
}) => {
  const editor = await organization.addPerson('edit');
  const space = await createTestSpace(organization, 'Guides');
  for (const subject of ['Old hat', 'Name the ports', 'Mend the harbour'])
    await createTestChangeRequest(editor, space, { subject, reviewers: [organization.admin] });
  await signIn(organization.admin);
  await page.goto(organization.path('/inbox/needs-me'));
  await expect(rows(page)).toHaveCount(3);

  await rows(page).filter({ hasText: 'Name the ports' }).getByRole('link').click();
  await expect(openArticle(page)).toContainText('Added');
  await expect(page).toHaveURL(/at=/);
  await page.reload();
  await expect(openArticle(page).getByRole('heading', { name: 'Name the ports' })).toBeVisible();
  await openArticle(page).getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: /^Tomorrow/ }).click();
  await expect(rows(page)).toHaveCount(2);
  await expect(page.getByText('1 snoozed')).toBeVisible();
  await expect(openArticle(page).getByRole('heading', { name: 'Old hat' })).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(rows(page)).toHaveCount(3);

  await rows(page).filter({ hasText: 'Old hat' }).getByRole('checkbox').check();
  await page.getByRole('toolbar').getByRole('button', { name: 'Snooze' }).click();
  await page.getByRole('menuitem', { name: 'Select a date…' }).click();
  await page.getByRole('textbox', { name: 'Or a date' }).fill('2099-01-02');
  await page.getByRole('dialog').getByRole('button', { name: 'Snooze' }).click();
  await expect(rows(page)).toHaveCount(2);
  await page.reload();
  await expect(rows(page)).toHaveCount(2);

  // A later visit, after a change.
  await createTestChangeRequest(editor, space, { subject: 'Fresh', reviewers: [organization.admin] });
  const visit = await page.context().newPage();
  await visit.goto(organization.path('/inbox/needs-me'));
  await expect(rows(visit).filter({ hasText: 'New: Fresh' })).toBeVisible();
  await expect(visit.getByText('1 change since your last visit')).toBeVisible();
  await visit.keyboard.press('v');
  await expect(visit.getByText('since your last visit')).toBeHidden();
});

test('a reviewer updates and archives several change requests and undoes archiving @details', async ({
  page,
  organization,
  signIn,
}) => {
  const { admin } = organization;
  const editor = await organization.addPerson('edit');
  const space = await createTestSpace(organization, 'Guides');
  const a = await createTestChangeRequest(editor, space, { subject: 'Alpha' });
  const b = await createTestChangeRequest(editor, space, { subject: 'Beta' });
  await createConflict(editor, admin, space);
  await signIn(admin);
  await page.goto(organization.path('/inbox/open'));
  await expect(rows(page)).toHaveCount(3);
  for (const name of ['Alpha', 'Beta', 'Use port 4400'])
    await page.getByRole('checkbox', { name: `Select ${name}` }).check();
  await page.getByRole('toolbar').getByRole('button', { name: 'Update…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Update 3' }).click();
  await expect(dialog).toContainText('2 change requests done');
  await expect(dialog).toContainText('Pages conflict with the space');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect.poll(async () => (await fetchChangeRequest(admin, a)).outdated).toBe(false);

  await page.getByRole('toolbar').getByRole('button', { name: 'Archive…' }).click();
  await dialog.getByRole('button', { name: 'Archive 3' }).click();
  await expect(dialog).toContainText('3 change requests done');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByRole('heading', { name: 'All clear' })).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(rows(page)).toHaveCount(3);
  expect((await fetchChangeRequest(admin, b)).status).toBe('open');
});

test('a reviewer approves several change requests at once, with a result for each @details', async ({
  page,
  organization,
  signIn,
}) => {
  const reviewer = await organization.addPerson('review', 'Rita Reviewer');
  const editor = await organization.addPerson('edit');
  const space = await createTestSpace(organization, 'Guides');
  await createTestChangeRequest(editor, space, { subject: 'Alpha' });
  await createTestChangeRequest(editor, space, { subject: 'Beta' });
  await createTestChangeRequest(reviewer, space, { subject: 'Gamma' });
  await signIn(reviewer);
  await page.goto(organization.path('/inbox/open'));
  await expect(rows(page)).toHaveCount(3);
  for (const name of ['Alpha', 'Beta', 'Gamma'])
    await page.getByRole('checkbox', { name: `Select ${name}` }).check();
  await page.getByRole('toolbar').getByRole('button', { name: 'Approve…' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('You created it.');
  await dialog.getByRole('button', { name: 'Approve 2' }).click();
  await expect(dialog).toContainText('2 change requests done');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(rows(page).getByRole('img', { name: '1 approval' })).toHaveCount(2);
});

test('a reviewer merges a queue in order, of which what is refused stops no other', async ({
  page,
  organization,
  signIn,
}) => {
  const { admin } = organization;
  const editor = await organization.addPerson('edit');
  const space = await createTestSpace(organization, 'Guides');
  const last = await createTestChangeRequest(editor, space, { subject: 'Alpha' });
  const { conflicting } = await createConflict(editor, admin, space);
  const first = await createTestChangeRequest(editor, space, { subject: 'Omega' });
  await signIn(admin);
  await page.goto(organization.path('/inbox/open'));
  await expect(rows(page)).toHaveCount(3);
  await page.keyboard.press('x');
  for (const name of ['Use port 4400', 'Alpha'])
    await page.getByRole('checkbox', { name: `Select ${name}` }).check();
  await page.getByRole('toolbar').getByRole('button', { name: 'Merge…' }).click();
  const dialog = page.getByRole('dialog');
  const entry = (name: string) => dialog.getByRole('listitem').filter({ hasText: name });
  await expect(entry('Use port 4400')).toContainText('1 page with conflicts');
  await expect(entry('Alpha')).toContainText('No reviews yet');
  await checkAccessibility(page, '[role="dialog"]');
  await dialog.getByRole('button', { name: 'Merge 3' }).click();
  await expect(dialog.getByRole('status')).toContainText('2 of 3 change requests merged');
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Use port 4400' })).toContainText(
    'It conflicts with the space.',
  );
  expect((await fetchChangeRequest(admin, first)).status).toBe('merged');
  expect((await fetchChangeRequest(admin, last)).status).toBe('merged');
  expect((await fetchChangeRequest(admin, conflicting)).status).toBe('open');
  await dialog.getByRole('button', { name: 'Close' }).last().click();

  await signIn(editor);
  await page.goto(organization.path('/inbox/open'));
  await page.getByRole('button', { name: 'Save, share or export list' }).click();
  await page.getByRole('menuitem', { name: 'Merge queue' }).click();
  const queue = page.getByRole('dialog', { name: 'Merge queue' });
  await expect(queue.getByRole('listitem')).toHaveCount(3);
  await expect(queue.getByRole('listitem').filter({ hasText: 'Refused' })).toContainText('Use port 4400');
  await checkAccessibility(page, '[role="dialog"]');
});

test('a reviewer finds what is approved and may be merged, and only waits on others where they took part @details', async ({
  page,
  organization,
  signIn,
}) => {
  const editor = await organization.addPerson('edit');
  const reviewer = await organization.addPerson('review');
  const space = await createTestSpace(organization, 'Guides');
  const { path } = await createTestChangeRequest(editor, space, { subject: 'Name the ports' });
  await createTestChangeRequest(editor, space, { subject: 'Unread' });
  await createReview({ client: reviewer.client, path, body: { status: 'approved' } });
  await signIn(organization.admin);
  await page.goto(organization.path('/inbox'));
  await expect(bucket(page, 'Ready to merge')).toHaveAccessibleName('Ready to merge 1');
  await bucket(page, 'Ready to merge').click();
  await expect(rows(page)).toHaveText([/Name the ports/]);
  await bucket(page, 'Waiting on others').click();
  await expect(page.getByRole('heading', { name: 'All clear' })).toBeVisible();
  await bucket(page, 'All open').click();
  await expect(rows(page)).toHaveCount(2);
  // The author may not merge: theirs waits on others.
  await signIn(editor);
  await page.goto(organization.path('/inbox/waiting'));
  await expect(rows(page)).toHaveCount(2);
  await bucket(page, 'Ready to merge').click();
  await expect(page.getByRole('heading', { name: 'All clear' })).toBeVisible();
});

test('a reviewer sees buckets follow the reviews, also on a phone @details', async ({
  page,
  organization,
  signIn,
}) => {
  const editor = await organization.addPerson('edit');
  const reviewer = await organization.addPerson('review');
  const space = await createTestSpace(organization, 'Guides');
  const { path } = await createTestChangeRequest(editor, space, { subject: 'Needs work' });
  const { client } = reviewer;
  await createReview({ client, path, body: { status: 'changes-requested', comment: 'Say why.' } });
  await createTestChangeRequest(editor, space, { subject: 'Unfinished', status: 'draft' });
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(editor);
  await page.goto(organization.path('/inbox'));
  await expect(page.getByRole('heading', { name: 'All clear' })).toBeVisible();
  await bucket(page, 'Changes requested').click();
  await rows(page)
    .getByRole('link', { name: /Needs work/ })
    .click();
  await expect(list(page)).toBeHidden();
  await expect(openArticle(page)).toContainText('Say why.');
  await expect(openArticle(page).getByText('Changes requested', { exact: true })).toBeVisible();
  await page.goBack();
  await expect(rows(page)).toHaveCount(1);
  await page.goForward();
  await openArticle(page).getByRole('link', { name: 'Back to list' }).click();
  await expect(rows(page)).toHaveCount(1);
  await page
    .getByRole('navigation', { name: 'Inbox tabs' })
    .getByRole('button', { name: 'More' })
    .press('Enter');
  await page.getByRole('menuitemcheckbox', { name: /^Drafts \(1\)/ }).press('Enter');
  await expect(rows(page)).toContainText('Unfinished');
  await expect(bucket(page, 'Drafts')).toHaveAttribute('aria-current', 'page');
  await expect(bucket(page, 'Stale')).toHaveCount(0);
});

if (isDeep)
  test(
    'a reviewer uses the inbox of a server without extensions',
    { tag: '@foreign' },
    async ({ page, documentedServer, problems }) => {
      problems.expect(/status of 404/);
      const { organization } = documentedServer;
      const editor = await organization.addPerson('edit');
      const reviewer = await organization.addPerson('review');
      const spaces = [
        await createTestSpace(organization, 'Guides'),
        await createTestSpace(organization, 'Handbook'),
      ];
      await createTestSpace(organization, 'Nothing going on');
      const [created] = [
        await createTestChangeRequest(editor, spaces[0] ?? '', { subject: 'Alpha' }),
        await createTestChangeRequest(editor, spaces[1] ?? '', { subject: 'Beta' }),
        await createTestChangeRequest(reviewer, spaces[1] ?? '', { subject: 'My own' }),
      ];
      await documentedServer.removeExtensions();
      await documentedServer.signIn(page, reviewer);
      await page.goto(organization.path('/inbox/needs-me'));
      await expect(rows(page)).toHaveCount(2);
      await expect(
        page.getByText('This server doesn’t list requested reviewers across spaces.'),
      ).toBeVisible();
      await rows(page).getByRole('link', { name: /Alpha/ }).click();
      const ready = openArticle(page).getByRole('region', { name: mergeChecksName });
      await ready.getByRole('button', { name: /checks passed/ }).click();
      await expect(ready).toContainText('You can merge');
      await expect(ready).not.toContainText('Checking');
      await expect(openArticle(page).getByRole('region', { name: reviewersName })).toBeHidden();
      await page.keyboard.press('m');
      const dialog = page.getByRole('dialog', { name: /^Merge “Alpha”/ });
      await dialog.getByRole('button', { name: mergeName, exact: true }).click();
      await expect(rows(page)).toHaveCount(1);
      expect((await fetchChangeRequest(reviewer, created)).status).toBe('merged');
      await bucket(page, 'Created by you').click();
      await expect(rows(page)).toContainText(['My own']);
    },
  );
