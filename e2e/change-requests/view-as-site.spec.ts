import { createSite } from '#api/generated/sdk.gen.ts';
import { checkAccessibility, expect, type Organization, test } from '../fixtures.ts';
import { checkAccessibilityAtBothWidths } from '../support/accessibility.ts';
import { navigateTo } from '../support/navigation.ts';
import { createOpenChangeRequest, createPages, insertPage, updatePage } from '../support/space-pages.ts';

const buttonName = 'View as the site';

async function createSiteWith(organization: Organization, title: string, spaceId: string): Promise<void> {
  await createSite({
    client: organization.admin.client,
    path: { organizationId: organization.id },
    body: { title, spaces: [spaceId] },
    throwOnError: true,
  });
}

async function createChange(organization: Organization) {
  const { spaceId, idOf } = await createPages(organization, [
    insertPage('Welcome', 'Read this first.\n'),
    insertPage('Valves', 'Open the valve.\n'),
  ]);
  const { screen } = await createOpenChangeRequest(organization, spaceId, 'Better valves', [
    updatePage(idOf('Valves'), 'Open the valve slowly.\n'),
  ]);
  return { spaceId, screen, valves: idOf('Valves') };
}

test('a reviewer reads the page of a difference as visitors of the site would', async ({
  organization,
  signIn,
  page,
  context,
}) => {
  const { spaceId, screen, valves } = await createChange(organization);
  await createSiteWith(organization, 'Harbor docs', spaceId);
  await signIn(organization.admin);
  await page.goto(organization.path(`${screen}/diff/${valves}`));
  const opened = context.waitForEvent('page');
  await page.getByRole('button', { name: buttonName }).click();
  const tab = await opened;
  await expect(tab.getByRole('heading', { name: 'Valves', level: 1 })).toBeVisible();
  await expect(tab.getByText('Open the valve slowly.')).toBeVisible();
  expect(await tab.evaluate(() => window.opener === null)).toBe(true);
  await tab.close();

  await navigateTo(page, organization.path(screen));
  const overview = context.waitForEvent('page');
  await page.getByRole('button', { name: buttonName }).click();
  await expect((await overview).getByText('Read this first.')).toBeVisible();
});

// Repeats: the layout on a phone is checked daily with all screens, the work daily in the wide layout.
test('a reviewer chooses one of several sites with the keyboard on a phone @repeats', async ({
  organization,
  signIn,
  page,
  context,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { spaceId, screen } = await createChange(organization);
  await createSiteWith(organization, 'Harbor docs', spaceId);
  await createSiteWith(organization, 'Staff docs', spaceId);
  await signIn(organization.admin);
  await page.goto(organization.path(screen));
  const button = page.getByRole('button', { name: buttonName });
  await expect(button).toHaveAttribute('aria-haspopup', 'menu');
  await checkAccessibility(page);
  await button.focus();
  await page.keyboard.press('Enter');
  const entry = page.getByRole('menuitem', { name: 'Staff docs' });
  await expect(entry).toBeVisible();
  const opened = context.waitForEvent('page');
  await entry.press('Enter');
  const tab = await opened;
  await expect(tab.getByText('Read this first.')).toBeVisible();
  await expect(tab).toHaveTitle(/Staff docs/);
});

// Repeats: a daily test has the same component at another noun, or in another of its ways.
test('a reviewer sees marked pages, and comes back to the review at the page @repeats', async ({
  organization,
  signIn,
  page,
  context,
}) => {
  const { spaceId, screen } = await createChange(organization);
  await createSiteWith(organization, 'Harbor docs', spaceId);
  await signIn(organization.admin);
  await page.goto(organization.path(screen));
  const opened = context.waitForEvent('page');
  await page.getByRole('button', { name: buttonName }).click();
  const tab = await opened;
  const tree = tab.getByRole('navigation', { name: 'Pages', exact: true });
  await expect(tree.getByRole('link')).toHaveText(['Welcome', 'Valves Changed']);
  const notice = tab.getByRole('note', { name: 'Notice' });
  await expect(notice).toContainText('Better valves');
  await checkAccessibilityAtBothWidths(tab);
  await notice.getByText('1 changed page').click();
  await notice.getByRole('link', { name: 'Valves' }).click();
  await expect(tab.getByText('Open the valve slowly.')).toBeVisible();
  await notice.getByRole('link', { name: 'Back to the review' }).click();
  await expect(tab.getByRole('heading', { level: 1, name: 'Better valves' })).toBeVisible();
  await expect(tab.getByRole('heading', { name: 'Valves', exact: true })).toBeVisible();
});

test('a reviewer reads that no site contains the space @details', async ({ organization, signIn, page }) => {
  const { screen } = await createChange(organization);
  await signIn(organization.admin);
  await page.goto(organization.path(screen));
  const button = page.getByRole('button', { name: buttonName });
  await expect(button).toHaveAttribute('data-tip', 'View as the site: No site contains this space.');
  await expect(button).toHaveAttribute('aria-disabled', 'true');
});
