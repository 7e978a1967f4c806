/** From nothing to the first words of a page. */
import type { Page } from '@playwright/test';
import {
  createChangeRequest,
  getChangeRequestPage,
  listChangeRequestPages,
  listChangeRequests,
  listSpaces,
} from '#api/generated/sdk.gen.ts';
import { expect, test } from '../fixtures.ts';
import { saveStateOf } from '../page-editor/edited-page.ts';
import { createContent } from '../support/content-trees.ts';
import { mergeChecksName, messagesName, writeFirstPageName } from '../support/names.ts';
import { navigateTo } from '../support/navigation.ts';
import type { Person } from '../support/organizations.ts';
import { treeRow } from '../support/site-structures.ts';

const draftsOf = async ({ client }: Person, spaceId: string) => {
  const query = { status: 'draft' } as const;
  return (await listChangeRequests({ client, path: { spaceId }, query, throwOnError: true })).data.items;
};

const titleField = (page: Page) => page.getByRole('textbox', { name: 'Title' });

test('an administrator makes a space and writes its first page with four presses', async ({
  page,
  organization,
  signIn,
}) => {
  const { admin } = organization;
  const { client } = admin;
  let presses = 0;
  const press = async (name: string) => {
    presses += 1;
    await page
      .getByRole('main')
      .getByRole('link', { name })
      .or(page.getByRole('button', { name }))
      .last()
      .click();
  };
  await signIn(admin);
  await page.goto(organization.path('/content'));
  await press('New space');
  await expect(page.getByRole('dialog').getByRole('textbox', { name: /^Title/ })).toBeFocused();
  await page.keyboard.type('Lighthouse');
  await press('Create space');
  await expect(page.getByRole('heading', { name: 'Lighthouse', level: 1 })).toBeVisible();
  await press(writeFirstPageName);
  await expect(titleField(page)).toBeFocused();
  await page.keyboard.type('Keeping the light');
  await page.keyboard.press('Enter');
  presses += 1;
  await page.keyboard.type('Trim the wick.');
  expect(presses).toBeLessThanOrEqual(4);
  await page.keyboard.press('ControlOrMeta+s');
  await expect(saveStateOf(page)).toHaveText(/^Saved/);

  const spaces = await listSpaces({ client, path: { organizationId: organization.id }, throwOnError: true });
  const spaceId = spaces.data.items[0]?.id ?? '';
  const [draft] = await draftsOf(admin, spaceId);
  const path = { spaceId, changeRequestId: draft?.id ?? '' };
  const { data } = await listChangeRequestPages({ client, path, throwOnError: true });
  expect(data.pages.map(({ title, slug }) => [title, slug])).toEqual([
    ['Keeping the light', 'keeping-the-light'],
  ]);
  const savedPage = await getChangeRequestPage({
    client,
    path: { ...path, pageId: data.pages[0]?.id ?? '' },
    query: { format: 'markdown' },
    throwOnError: true,
  });
  expect(savedPage.data).toMatchObject({ markdown: expect.stringContaining('Trim the wick.') });

  // Until that is merged, the same button leads back to it.
  await page.goto(organization.path(`/spaces/${spaceId}`));
  await page.getByRole('button', { name: writeFirstPageName }).click();
  await expect(titleField(page)).toHaveValue('Keeping the light');
  expect(await draftsOf(admin, spaceId)).toHaveLength(1);
});

test('an editor opens an empty draft where one writes, and a reader its overview @details', async ({
  page,
  organization,
  signIn,
}) => {
  const { admin } = organization;
  const content = await createContent(organization, { Guide: null });
  const spaceId = content.idOf('Guide');
  const { data } = await createChangeRequest({
    client: admin.client,
    path: { spaceId },
    body: { subject: 'Begin' },
    throwOnError: true,
  });
  const screen = organization.path(`/spaces/${spaceId}/changes/${data.number}`);
  await signIn(admin);
  await page.goto(organization.path(`/spaces/${spaceId}/changes?status=draft`));
  await page.getByRole('link', { name: /Begin/ }).click();
  await expect(page.getByRole('button', { name: 'Add', exact: true })).toBeVisible();
  await expect(page).toHaveURL(`${screen}/content`);
  await page.getByRole('link', { name: 'Overview', exact: true }).click();
  await expect(page.getByRole('region', { name: mergeChecksName })).toContainText('Nothing to merge yet');
  await expect(page).toHaveURL(screen);

  await signIn(await organization.addPerson('read'));
  await page.goto(screen);
  await expect(page.getByRole('region', { name: mergeChecksName })).toBeVisible();
  await navigateTo(page, organization.path(`/spaces/${spaceId}`));
  const write = page.getByRole('button', { name: writeFirstPageName });
  await expect(write).toHaveAttribute('data-tip', 'Requires the Editor role or higher.');
});

test('an administrator opens the copy of a space from the notice @details', async ({
  page,
  organization,
  signIn,
}) => {
  await createContent(organization, { Guide: null });
  await signIn(organization.admin);
  await page.goto(organization.path('/content'));
  await treeRow(page, 'Guide').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await page
    .getByRole('region', { name: messagesName })
    .getByRole('button', { name: 'Open', exact: true })
    .click();
  await expect(page.getByRole('heading', { name: 'Guide (copy)', level: 1 })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Pages', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Content' }).first()).toBeVisible();
});
