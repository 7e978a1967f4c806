import type { Page } from '@playwright/test';
import { editChangeRequestContent } from '#api/generated/sdk.gen.ts';
import { expect, type Organization, test } from '../fixtures.ts';
import {
  type CreatedChangeRequest,
  createTestChangeRequest,
  createTestSpace,
  fetchChangeRequest,
} from '../support/change-requests.ts';
import { mergeChecksName, mergeName } from '../support/names.ts';

const rows = (page: Page) => page.getByRole('list', { name: /^Change requests:/ }).getByRole('listitem');
const openArticle = (page: Page) => page.getByRole('article');

/** Creates change requests of an editor that wait for others; the last one is listed first. */
async function createSeveral(organization: Organization, subjects: readonly string[]) {
  const editor = await organization.addPerson('edit');
  const space = await createTestSpace(organization, 'Guides');
  const created = new Map<string, CreatedChangeRequest>();
  for (const subject of subjects)
    created.set(subject, await createTestChangeRequest(editor, space, { subject }));
  const statusOf = async (subject: string) => {
    const id = created.get(subject);
    return id && (await fetchChangeRequest(organization.admin, id)).status;
  };
  return { editor, space, statusOf };
}

test('a reviewer never merges with one early Enter, and the confirmation names the change request', async ({
  page,
  organization,
  signIn,
}) => {
  const { statusOf } = await createSeveral(organization, ['Alpha']);
  await signIn(organization.admin);
  await page.goto(organization.path('/inbox/open'));
  await expect(rows(page)).toHaveCount(1);
  await expect(openArticle(page).getByRole('heading', { name: 'Alpha' })).toBeVisible();
  await page.keyboard.press('m');
  const dialog = page.getByRole('dialog', { name: /^Merge “Alpha”/ });
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  expect(await statusOf('Alpha')).toBe('open');
});

test('a reviewer’s keys apply to all selected change requests and show the count', async ({
  page,
  organization,
  signIn,
}) => {
  const { statusOf } = await createSeveral(organization, ['Delta', 'Gamma', 'Beta', 'Alpha']);
  await signIn(organization.admin);
  await page.goto(organization.path('/inbox/open'));
  await expect(rows(page)).toHaveCount(4);
  for (const key of ['x', 'j', 'x', 'j']) await page.keyboard.press(key);
  await expect(page.getByRole('toolbar', { name: '2 change requests selected' })).toBeVisible();
  await expect(openArticle(page).getByRole('heading', { name: 'Gamma' })).toBeVisible();

  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toContainText('Merge 2 selected change requests…');
  await page.keyboard.press('Escape');
  await page.keyboard.press('r');
  await expect(page.getByText('This key reviews one change request.')).toBeVisible();
  await page.keyboard.press('u');
  await expect(page.getByText('All selected change requests are up to date.')).toBeVisible();
  await page.keyboard.press('e');
  await expect(page.getByRole('dialog', { name: 'Archive 2 change requests' })).toContainText('Alpha');
  await page.keyboard.press('Escape');

  await page.keyboard.press('m');
  const queue = page.getByRole('dialog', { name: 'Merge 2 change requests in order' });
  await expect(queue.getByRole('list', { name: 'Queue' }).getByRole('listitem')).toContainText([
    'Alpha',
    'Beta',
  ]);
  await expect(queue.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(queue.getByRole('status')).toContainText('2 of 2 change requests merged');
  await page.keyboard.press('Escape');
  expect(await Promise.all(['Alpha', 'Beta', 'Gamma', 'Delta'].map(statusOf))).toEqual([
    'merged',
    'merged',
    'open',
    'open',
  ]);
});

// Repeats: a daily test has the same component at another noun, or in another of its ways.
test('a reviewer’s keys apply to the selected change request even while another is shown @repeats', async ({
  page,
  organization,
  signIn,
}) => {
  const { statusOf } = await createSeveral(organization, ['Gamma', 'Beta', 'Alpha']);
  await signIn(organization.admin);
  await page.goto(organization.path('/inbox/open'));
  await expect(rows(page)).toHaveCount(3);
  for (const key of ['x', 'j', 'j']) await page.keyboard.press(key);
  await expect(openArticle(page).getByRole('heading', { name: 'Gamma' })).toBeVisible();
  await page.keyboard.press('m');
  await expect(page.getByRole('dialog', { name: /^Merge “Alpha”/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('r');
  await expect(page.getByRole('dialog', { name: 'Review “Alpha”' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('j');
  await page.keyboard.press('e');
  await expect(rows(page)).toHaveCount(2);
  expect(await Promise.all(['Alpha', 'Beta', 'Gamma'].map(statusOf))).toEqual(['archived', 'open', 'open']);
});

// Repeats: a daily test has the same component at another noun, or in another of its ways.
test('a reviewer sees the count of selected rows out of view and can show them @repeats', async ({
  page,
  organization,
  signIn,
}) => {
  const subjects = Array.from({ length: 24 }, (_, index) => `Change ${String(index).padStart(2, '0')}`);
  await createSeveral(organization, subjects);
  await signIn(organization.admin);
  await page.goto(organization.path('/inbox/open'));
  await page.getByRole('checkbox', { name: 'Select Change 23' }).check();
  await expect(page.getByText('not visible')).toBeHidden();
  await rows(page).last().scrollIntoViewIfNeeded();
  const note = page.getByText('1 of 1 selected change request not visible');
  await expect(note).toBeVisible();
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(note).toBeHidden();
  await expect(page.getByRole('checkbox', { name: 'Select Change 23' })).toBeChecked();
});

test('an editor can open an empty draft for review and sees why it can’t be merged @details', async ({
  page,
  organization,
  signIn,
}) => {
  const { editor, space } = await createSeveral(organization, []);
  const draft = await createTestChangeRequest(editor, space, {
    subject: 'Ideas',
    status: 'draft',
    changes: [],
  });
  await signIn(organization.admin);
  const screen = organization.path(`/spaces/${space}/changes/${draft.number}`);
  await page.goto(screen);
  await expect(page).toHaveURL(/\/content$/);
  await page.getByRole('link', { name: 'Overview', exact: true }).click();
  const merge = page.getByRole('button', { name: mergeName, exact: true });
  await expect(page.getByRole('region', { name: mergeChecksName })).toContainText('Nothing to merge yet');
  await expect(merge).toHaveAttribute('aria-disabled', 'true');
  await expect(merge).toHaveAttribute('data-tip', 'Nothing to merge yet: no changed content.');
  // Changes are not loaded on this tab, so the key fetches them.
  await page.goto(`${screen}/links`);
  await expect(merge).toBeVisible();
  await page.keyboard.press('m');
  await expect(page.getByText('Nothing to merge yet: no changed content.')).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();

  await page.getByRole('button', { name: 'Open for review' }).click();
  const dialog = page.getByRole('dialog', { name: 'Open “Ideas” for review' });
  await dialog.getByRole('button', { name: 'Open for review' }).click();
  await expect.poll(async () => (await fetchChangeRequest(organization.admin, draft)).status).toBe('open');
  await expect(page.getByRole('button', { name: 'Open for review' })).toBeHidden();

  await editChangeRequestContent({
    client: editor.client,
    path: draft.path,
    body: { changes: [{ operation: 'insert_page', title: 'An idea', document: { markdown: 'Here.' } }] },
  });
  await page.goto(screen);
  await expect(merge).toBeEnabled();
  await merge.click();
  await expect(page.getByRole('dialog', { name: /^Merge “Ideas”/ })).toContainText(
    'You can undo the merge later.',
  );
});
