import { createReview, createSpace, getMember, updateOrganization } from '#api/generated/sdk.gen.ts';
import { moreActionsLabel } from '#src/lib/shared-labels.ts';
import { checkAccessibility, expect, test } from '../fixtures.ts';
import { createTestChangeRequest, createTestSpace } from '../support/change-requests.ts';

test('a person sees on home what needs attention, favorites and recent items', async ({
  page,
  organization,
  signIn,
}) => {
  const { client, id: userId } = organization.admin;
  const path = { organizationId: organization.id };
  const { data: space } = await createSpace({
    client,
    path,
    body: { title: 'Handbook' },
    throwOnError: true,
  });
  await signIn(organization.admin);
  await page.goto(organization.path());
  await expect(page.getByText('Nothing needs attention.')).toBeVisible();
  await expect(page.getByRole('img', { name: '0 open change requests' })).toBeVisible();
  await expect
    .poll(async () => {
      const { data } = await getMember({ client, path: { ...path, userId }, throwOnError: true });
      return data.lastSeenAt;
    })
    .toBeTruthy();

  await page.goto(organization.path(`/spaces/${space.id}`));
  await page.getByRole('button', { name: 'Add to favorites' }).click();
  await expect(page.getByRole('button', { name: 'Remove from favorites' })).toBeVisible();
  await page.goto(organization.path());
  await expect(page.getByRole('link', { name: 'Handbook Space' })).toHaveCount(2);
  await page.setViewportSize({ width: 390, height: 844 });
  await checkAccessibility(page);
  await page.getByRole('link', { name: 'Handbook Space' }).first().click();
  await expect(page.getByRole('heading', { name: 'Handbook', level: 1 })).toBeVisible();
});

test('a reviewer sees pending reviews on home until they are submitted', async ({
  page,
  organization,
  signIn,
}) => {
  const editor = await organization.addPerson('edit');
  const space = await createTestSpace(organization, 'Guides');
  const reviewers = [organization.admin];
  await createTestChangeRequest(editor, space, { subject: 'No reviewer' });
  for (const subject of ['First', 'Second', 'Third'])
    await createTestChangeRequest(editor, space, { subject, reviewers });
  const { path } = await createTestChangeRequest(editor, space, { subject: 'Name the ports', reviewers });
  await signIn(organization.admin);
  await page.goto(organization.path());
  const needs = page.getByRole('region', { name: 'Needs attention' });
  await expect(needs.getByRole('link', { name: /^Name the ports in Guides/ })).toBeVisible();
  await expect(needs.getByRole('link', { name: '1 more change request needs your review' })).toBeVisible();
  await expect(needs).not.toContainText('No reviewer');
  await createReview({ client: organization.admin.client, path, body: { status: 'approved' } });
  await page.reload();
  await expect(needs.getByRole('link')).toHaveCount(3);
  await expect(needs).not.toContainText('Name the ports');

  await page.goto(organization.path('/inbox/needs-me'));
  await page.getByRole('link', { name: /^First/ }).click();
  await page.getByRole('article').getByRole('button', { name: moreActionsLabel }).click();
  await page.getByRole('menuitem', { name: /Until tomorrow/ }).click();
  await expect(page.getByText('1 snoozed')).toBeVisible();
  await page.goto(organization.path());
  await expect(needs.getByRole('link')).toHaveCount(2);
  await expect(needs).not.toContainText('First');
  await needs.getByRole('link', { name: /^Third in Guides/ }).click();
  await expect(page.getByRole('heading', { name: 'Third', level: 1 })).toBeVisible();
});

test('a person finds an organization by its email domain', async ({ page, organization, signIn }) => {
  const domain = `${organization.id.toLowerCase()}.example.com`;
  await updateOrganization({
    client: organization.admin.client,
    path: { organizationId: organization.id },
    body: { emailDomains: [domain] },
  });
  await signIn(organization.admin);
  await page.goto('/orgs');
  await page.getByLabel('Email domain', { exact: true }).fill(domain);
  await page.getByRole('button', { name: 'Find', exact: true }).click();
  await expect(page).toHaveURL(/domain=/);
  await checkAccessibility(page);
  await page
    .getByRole('list', { name: `Organizations of ${domain}` })
    .getByRole('link')
    .click();
  await expect(page).toHaveURL(new RegExp(`/o/${organization.id}`));
});
