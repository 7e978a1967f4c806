import { listReviews } from '#api/generated/sdk.gen.ts';
import { expect, test } from '../fixtures.ts';
import { createTestChangeRequest, createTestSpace } from '../support/change-requests.ts';

test('a reviewer who approves what they never opened is told so, and can still approve @details', async ({
  organization,
  signIn,
  page,
}) => {
  const reviewer = await organization.addPerson('review', 'Rita Reviewer');
  const spaceId = await createTestSpace(organization, 'Tide tables');
  const { number, path } = await createTestChangeRequest(organization.admin, spaceId, { subject: 'Springs' });
  await signIn(reviewer);
  await page.goto(organization.path(`/spaces/${spaceId}/changes/${number}?dialog=review`));
  const dialog = page.getByRole('dialog');
  const warning = dialog.getByText('You haven’t viewed the changed page.');
  await dialog.getByLabel('Request changes').check();
  await expect(warning).toHaveCount(0);
  await dialog.getByLabel('Approve').check();
  await expect(warning).toBeVisible();
  await dialog.getByRole('button', { name: 'Submit review' }).click();
  await expect(dialog).toHaveCount(0);
  const { data } = await listReviews({ client: reviewer.client, path, throwOnError: true });
  expect(data.items.map(({ status }) => status)).toEqual(['approved']);
});
