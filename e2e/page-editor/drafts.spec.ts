/** The ways into the editor from what is merged, and back out of a merge. */
import { getSpacePage, listChangeRequests, updateChangeRequest } from '#api/generated/sdk.gen.ts';
import { expect, type Organization, test } from '../fixtures.ts';
import { createTestChangeRequest, merge } from '../support/change-requests.ts';
import { mergeName, messagesName } from '../support/names.ts';
import { createPages, insertPage, updatePage } from '../support/space-pages.ts';
import { fetchText, fieldOf, saveStateOf } from './edited-page.ts';

const filler = Array.from({ length: 80 }, (_, index) => `Line ${index} of the text.\n\n`).join('');

const draftsOf = async ({ admin: { client } }: Organization, spaceId: string) => {
  const query = { status: 'draft' } as const;
  return (await listChangeRequests({ client, path: { spaceId }, query, throwOnError: true })).data.items;
};

test('a reader of a page edits it in a draft, at the heading in view', async ({
  organization,
  signIn,
  page,
}) => {
  const text = `# Oil\n\n${filler}# Wicks\n\n${filler}`;
  const { spaceId, idOf } = await createPages(organization, [insertPage('Lamps', text)]);
  const screen = organization.path(`/spaces/${spaceId}/pages/${idOf('Lamps')}`);
  await signIn(organization.admin);
  await page.goto(screen);
  await page.getByRole('heading', { name: 'Wicks' }).evaluate((heading) => heading.scrollIntoView());
  expect(await draftsOf(organization, spaceId), 'reading creates nothing').toEqual([]);
  await page.keyboard.press('w');
  await expect(fieldOf(page)).toBeFocused();
  await page.keyboard.type('!');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(saveStateOf(page)).toHaveText('Saved');
  const [draft] = await draftsOf(organization, spaceId);
  expect(draft?.subject).toBe('Lamps');
  const path = { spaceId, changeRequestId: String(draft?.number) };
  expect(await fetchText(organization.admin, path, idOf('Lamps'))).toContain('!# Wicks');

  // The next time it is asked where the edit belongs: in the same draft, …
  await page.goto(screen);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Propose a change to “Lamps”' });
  const ownChanges = dialog.getByRole('region', { name: 'Add to one of your change requests' });
  await expect(ownChanges.getByRole('link')).toHaveText([/^LampsDraft/]);
  await expect(page.locator('#page-title'), 'it stands over the page').toHaveText('Lamps');
  await page.keyboard.press('Escape');
  // Back at the heading that was in view.
  await expect(page).toHaveURL(`${screen}#oil`);
  expect(await draftsOf(organization, spaceId)).toHaveLength(1);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await ownChanges.getByRole('link').click();
  await expect(fieldOf(page)).toContainText('# Oil');
  expect(await draftsOf(organization, spaceId)).toHaveLength(1);

  // … or, by Enter, in a new one, also while the other is in review.
  await updateChangeRequest({ client: organization.admin.client, path, body: { status: 'open' } });
  await page.goto(screen);
  await page.getByRole('heading', { name: 'Oil' }).waitFor();
  await page.keyboard.press('w');
  await expect(ownChanges.getByRole('link')).toHaveText([/^LampsOpen/]);
  await expect(dialog.getByRole('textbox', { name: /^Subject/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(fieldOf(page)).toBeVisible();
  expect((await draftsOf(organization, spaceId)).map(({ subject }) => subject)).toEqual(['Change “Lamps”']);
});

test('an edit leaves another person’s draft alone @details', async ({ organization, signIn, page }) => {
  const { spaceId, idOf } = await createPages(organization, [insertPage('Lamps', 'Oil')]);
  const otherEditor = await organization.addPerson('edit');
  await createTestChangeRequest(otherEditor, spaceId, { subject: 'Not mine', status: 'draft' });
  await signIn(organization.admin);
  await page.goto(organization.path(`/spaces/${spaceId}/pages/${idOf('Lamps')}`));
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect(fieldOf(page)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Lamps' })).toBeVisible();
});

test('a person who may not edit a page reads why @details', async ({ organization, signIn, page }) => {
  const { spaceId, idOf } = await createPages(organization, [insertPage('Lamps', 'Oil')]);
  await signIn(await organization.addPerson('read', 'Remy Reader'));
  await page.goto(organization.path(`/spaces/${spaceId}/pages/${idOf('Lamps')}`));
  await expect(page.getByRole('button', { name: 'Edit', exact: true })).toHaveAttribute('data-tip', /Editor/);
  await page.keyboard.press('w');
  await expect(page).toHaveURL(/\/pages\//);
});

test('a merge is undone by another change request @details', async ({ organization, signIn, page }) => {
  const { admin } = organization;
  const { spaceId, idOf } = await createPages(organization, [insertPage('Lamps', 'Oil')]);
  const changes = [updatePage(idOf('Lamps'), 'Gas'), insertPage('Mantles', 'Of silk')];
  const change = await createTestChangeRequest(admin, spaceId, { subject: 'Gas lamps', changes });
  await merge(admin, change);
  await signIn(admin);
  await page.goto(organization.path(`/spaces/${spaceId}/changes/${change.number}`));
  await page.getByRole('button', { name: 'More actions' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Undo this merge' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Undo “Gas lamps”' })).toBeVisible();
  const textOfLamps = async () =>
    (
      await getSpacePage({
        client: admin.client,
        path: { spaceId, pageId: idOf('Lamps') },
        query: { format: 'markdown' },
        throwOnError: true,
      })
    ).data.markdown;
  expect(await textOfLamps(), 'undoing merges nothing by itself').toBe('Gas');
  await page.getByRole('button', { name: 'Open for review' }).press('Enter');
  await expect(
    page.getByRole('dialog').getByRole('button', { name: 'Open for review' }),
    'reviewers are optional',
  ).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: mergeName, exact: true }).press('Enter');
  const question = page.getByRole('dialog', { name: 'Merge “Undo ‘Gas lamps’” into Tide gauges?' });
  await question.getByRole('button', { name: mergeName, exact: true }).press('Enter');
  await expect(page.getByText('Merged “Undo ‘Gas lamps’” into Tide gauges')).toBeVisible();
  expect(await textOfLamps()).toBe('Oil');
  // The result of the merge, and the way back.
  await expect(page.getByText('Merged into Tide gauges')).toBeVisible();
  await page
    .getByRole('region', { name: messagesName })
    .getByRole('button', { name: 'Undo', exact: true })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: /^Undo “Undo/ })).toBeVisible();
});
