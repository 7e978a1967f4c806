import {
  createSite,
  getCollection,
  getSpace,
  grantSpacePermissions,
  inviteMembers,
  listSpaces,
  updateSpace,
} from '#api/generated/sdk.gen.ts';
import { checkAccessibility, expect, expectRow, test } from '../fixtures.ts';
import { createContent } from '../support/content-trees.ts';
import { breadcrumbsName, messagesName, moveName, searchAndCommandsName } from '../support/names.ts';
import { createOrganization } from '../support/organizations.ts';
import { captureChanges } from '../support/sent-requests.ts';
import { treeRow } from '../support/site-structures.ts';

test('an administrator edits the details of a space in place and undoes it', async ({
  organization,
  signIn,
  page,
}) => {
  const content = await createContent(organization, { Manuals: { Guide: null } });
  const { client } = organization.admin;
  const path = { spaceId: content.idOf('Guide') };
  const read = async () => (await getSpace({ client, path, throwOnError: true })).data;
  await signIn(organization.admin);
  const requests = await captureChanges(page);
  await page.goto(organization.path(`/spaces/${path.spaceId}/settings`));
  const form = page.getByRole('form', { name: 'Details of Guide' });
  await form.getByLabel('Title').fill('User guide');
  await form.getByLabel('Emoji').fill('📘');
  await form.getByLabel('Default access').selectOption('Inherit from collection');
  await expect(form.getByText(/Uses the default access of its collection\./).first()).toBeVisible();
  await form.getByText('About access levels').click();
  await expect(form.getByText('Visible only to administrators and people it is shared with.')).toBeVisible();
  await form.getByLabel('Locked').check();
  await form.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'User guide' })).toBeVisible();
  await expect
    .poll(() => requests.at(-1))
    .toMatchObject({
      method: 'PATCH',
      path: `/spaces/${path.spaceId}`,
      body: { title: 'User guide', emoji: '📘', defaultLevel: 'inherit', editMode: 'locked' },
    });
  await expect(page.getByText('Locked', { exact: true }).first()).toBeVisible();
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(async () => (await read()).title).toBe('Guide');
  expect((await read()).editMode).toBe('live');
});

test('an administrator duplicates, moves, deletes and restores a space', async ({
  organization,
  signIn,
  page,
}) => {
  const content = await createContent(organization, { Guide: null, Manuals: {} });
  const { client } = organization.admin;
  const spaceId = content.idOf('Guide');
  await createSite({
    client,
    path: { organizationId: organization.id },
    body: { title: 'Help centre', spaces: [spaceId] },
  });
  await signIn(organization.admin);
  await page.goto(organization.path(`/spaces/${spaceId}`));
  const more = async (entry: string) => {
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: entry }).click();
  };
  await page.getByRole('button', { name: 'More actions' }).focus();
  await page.keyboard.press('ControlOrMeta+k');
  const palette = page.getByRole('dialog', { name: searchAndCommandsName });
  await palette.getByRole('combobox').fill('duplic');
  await palette.getByRole('option', { name: 'Duplicate' }).click();
  await expect(page).not.toHaveURL(new RegExp(spaceId));
  await page.goBack();
  await expect(page).toHaveURL(new RegExp(spaceId));
  await more('Move to…');
  await expect(page).toHaveURL(/dialog=move/);
  const move = page.getByRole('dialog', { name: 'Move “Guide”' });
  await move.getByLabel('Location').selectOption('Manuals');
  await move.getByRole('button', { name: moveName, exact: true }).click();
  await expect(page.getByRole('navigation', { name: breadcrumbsName })).toContainText('Manuals');
  await more('Delete…');
  const confirmation = page.getByRole('dialog', { name: 'Delete space “Guide”?' });
  await expect(confirmation.getByText(/Removed from 1 site:.*Help centre/)).toBeVisible();
  await expect(confirmation.getByText(/7 days/)).toBeVisible();
  await checkAccessibility(page, '[role="dialog"]');
  await confirmation.getByRole('button', { name: 'Delete space' }).click();
  await expect(page).toHaveURL(/\/content/);
  await expect(treeRow(page, 'Manuals')).toBeVisible();
  const notifications = page.getByRole('region', { name: messagesName });
  await notifications.getByRole('button', { name: /^Undo/ }).click();
  await expect.poll(async () => (await content.order()).includes('Manuals(Guide)')).toBe(true);
});

