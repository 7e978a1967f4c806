import { createSite, getSite, listSites, publishSite } from '#api/generated/sdk.gen.ts';
import { checkAccessibility, expect, expectNoRow, expectRow, test } from '../fixtures.ts';
import { createTestChangeRequest, createTestSpace, merge } from '../support/change-requests.ts';
import { expectUnchanged } from '../support/forms.ts';
import { planName, publishName } from '../support/names.ts';
import { navigateTo } from '../support/navigation.ts';
import { spacesOfSite } from '../support/published-sites.ts';
import { createTestSite } from '../support/site-structures.ts';
import { insertPage } from '../support/space-pages.ts';

test.describe('the list', () => {
  test('a person filters sites by title and status, and the URL keeps both', async ({
    organization,
    signIn,
    page,
  }) => {
    const { client } = organization.admin;
    const path = { organizationId: organization.id };
    for (const title of ['Help centre', 'Handbook', 'API docs']) {
      await createSite({ client, path, body: { title, visibility: 'unlisted' } });
    }
    await signIn(organization.admin);
    await page.goto(organization.path('/sites'));
    const table = page.getByRole('table', { name: 'Sites' });
    await expectRow(table, {
      Site: 'Handbook',
      Status: 'Not published',
      Visibility: 'Unlisted',
    });
    await expect(table.getByRole('columnheader', { name: planName })).toHaveCount(0);
    await page.getByLabel('Search sites').fill('help');
    await expectNoRow(table, { Site: 'Handbook' });
    await expectRow(table, { Site: 'Help centre' });
    await page.getByLabel('Status', { exact: true }).selectOption('Published');
    await expect(page.getByRole('heading', { name: 'No matching sites' })).toBeVisible();
    await expect(page).toHaveURL(/q=help/);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'No matching sites' })).toBeVisible();
    await page.getByRole('button', { name: 'Show all sites' }).click();
    await expectRow(table, { Site: 'API docs' });
  });
});

test.describe('creating', () => {
  test('an administrator creates a site with selected spaces', async ({ organization, signIn, page }) => {
    await createTestSite(organization, { Start: ['Start here'], Help: ['Help v1'] });
    await signIn(organization.admin);
    await page.goto(organization.path('/sites'));
    await page.getByRole('link', { name: 'New site' }).click();
    const dialog = page.getByRole('dialog', { name: 'New site' });
    await dialog.getByRole('button', { name: 'Create site' }).click();
    await expect(dialog.getByText('Required')).toBeVisible();
    await dialog.getByRole('textbox', { name: 'Title', exact: true }).fill('Product docs');
    await expect(dialog.getByText('/product-docs. Made from the title')).toBeVisible();
    await dialog.getByLabel('Visibility').selectOption('Share link');
    await expect(dialog.getByText('Anyone with the share link.')).toBeVisible();
    await dialog.getByRole('option', { name: 'Help v1' }).click();
    await dialog.getByRole('option', { name: 'Start here' }).click();
    await checkAccessibility(page, '[role="dialog"]');
    await dialog.getByRole('button', { name: 'Create site' }).click();
    await expect(page.getByRole('heading', { name: 'Product docs', level: 1 })).toBeVisible();
    await expect(page.getByRole('treeitem')).toHaveCount(2);
    const { data } = await listSites({
      client: organization.admin.client,
      path: { organizationId: organization.id },
      query: { title: 'Product docs' },
      throwOnError: true,
    });
    expect(data.items).toMatchObject([
      { visibility: 'share-link', basename: 'product-docs', siteSpaces: 2, published: false },
    ]);
  });

  // Repeats: a daily test has the same component at another noun, or in another of its ways.
  test('an administrator creates a site with a new space @repeats', async ({
    organization,
    signIn,
    page,
  }) => {
    await signIn(organization.admin);
    await page.goto(organization.path('/sites/new'));
    const dialog = page.getByRole('dialog', { name: 'New site' });
    await dialog.getByRole('textbox', { name: 'Title', exact: true }).fill('Fresh');
    await dialog.getByLabel('Initial content').selectOption('New empty space');
    await dialog.getByRole('button', { name: 'Create site' }).click();
    await expect(page.getByRole('treeitem')).toHaveCount(1);
  });

  test('an administrator chooses the address, and another one where it is taken @details', async ({
    organization,
    signIn,
    page,
    problems,
  }) => {
    problems.expect(/status of 409/);
    const { client } = organization.admin;
    const path = { organizationId: organization.id };
    await createSite({ client, path, body: { title: 'Guide' } });
    await signIn(organization.admin);
    await page.goto(organization.path('/sites/new'));
    const dialog = page.getByRole('dialog', { name: 'New site' });
    await dialog.getByRole('textbox', { name: 'Title', exact: true }).fill('Field guide');
    await dialog.getByLabel('Address').fill('guide');
    await dialog.getByRole('button', { name: 'Create site' }).click();
    await expect(dialog.getByText('The basename "guide" is already taken.').first()).toBeVisible();
    await dialog.getByLabel('Address').fill('fields');
    await dialog.getByRole('button', { name: 'Create site' }).click();
    await expect(page.getByRole('heading', { name: 'Field guide', level: 1 })).toBeVisible();
    await expect(page.getByRole('status').getByText(/\/fields$/)).toBeVisible();
    const { data } = await listSites({ client, path, throwOnError: true });
    expect(data.items.map(({ title, basename }) => [title, basename])).toEqual([
      ['Guide', 'guide'],
      ['Field guide', 'fields'],
    ]);
  });

  test('a creator publishes a space that no site shows as a site @details', async ({
    organization,
    signIn,
    page,
  }) => {
    const spaceId = await createTestSpace(organization, 'Tide tables');
    await signIn(await organization.addPerson('create'));
    await page.goto(organization.path(`/spaces/${spaceId}/settings`));
    await page.getByRole('link', { name: 'Publish as a site' }).click();
    const dialog = page.getByRole('dialog', { name: 'New site' });
    await expect(dialog.getByRole('textbox', { name: 'Title', exact: true })).toHaveValue('Tide tables');
    await expect(dialog.getByRole('list', { name: 'Selected spaces' })).toContainText('Tide tables');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('heading', { name: 'Tide tables', level: 1 })).toBeVisible();
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: `Publish as a site…` }).click();
    await dialog.getByRole('button', { name: 'Create site' }).click();
    await expect(page.getByRole('treeitem', { name: /Tide tables/ })).toBeVisible();
    await navigateTo(page, organization.path(`/spaces/${spaceId}/settings`));
    await expect(page.getByRole('link', { name: /Tide tables.*Not published/ })).toBeVisible();
  });
});

