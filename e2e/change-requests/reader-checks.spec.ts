import { expect, test } from '../fixtures.ts';
import { createTestChangeRequest, pathOfChangeRequest, readinessOf } from '../support/change-requests.ts';
import { createPublishedGuide, spacesOfSite } from '../support/published-sites.ts';
import { insertPage } from '../support/space-pages.ts';

test('a reviewer sees what a change request would have readers stumble over, and mends it there @details', async ({
  page,
  organization,
  signIn,
}) => {
  const site = await createPublishedGuide(organization, [insertPage('Gauges', '#### Deep\n')]);
  const spaceId = (await spacesOfSite(organization, site)).get('Guide') ?? '';
  const changes = [insertPage('Tides', 'They come twice.\n\n![](tides.png)\n')];
  const created = await createTestChangeRequest(organization.admin, spaceId, { subject: 'Tides', changes });
  await signIn(organization.admin);
  await page.goto(pathOfChangeRequest(organization, created));
  const checks = readinessOf(page);
  await expect(checks).toContainText('Adds 2 problems for readers');
  await checks.getByRole('link', { name: 'View problems' }).click();
  const problems = page.getByRole('list', { name: 'New problems for readers' });
  await expect(problems.getByRole('listitem')).toHaveCount(2);
  await expect(problems).not.toContainText('Gauges');
  await problems
    .getByRole('listitem')
    .filter({ hasText: 'A picture has no alternative text.' })
    .getByRole('link', { name: 'Edit: Tides' })
    .click();
  await expect(page).toHaveURL(/\/changes\/\d+\/content\/[^/]+\/edit\?line=3/);
});