test('an administrator transfers a space after seeing the impact @details', async ({
  organization,
  signIn,
  page,
}) => {
  const content = await createContent(organization, { Guide: null });
  await signIn(organization.admin);
  await page.goto(organization.path(`/spaces/${content.idOf('Guide')}?dialog=transfer`));
  const alone = page.getByRole('dialog', { name: 'Transfer space “Guide”' });
  await expect(alone.getByText('You aren’t a member of another organization.')).toBeVisible();
  await alone.getByRole('button', { name: 'Close' }).last().click();
  await expect(page).not.toHaveURL(/dialog=/);

  const otherOrganization = await createOrganization('Receiver');
  await inviteMembers({
    client: otherOrganization.admin.client,
    path: { organizationId: otherOrganization.id },
    body: { emails: [organization.admin.email], role: 'create' },
  });
  await page.goto(organization.path(`/spaces/${content.idOf('Guide')}?dialog=transfer`));
  await alone.getByLabel('Organization').selectOption('Receiver');
  await expect(alone.getByText('It is removed from this organization and its sites.')).toBeVisible();
  await alone.getByRole('button', { name: 'Transfer' }).click();
  await expect(page.getByText('Transferred “Guide” to Receiver')).toBeVisible();
  await expect(page).toHaveURL(/\/content$/);
  const path = { spaceId: content.idOf('Guide') };
  const { data } = await getSpace({ client: otherOrganization.admin.client, path, throwOnError: true });
  expect([data.title, data.organization]).toEqual(['Guide', otherOrganization.id]);
  expect(await content.order()).toBe('');
});

test('a reader sees a space and why they can’t change it @details', async ({
  organization,
  signIn,
  page,
}) => {
  const content = await createContent(organization, { Guide: null });
  const { client } = organization.admin;
  const path = { spaceId: content.idOf('Guide') };
  await updateSpace({ client, path, body: { defaultLevel: 'read' } });
  await signIn(await organization.addPerson('read'));
  await page.goto(organization.path(`/spaces/${path.spaceId}/settings`));
  await expect(page.getByText(/Requires the Creator role or higher on this space\./).first()).toBeVisible();
  await page.getByRole('button', { name: 'More actions' }).click();
  await expect(page.getByRole('menuitem', { name: /^Delete….*Creator/ })).toBeVisible();
  // Guests see neither sites nor API specifications, and no errors about them.
  const guest = await organization.addPerson('guest');
  await grantSpacePermissions({ client, path, body: { users: [{ user: guest.id, role: 'read' }] } });
  await signIn(guest);
  await page.goto(organization.path(`/spaces/${path.spaceId}/settings`));
  await expect(page.getByLabel('Title')).toHaveAttribute('readonly', '');
  await page.getByRole('link', { name: 'Home' }).click();
  await expect(page.getByText('Nothing needs attention.')).toBeVisible();
});

// Repeats: a daily test has the same component at another noun, or in another of its ways.
test('a person sees “Not found” for an unknown space @repeats', async ({
  organization,
  signIn,
  page,
  problems,
}) => {
  problems.expect(/404/);
  await signIn(organization.admin);
  await page.goto(organization.path('/spaces/doesnotexist00000000'));
  await expect(page.getByRole('heading', { name: /not|no /i })).toBeVisible();
});

test('an administrator edits a collection and deletes it after typing its name @details', async ({
  organization,
  signIn,
  page,
}) => {
  const content = await createContent(organization, { Manuals: { Guide: null, Inner: { Deep: null } } });
  const { client } = organization.admin;
  const path = { collectionId: content.idOf('Manuals') };
  await signIn(organization.admin);
  await page.goto(organization.path(`/collections/${path.collectionId}`));
  await expectRow(page.getByRole('table', { name: 'Spaces' }), { Space: 'Guide' });
  await expect(page.getByRole('link', { name: /Inner.*1 space/ })).toBeVisible();
  const form = page.getByRole('form', { name: 'Details of Manuals' });
  await form.getByLabel(/^Description/).fill('Everything we print');
  await form.getByLabel('Default access').selectOption('No access');
  await form.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Everything we print', { exact: true })).toBeVisible();
  const { data } = await getCollection({ client, path, throwOnError: true });
  expect(data).toMatchObject({ description: 'Everything we print', defaultLevel: null });

  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  const confirmation = page.getByRole('dialog', { name: 'Delete collection “Manuals”?' });
  await expect(confirmation.getByText(/Also deletes 1 collection inside/)).toBeVisible();
  await expect(confirmation.getByText(/Moves 2 spaces to the trash/)).toBeVisible();
  await confirmation.getByRole('textbox').fill('Manuals');
  await confirmation.getByRole('button', { name: 'Delete collection' }).click();
  await expect(page).toHaveURL(/\/content/);
  const deleted = await listSpaces({
    client,
    path: { organizationId: organization.id },
    query: { deleted: true },
    throwOnError: true,
  });
  expect(deleted.data.count).toBe(2);
});