test.describe('one site', () => {
  test('an administrator changes site settings in one request and undoes it @details', async ({
    organization,
    signIn,
    page,
  }) => {
    const site = await createTestSite(organization, { Start: ['Start here'], Help: ['Help v1', 'Help v2'] });
    await signIn(organization.admin);
    await page.goto(organization.path(`/sites/${site.id}/settings`));
    const form = page.getByRole('form', { name: 'Settings' });
    await form.getByLabel('Title').fill('Customer docs');
    await form.getByLabel('Basename').fill('customers');
    await expect(form.getByText(/\/docs becomes .*\/customers\. The old address redirects/)).toBeVisible();
    await form.getByLabel('Proxy').fill('example.com');
    await form.getByRole('button', { name: 'Save changes' }).click();
    await expect(form.getByText('Enter a hostname and path, such as example.com/docs.')).toBeVisible();
    await form.getByLabel('Proxy').fill('example.com/docs');
    await form.getByLabel('Visibility').selectOption('Unlisted');
    await form.getByLabel('Adaptive content').check();
    await form.getByLabel('Default section', { exact: true }).selectOption('Help');
    await checkAccessibility(page);
    await form.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByRole('heading', { name: 'Customer docs', level: 1 })).toBeVisible();
    await expectUnchanged(form);
    const read = async () => {
      const { data } = await getSite({
        client: organization.admin.client,
        path: site.path,
        throwOnError: true,
      });
      const { title, basename, visibility, adaptiveContent, proxy } = data;
      return { title, basename, visibility, adaptive: adaptiveContent?.enabled, proxy: proxy?.origin };
    };
    expect(await read()).toEqual({
      title: 'Customer docs',
      basename: 'customers',
      visibility: 'unlisted',
      adaptive: true,
      proxy: 'https://example.com/docs',
    });
    await expect(form.getByLabel('Default section', { exact: true })).toHaveValue(site.idOf('Help'));
    await expect(form.getByLabel('Default site space of the default section')).toHaveValue(
      site.idOf('Help v1'),
    );
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('heading', { name: 'Docs', level: 1 })).toBeVisible();
    await expect
      .poll(read)
      .toMatchObject({ title: 'Docs', visibility: 'public', adaptive: false, proxy: undefined });
  });

  test('an administrator publishes and unpublishes after a confirmation', async ({
    organization,
    signIn,
    page,
  }) => {
    const { admin } = organization;
    const site = await createTestSite(organization, { Start: ['Start here'] });
    const spaceId = (await spacesOfSite(organization, site)).get('Start here') ?? '';
    const changes = [insertPage('Welcome', 'Hello.\n'), insertPage('Prices', '{% if isPartner %}\n\nLow.\n')];
    await merge(admin, await createTestChangeRequest(admin, spaceId, { subject: 'First pages', changes }));
    await signIn(admin);
    await page.goto(organization.path(`/sites/${site.id}`));
    await expect(page).toHaveURL(/\/structure$/);
    await page.getByRole('button', { name: publishName, exact: true }).click();
    const confirmation = page.getByRole('dialog', { name: 'Publish “Docs”?' });
    await expect(confirmation).toContainText(/Makes the site available at .*\/published\/.*\/docs\./);
    await expect(confirmation).toContainText(/Visitors see .*Start here.*, 2 pages\./);
    await expect(confirmation).toContainText(
      '“Prices” in “Start here” has a condition without an end, which hides the rest of the page.',
    );
    await confirmation.getByRole('button', { name: publishName }).click();
    // A tab has the same name; the badge is no link.
    await expect(page.locator('span').getByText('Published', { exact: true })).toBeVisible();
    await expect(page.getByRole('status').getByRole('button', { name: 'Open site' })).toBeVisible();
    await page.getByRole('button', { name: 'Unpublish', exact: true }).click();
    const back = page.getByRole('dialog', { name: 'Unpublish “Docs”?' });
    await expect(back).toContainText('Visitors can no longer reach it');
    await back.getByRole('button', { name: 'Unpublish', exact: true }).click();
    await expect(page.getByText('Not published', { exact: true })).toBeVisible();
  });

  test('a person opens a published site, also at one of its parts @details', async ({
    organization,
    problems,
    signIn,
    page,
  }) => {
    // The space has no pages yet.
    problems.expect(/status of 404/);
    const site = await createTestSite(organization, { Start: ['Start here'], More: ['Details'] });
    const { client } = organization.admin;
    await publishSite({ client, path: site.path, throwOnError: true });
    await signIn(organization.admin);
    await page.goto(`${site.editor}?item=${site.idOf('More')}`);
    const opened = page.waitForEvent('popup');
    await page.getByRole('link', { name: 'Open page' }).click();
    const reader = await opened;
    await expect(reader).toHaveTitle(/Docs/);
    expect(new URL(reader.url()).pathname).toMatch(/\/docs\/more\/$/);
    await page.getByRole('navigation', { name: 'Site' }).getByRole('link', { name: 'Published' }).click();
    await expect(page.getByRole('main').locator('a[href$="/more/"]').first()).toBeVisible();
    await expect(page.getByRole('main').locator('a[href$="/docs/"]').first()).toBeVisible();
    await expect(page.getByText(/^Last change /)).toBeVisible();
    const items = page.getByRole('list', { name: 'Published structure' }).getByRole('listitem');
    await expect(items.filter({ hasText: 'Details' })).toContainText(/Changed (just now|\d+ minutes? ago)/);
    await expect(items.filter({ hasText: 'Details' }).getByText('📄')).toBeVisible();
    await expect(page.getByRole('img', { name: 'Primary color light: #3451b2' })).toBeVisible();
    await checkAccessibility(page);
  });

  test('an administrator deletes a site only after typing its title and seeing the impact', async ({
    organization,
    signIn,
    page,
  }) => {
    const site = await createTestSite(organization, { Start: ['Start here'] });
    await publishSite({ client: organization.admin.client, path: site.path, throwOnError: true });
    await signIn(organization.admin);
    await page.goto(organization.path(`/sites/${site.id}/settings`));
    await page.getByRole('button', { name: 'Delete site…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete site “Docs”?' });
    await expect(dialog.getByText('visitors can no longer reach it.')).toBeVisible();
    await expect(dialog.getByText('Keeps its 1 space with all pages.')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Delete site' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await dialog.getByLabel('Type “Docs” to confirm').fill('Docs');
    await dialog.getByRole('button', { name: 'Delete site' }).click();
    await expect(page.getByRole('heading', { name: 'No sites yet' })).toBeVisible();
  });

  test('a reader can’t change a site and sees why @details', async ({ organization, signIn, page }) => {
    const site = await createTestSite(organization, { Start: ['Start here'] });
    await signIn(await organization.addPerson('read'));
    await page.goto(organization.path('/sites'));
    const reason = 'Requires the Creator role or higher.';
    await expect(page.getByRole('button', { name: 'New site' })).toHaveAttribute('data-tip', reason);
    await navigateTo(page, organization.path(`/sites/${site.id}/settings`));
    await expect(page.getByRole('button', { name: publishName, exact: true })).toHaveAttribute(
      'data-tip',
      reason,
    );
    await expect(page.getByLabel('Title')).toHaveAttribute('readonly', '');
    await expect(page.getByLabel('Visibility')).toBeDisabled();
    await expect(page.getByRole('button', { name: 'Delete site…' })).toHaveAttribute('aria-disabled', 'true');
  });
});
