import { inviteMembers } from '#api/generated/sdk.gen.ts';
import { checkAccessibility, expect, test } from '../fixtures.ts';
import { createTestSpace } from '../support/change-requests.ts';
import { createOrganization, type Organization, type Person } from '../support/organizations.ts';

/** Makes a person a member of another organization. */
async function addTo({ id, admin }: Organization, { email }: Person): Promise<void> {
  const path = { organizationId: id };
  await inviteMembers({ client: admin.client, path, body: { emails: [email], role: 'admin' } });
}

test('a person lands in the only organization with content, else chooses, then lands in the last one', async ({
  page,
  organization,
  signIn,
}) => {
  const { admin } = organization;
  const emptyOrganization = await createOrganization('Empty so far');
  await addTo(emptyOrganization, admin);
  await signIn(admin);
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Organizations' })).toBeVisible();

  await createTestSpace(organization, 'Handbook');
  await page.goto('/');
  await expect(page).toHaveURL(organization.path());
  await page.goto(emptyOrganization.path('/members'));
  await expect(page.getByRole('heading', { name: 'Members', level: 1 })).toBeVisible();
  await page.goto('/');
  await expect(page).toHaveURL(emptyOrganization.path());
});

test('a person isn’t sent to the organization of who used the browser before @details', async ({
  page,
  organization,
  signIn,
  problems,
}) => {
  problems.expect(/status of 404/);
  const otherOrganization = await createOrganization('Elsewhere');
  await signIn(otherOrganization.admin);
  await page.goto(otherOrganization.path());
  await expect(page.getByRole('heading', { name: otherOrganization.title, level: 1 })).toBeVisible();
  await signIn(organization.admin);
  await page.goto('/');
  await expect(page).toHaveURL(organization.path());
  await expect(page.getByRole('heading', { name: organization.title, level: 1 })).toBeVisible();
});

test('a newcomer sees the tour once, and again on request', async ({ page, organization, signIn }) => {
  await signIn(organization.admin);
  await page.goto(organization.path());
  const tour = page.getByRole('region', { name: 'Three terms to know' });
  await expect(tour.getByRole('listitem')).toContainText(['Space', 'Site space', 'Claim']);
  await checkAccessibility(page);
  await tour.getByRole('button', { name: 'Close tour' }).click();
  await expect(tour).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('region', { name: 'Needs attention' })).toBeVisible();
  await expect(tour).toHaveCount(0);

  await page.goto(organization.path('/teams'));
  await page.getByRole('button', { name: /^Your account/ }).click();
  await page.getByRole('menuitem', { name: 'Show tour' }).click();
  await expect(page).toHaveURL(organization.path());
  await expect(tour).toBeVisible();
});
