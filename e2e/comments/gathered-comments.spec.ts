import {
  editChangeRequestContent,
  listChangeRequestComments,
  listReviews,
  updateSpace,
} from '#api/generated/sdk.gen.ts';
import { checkAccessibility, expect, test } from '../fixtures.ts';
import { createReview, fieldFor } from './suggestion-reviews.ts';

test('a reviewer gathers comments, sends them with the review, and sees later what changed since', async ({
  organization,
  signIn,
  page,
}) => {
  const { path, screen, pageId } = await createReview(organization);
  await updateSpace({
    client: organization.admin.client,
    path: { spaceId: path.spaceId },
    body: { defaultLevel: 'review' },
    throwOnError: true,
  });
  const reviewer = await organization.addPerson('review', 'Rita Reviewer');
  const { client } = reviewer;
  const comments = async () =>
    (await listChangeRequestComments({ client, path, throwOnError: true })).data.items;
  await signIn(reviewer);
  await page.goto(organization.path(`${screen}/diff/${pageId}`));

  await page.getByRole('textbox', { name: 'Comment on this page' }).fill('Who trims it?');
  await page.getByRole('button', { name: 'Add to review' }).click();
  const pending = page.getByRole('article', { name: 'Pending comment' });
  await expect(pending).toContainText('Who trims it?');
  await pending.getByRole('button', { name: 'Edit' }).click();
  await pending.getByRole('textbox', { name: 'Comment' }).fill('Who trims it at dusk?');
  await pending.getByRole('button', { name: 'Save' }).click();
  await expect(pending).toContainText('Who trims it at dusk?');
  await checkAccessibility(page);

  await page.getByText('Trim the wik.').click({ clickCount: 3 });
  await page.keyboard.press('s');
  await fieldFor(page, 5).fill('Trim the wick.');
  await page.getByRole('button', { name: 'Add to review' }).first().click();
  await expect(pending).toHaveCount(2);
  // Nobody else sees them, and a reload keeps them.
  expect(await comments()).toEqual([]);
  await page.reload();
  await expect(pending).toHaveCount(2);

  await page.getByRole('button', { name: 'Review', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('region', { name: 'Pending comments' })).toContainText('2 pending comments');
  await dialog.getByLabel('Request changes').check();
  await checkAccessibility(page);
  await dialog.getByRole('button', { name: 'Submit review' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(pending).toHaveCount(0);
  const [review] = (await listReviews({ client, path, throwOnError: true })).data.items;
  const sent = await comments();
  expect(sent.map(({ target }) => target.review)).toEqual([review?.id, review?.id]);

  const mine = page.getByRole('radio', { name: 'My review' });
  // Checked once the differences are those since then.
  await mine.click({ force: true });
  await expect(mine).toBeChecked();
  await expect(page.getByText('No changed pages')).toBeVisible();
  await editChangeRequestContent({
    client: organization.admin.client,
    path,
    body: { changes: [{ operation: 'insert_page', title: 'Wicks', document: { markdown: 'Of cotton.' } }] },
    throwOnError: true,
  });
  await page.reload();
  const changed = page.getByRole('treeitem');
  await expect(changed).toHaveCount(1);
  await expect(changed).toContainText('Wicks');
});
