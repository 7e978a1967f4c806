import { createReview, createSpace, getMember, updateOrganization } from '#api/generated/sdk.gen.ts';
import { checkAccessibility, expect, test } from '../fixtures.ts';
import { createTestChangeRequest, createTestSpace } from '../support/change-requests.ts';
import { tabTo } from '../support/keyboard.ts';
import { navigateTo } from '../support/navigation.ts';

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
  // Empty sections are hidden.
  for (const name of ['Favorites', 'Recently opened', 'Sites', 'Your change requests'])
    await expect(page.getByRole('main').getByRole('heading', { name, exact: true })).toHaveCount(0);
  await expect
    .poll(async () => {
      const { data } = await getMember({ client, path: { ...path, userId }, throwOnError: true });
      return data.lastSeenAt;
    })
    .toBeTruthy();

  await navigateTo(page, organization.path(`/spaces/${space.id}`));
  await page.getByRole('button', { name: 'Add to favorites' }).click();
  await expect(page.getByRole('button', { name: 'Remove from favorites' })).toBeVisible();
  const { data: other } = await createSpace({ client, path, body: { title: 'Recipes' }, throwOnError: true });
  await navigateTo(page, organization.path(`/spaces/${other.id}`));
  await expect(page.getByRole('button', { name: 'Add to favorites' })).toBeVisible();
  await navigateTo(page, organization.path());
  const recent = page.getByRole('region', { name: 'Recently opened' });
  await expect(recent.getByRole('link')).toHaveText(/Recipes/);
  // A favorite is listed once: in the sidebar, or where that is closed, on home.
  await expect(page.getByRole('link', { name: /^Handbook/ })).toHaveCount(1);
  await page.setViewportSize({ width: 390, height: 844 });
  await checkAccessibility(page);
  await page.getByRole('region', { name: 'Favorites' }).getByRole('link', { name: 'Handbook Space' }).click();
  await expect(page.getByRole('heading', { name: 'Handbook', level: 1 })).toBeVisible();
});

test('a reviewer sees pending reviews on home until they are submitted @details', async ({
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
  const needs = page.getByRole('region', { name: 'For you' });
  await expect(needs.getByRole('link', { name: /^Name the ports in Guides/ })).toBeVisible();
  await expect(needs.getByRole('button', { name: 'Change requests 4' })).toHaveAttribute(
    'aria-expanded',
    'true',
  );
  await expect(needs.getByRole('link', { name: 'Show all 4' })).toHaveAttribute('href', /inbox\/needs-me$/);
  await expect(needs).not.toContainText('No reviewer');
  await createReview({ client: organization.admin.client, path, body: { status: 'approved' } });
  await page.reload();
  await expect(needs.getByRole('link', { name: / in Guides/ })).toHaveCount(3);
  await expect(needs).not.toContainText('Name the ports');
  await expect(needs.getByRole('link', { name: /1 approved change request is ready/ })).toBeVisible();
  // Three to review, and one to merge.
  await expect(needs.getByRole('button', { name: 'Change requests 4' })).toBeVisible();

  await navigateTo(page, organization.path('/inbox/needs-me'));
  await page.getByRole('link', { name: /^First/ }).click();
  await page.getByRole('article').getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: /^Tomorrow/ }).click();
  await expect(page.getByText('1 snoozed')).toBeVisible();
  await navigateTo(page, organization.path());
  await expect(needs.getByRole('link', { name: / in Guides/ })).toHaveCount(2);
  await expect(needs).not.toContainText('First');
  await needs.getByRole('link', { name: /^Third in Guides/ }).click();
  await expect(page.getByRole('heading', { name: 'Third', level: 1 })).toBeVisible();
});

test('a person sees on home only their own change requests as theirs, and what they may merge @details', async ({
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
  await page.goto(organization.path());
  const forYou = page.getByRole('region', { name: 'For you' });
  const ready = forYou.getByRole('link', { name: '1 approved change request is ready to merge' });
  await expect(ready).toBeVisible();
  await expect(page.getByRole('region', { name: 'Newest members' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Your change requests' })).toHaveCount(0);
  const [top, bottom] = [forYou, page.getByRole('region', { name: 'Needs attention' })];
  expect((await top.boundingBox())?.y).toBeLessThan((await bottom.boundingBox())?.y ?? 0);
  await ready.click();
  await expect(page.getByRole('article').getByRole('heading', { name: 'Name the ports' })).toBeVisible();

  await signIn(editor);
  await page.goto(organization.path());
  await expect(forYou).toContainText('Nothing is waiting for you.');
  const theirs = page.getByRole('region', { name: 'Your change requests' });
  await expect(theirs.getByRole('link', { name: 'Open 2' })).toBeVisible();
});

// Repeats: a daily test has the same component at another noun, or in another of its ways.
test('a reviewer folds a group on home, and it stays folded @repeats', async ({
  page,
  organization,
  signIn,
}) => {
  const editor = await organization.addPerson('edit');
  const space = await createTestSpace(organization, 'Guides');
  await createTestChangeRequest(editor, space, { subject: 'First', reviewers: [organization.admin] });
  await signIn(organization.admin);
  await page.goto(organization.path());
  const group = page.getByRole('button', { name: 'Change requests 1' });
  const row = page.getByRole('link', { name: /^First in Guides/ });
  await tabTo(page, group);
  await page.keyboard.press('Tab');
  await expect(row).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(group).toHaveAttribute('aria-expanded', 'false');
  await expect(row).toHaveCount(0);
  await page.reload();
  await expect(group).toHaveAttribute('aria-expanded', 'false');
  await expect(row).toHaveCount(0);
  await group.click();
  await expect(row).toBeVisible();
});

test('an administrator of a new organization sees what to make first', async ({
  page,
  organization,
  signIn,
}) => {
  await signIn(organization.admin);
  await page.goto(organization.path());
  const steps = page.getByRole('region', { name: 'Get started' });
  await expect(steps.getByRole('link')).toHaveText([/^Create a space/, /^Create a site/, /^Invite people/]);
  await createTestSpace(organization, 'Guides');
  await organization.addPerson('read');
  await page.reload();
  await expect(steps.getByRole('link')).toHaveText([/^Create a site/]);
  await steps.getByRole('link').click();
  await expect(page.getByRole('dialog', { name: 'New site' })).toBeVisible();
});

test('a person finds an organization by its email domain @details', async ({
  page,
  organization,
  signIn,
}) => {
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
