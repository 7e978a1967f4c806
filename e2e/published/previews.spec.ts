/** Previews where the work is done, on sites that visitors cannot just read. */
import type { BrowserContext, Locator, Page } from '@playwright/test';
import { listSpacePages } from '#api/generated/sdk.gen.ts';
import type { SiteVisibility } from '#api/generated/types.gen.ts';
import { expect, type Organization, test } from '../fixtures.ts';
import { checkAccessibilityAtBothWidths } from '../support/accessibility.ts';
import { createTestChangeRequest, merge } from '../support/change-requests.ts';
import { createPublishedSite, spacesOfSite } from '../support/published-sites.ts';
import { treeRow } from '../support/site-structures.ts';
import { createOpenChangeRequest, insertPage, updatePage } from '../support/space-pages.ts';

const outline = { Guide: ['Guide pages'], Harbour: ['Harbour pages'] };

/** A published site, merged once more after its first pages. */
async function openSite(organization: Organization, visibility: SiteVisibility) {
  const { admin } = organization;
  const site = await createPublishedSite(
    organization,
    outline,
    {
      'Guide pages': [insertPage('Welcome', 'Start here.\n'), insertPage('Valves', 'Open the valve.\n')],
      'Harbour pages': [insertPage('Harbour rules', 'Moor gently.\n')],
    },
    visibility,
  );
  const spaceId = (await spacesOfSite(organization, site)).get('Guide pages') ?? '';
  const { client } = admin;
  const { data } = await listSpacePages({ client, path: { spaceId }, throwOnError: true });
  const idOf = (title: string) => data.pages.find((page) => page.title === title)?.id ?? '';
  const changes = [updatePage(idOf('Valves'), 'Close the valve.\n')];
  await merge(admin, await createTestChangeRequest(admin, spaceId, { subject: 'Close them', changes }));
  return { site, spaceId, idOf };
}

async function openTab(context: BrowserContext, link: Locator): Promise<Page> {
  const opened = context.waitForEvent('page');
  await link.click();
  return opened;
}

const viewAsSite = 'View as the site';

for (const visibility of ['share-link', 'visitor-auth'] as const) {
  // Repeats: a daily test differs only in a text, a width, a field or an answer.
  test(`previews show a site that visitors cannot just read: ${visibility}${visibility === 'share-link' ? ' @repeats' : ''} @details`, async ({
    organization,
    signIn,
    page,
    context,
  }) => {
    test.setTimeout(180_000);
    const { site, spaceId, idOf } = await openSite(organization, visibility);
    const { admin } = organization;
    await signIn(admin);

    // Beside the structure: at the item that is open, after each change of a member, wide and on a phone.
    await page.goto(site.editor);
    await page.getByRole('button', { name: 'Preview', exact: true }).press('Enter');
    const frame = page.frameLocator('iframe[title^="Site preview"]');
    await expect(frame.getByText('Start here.')).toBeVisible();
    await treeRow(page, 'Harbour').click();
    await expect(frame.getByText('Moor gently.')).toBeVisible();
    const panel = page.getByRole('complementary', { name: 'Harbour' });
    await panel.getByLabel('Title').fill('Port');
    await panel.getByRole('button', { name: 'Save changes' }).click();
    const sections = frame.getByRole('navigation', { name: 'Sections' }).getByRole('link');
    await expect(sections).toHaveText(['Guide', 'Port']);
    await page.getByRole('button', { name: 'Move up', exact: true }).first().click();
    await expect(sections).toHaveText(['Port', 'Guide']);
    await page.getByRole('button', { name: /^Undo/ }).first().click();
    await expect(sections).toHaveText(['Guide', 'Port']);
    await page.getByRole('radio', { name: 'Phone' }).check({ force: true });
    await expect(frame.getByText('Moor gently.')).toBeVisible();

    // A change request: the whole site with its content, with the changed page marked and a way back.
    const { screen } = await createOpenChangeRequest(organization, spaceId, 'Slower', [
      updatePage(idOf('Valves'), 'Close the valve slowly.\n'),
    ]);
    await page.goto(organization.path(screen));
    const change = await openTab(context, page.getByRole('button', { name: viewAsSite }));
    const pages = change.getByRole('navigation', { name: 'Pages', exact: true });
    await expect(pages.getByRole('link')).toHaveText(['Welcome', 'Valves Changed']);
    await pages.getByRole('link', { name: 'Valves' }).click();
    await expect(change.getByText('Close the valve slowly.')).toBeVisible();
    await checkAccessibilityAtBothWidths(change);
    await change.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Port' }).click();
    await expect(change.getByText('Moor gently.')).toBeVisible();
    await change.getByRole('link', { name: 'Back to the review' }).press('Enter');
    await expect(change.getByRole('heading', { level: 1, name: 'Slower' })).toBeVisible();
    await change.close();

    // A past revision likewise.
    await page.goto(organization.path(`/spaces/${spaceId}/history`));
    const past = page.getByRole('table', { name: 'Revisions' }).getByRole('row').nth(2);
    await past.getByRole('button', { name: new RegExp(`^${viewAsSite}`) }).press('Enter');
    const revision = await openTab(context, page.getByRole('menuitem', { name: 'Docs' }));
    await revision.getByRole('navigation', { name: 'Pages', exact: true }).getByText('Valves').click();
    await expect(revision.getByText('Open the valve.')).toBeVisible();
    await revision.getByRole('link', { name: 'Back to the history' }).press('Enter');
    await expect(revision.getByRole('table', { name: 'Revisions' })).toBeVisible();
    await revision.close();

    // Without a preview access is refused, to the member too.
    const outside = site.base.split('/').slice(0, 4).join('/');
    const answer = await page.request.get(`${outside}/`, { headers: { accept: 'text/html' } });
    expect(answer.status()).toBe(visibility === 'share-link' ? 404 : 401);
  });
}
