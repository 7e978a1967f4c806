import { createChangeRequestComment } from '#api/generated/sdk.gen.ts';
import { expect, test } from '../fixtures.ts';
import { createTestChangeRequest, createTestSpace } from '../support/change-requests.ts';
import { press } from '../support/keyboard.ts';
import { mainName, mergeChecksName, resolveName } from '../support/names.ts';
import { navigateTo } from '../support/navigation.ts';

test('a person folds a part of the navigation, and it stays folded after a reload', async ({
  page,
  organization,
  signIn,
}) => {
  await signIn(organization.admin);
  await page.goto(organization.path());
  const people = page.getByRole('navigation', { name: mainName }).getByRole('region', { name: 'People' });
  const heading = people.getByRole('button', { name: 'People' });
  await expect(people.getByRole('link')).toHaveCount(4);
  await press(page, heading);
  await expect(heading).toHaveAttribute('aria-expanded', 'false');
  await expect(people.getByRole('link')).toHaveCount(0);

  await page.reload();
  await expect(heading).toHaveAttribute('aria-expanded', 'false');
  await expect(people.getByRole('link')).toHaveCount(0);
  await heading.click();
  await expect(people.getByRole('link')).toHaveCount(4);
});

test('a person finds a favorite in the navigation until removing it @details', async ({
  page,
  organization,
  signIn,
}) => {
  const space = await createTestSpace(organization, 'Handbook');
  await signIn(organization.admin);
  await page.goto(organization.path(`/spaces/${space}`));
  const navigation = page.getByRole('navigation', { name: mainName });
  const favorites = navigation.getByRole('region', { name: 'Favorites' });
  await expect(navigation.locator('[aria-current]')).toHaveText('Content');
  await expect(favorites).toHaveCount(0);
  await page.getByRole('button', { name: 'Add to favorites' }).click();
  await expect(favorites.getByRole('link')).toHaveText(['Handbook']);

  await navigateTo(page, organization.path('/teams'));
  await favorites.getByRole('link', { name: 'Handbook' }).click();
  await expect(page.getByRole('heading', { name: 'Handbook', level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Remove from favorites' }).click();
  await expect(favorites).toHaveCount(0);

  await page.getByRole('button', { name: 'Add to favorites' }).click();
  await press(page, favorites.getByRole('button', { name: 'Remove Handbook from favorites' }));
  await expect(favorites).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Add to favorites' })).toBeVisible();
});

test('a reviewer’s counts in the navigation fall after a review and a resolved comment @details', async ({
  page,
  organization,
  signIn,
}) => {
  const { admin } = organization;
  const editor = await organization.addPerson('edit');
  const space = await createTestSpace(organization, 'Guides');
  const reviewers = [admin];
  await createTestChangeRequest(editor, space, { subject: 'Tides', reviewers });
  const { path, number } = await createTestChangeRequest(editor, space, { subject: 'Ports', reviewers });
  for (const markdown of ['Which ports?', 'All of them?'])
    await createChangeRequestComment({ client: admin.client, path, body: { body: { markdown } } });
  await signIn(admin);
  await page.goto(organization.path(`/spaces/${space}/changes/${number}`));
  const navigation = page.getByRole('navigation', { name: mainName });
  await expect(navigation.getByRole('link', { name: `Inbox 2 to review` })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await expect(navigation.getByRole('link', { name: `Comments 2 open` })).toBeVisible();

  await page.getByRole('region', { name: mergeChecksName }).waitFor();
  await page.keyboard.press('r');
  await page.getByRole('dialog').getByRole('radio', { name: 'Approve' }).check();
  await page.getByRole('dialog').getByRole('button', { name: 'Submit review' }).click();
  await expect(navigation.getByRole('link', { name: `Inbox 1 to review` })).toBeVisible();

  const tabs = page.getByRole('navigation', { name: 'Change request' });
  await tabs.getByRole('link', { name: 'Comments' }).click();
  for (const text of ['Which ports?', 'All of them?']) {
    const thread = page.getByRole('article').filter({ hasText: text });
    await thread.getByRole('button', { name: resolveName }).click();
    await expect(thread).toHaveCount(0);
  }
  await expect(navigation.getByRole('link', { name: 'Comments', exact: true })).toBeVisible();
});
