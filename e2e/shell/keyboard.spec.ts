import {
  getChangeRequest,
  getMember,
  getSite,
  listChangeRequestComments,
  listCustomFieldValues,
  listLinkInvites,
  listTeamMembers,
  listTeams,
  createChangeRequestComment,
} from '#api/generated/sdk.gen.ts';
import { expect, expectNoRow, expectRow, test } from '../fixtures.ts';
import { createTestChangeRequest, createTestSpace, merge } from '../support/change-requests.ts';
import { createContent } from '../support/content-trees.ts';
import {
  openCreateDialog,
  selectByTyping,
  openMenuAndSelect,
  goTo,
  press,
  tabTo,
  selectMenuItem,
  typeInto,
} from '../support/keyboard.ts';
/**
 * The most common tasks by keyboard alone. The import is in `spaces-import.spec.ts`, because it needs its own server.
 */
import {
  addName,
  documentName,
  listOptionsName,
  mainName,
  mergeChecksName,
  mergeName,
  moveName,
  newTeamName,
  publishName,
  revokeName,
  roleName,
  slugName,
} from '../support/names.ts';
import { openTokenSignIn } from '../support/sign-in.ts';
import { createTestSite, treeRow } from '../support/site-structures.ts';

test('a person signs in and finds a screen by keyboard', async ({ page, organization }) => {
  await page.goto('/login');
  await test.step('sign in', async () => {
    await typeInto(page, await openTokenSignIn(page), organization.admin.token);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(organization.path());
    await expect(page.getByRole('navigation', { name: mainName })).toBeVisible();
  });
  await test.step('use the palette', async () => {
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
    await page.keyboard.type('trans');
    await page
      .getByRole('option', { name: /Translations/ })
      .first()
      .waitFor();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Translations', level: 1 })).toBeVisible();
  });
});

test('an administrator manages members and teams by keyboard @details', async ({
  page,
  organization,
  signIn,
}) => {
  const { client } = organization.admin;
  const path = { organizationId: organization.id };
  const remi = await organization.addPerson('read', 'Remi Reader');
  await organization.addPerson('edit', 'Edo Editor');
  await organization.addPerson('guest', 'Gus Guest');
  const members = page.getByRole('table', { name: 'Members' });
  const dialog = page.getByRole('dialog');
  await signIn(organization.admin);
  await page.goto(organization.path('/invites'));

  await test.step('invite', async () => {
    await openCreateDialog(page, dialog);
    await selectByTyping(page, dialog.getByLabel('Role'), 'Editor');
    await press(page, dialog.getByRole('button', { name: 'Create link' }));
    await expect(dialog.getByRole('button', { name: revokeName })).toBeVisible();
    const { data } = await listLinkInvites({ client, path, throwOnError: true });
    expect(data.items).toMatchObject([{ role: 'edit' }]);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  });
  const roleNow = async () =>
    (await getMember({ client, path: { ...path, userId: remi.id }, throwOnError: true })).data.role;

  await test.step('change a role', async () => {
    await goTo(page, 'g m', 'Members');
    await openMenuAndSelect(
      page,
      members.getByRole('button', { name: 'Reader, role of Remi Reader' }),
      page.getByRole('menuitemcheckbox', { name: /^Editor/ }),
    );
    await expect.poll(roleNow).toBe('edit');
  });
  await test.step('undo', async () => {
    await page.keyboard.press('Control+z');
    await expect.poll(roleNow).toBe('read');
  });

  await test.step('select many, and change their role', async () => {
    await tabTo(page, members.getByRole('checkbox', { name: 'Select Edo Editor' }));
    await page.keyboard.press('Space');
    await tabTo(page, members.getByRole('checkbox', { name: 'Select Remi Reader' }));
    await page.keyboard.press('Space');
    await press(page, page.getByRole('button', { name: roleName }));
    await selectByTyping(page, dialog.getByLabel('Role', { exact: true }), 'Commenter');
    await press(page, dialog.getByRole('button', { name: 'Change role of 2' }));
    await expect(dialog.getByText('2 members done')).toBeVisible();
    await page.keyboard.press('Escape');
    await expectRow(members, { Member: 'Remi Reader', Role: 'Commenter' });
  });

  await test.step('remove a member', async () => {
    await openMenuAndSelect(
      page,
      members.getByRole('button', { name: 'Actions for Remi Reader' }),
      page.getByRole('menuitem', { name: /^Remove from organization/ }),
    );
    await press(page, dialog.getByRole('button', { name: 'Remove', exact: true }));
    await expectNoRow(members, { Member: 'Remi Reader' });
    await expect(members.locator(':focus')).toHaveAccessibleName(/^Actions for /);
  });

  await test.step('filter, and save the view', async () => {
    await selectByTyping(page, page.getByRole('combobox', { name: 'Role' }), 'Guests');
    await expect(page).toHaveURL(/role=guest/);
    await openMenuAndSelect(
      page,
      page.getByRole('button', { name: listOptionsName }),
      page.getByRole('menuitem', { name: /Save view/ }),
    );
    await typeInto(page, dialog.getByLabel('View name'), 'Only guests');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Saved view “Only guests”')).toBeVisible();
  });

  await test.step('create a team with members', async () => {
    await goTo(page, 'g t', 'Teams');
    await press(page, page.getByRole('link', { name: newTeamName }).first());
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    const button = page.getByRole('link', { name: newTeamName }).first();
    await expect(button).toBeFocused();
    const box = await button.boundingBox();
    await openCreateDialog(page, dialog);
    const shaded = page.getByRole('link', { name: newTeamName, includeHidden: true }).first();
    expect(await shaded.boundingBox()).toEqual(box);
    await typeInto(page, dialog.getByLabel('Name', { exact: true }), 'Pilots');
    await typeInto(page, dialog.getByRole('combobox'), 'edo');
    await expect(dialog.getByRole('option')).toHaveCount(1);
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('list', { name: 'Selected' })).toContainText('Edo Editor');
    await page.keyboard.press('Control+Enter');
    await expect(page.getByRole('heading', { name: 'Pilots', level: 1 })).toBeVisible();
    const { data } = await listTeams({ client, path, throwOnError: true });
    const team = { ...path, teamId: data.items[0]?.id ?? '' };
    const { data: people } = await listTeamMembers({ client, path: team, throwOnError: true });
    expect(people.count).toBe(1);
  });
});

test('an administrator edits and publishes a site by keyboard @details', async ({
  page,
  organization,
  signIn,
}) => {
  const { client } = organization.admin;
  const site = await createTestSite(organization, { Start: ['en'], Help: ['v1'] });
  await createTestSpace(organization, 'Spare');
  await signIn(organization.admin);
  await page.goto(site.editor);
  const dialog = page.getByRole('dialog');

  await test.step('create a section', async () => {
    await openMenuAndSelect(
      page,
      page.getByRole('button', { name: addName, exact: true }),
      page.getByRole('menuitem', { name: /^Sections…/ }),
    );
    await typeInto(page, dialog.getByRole('combobox', { name: 'Space' }), 'Spare');
    await expect(dialog.getByRole('listbox').getByRole('option')).toHaveCount(1);
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('option', { name: 'Spare', selected: true })).toBeVisible();
    await page.keyboard.press('Control+Enter');
    await expect(treeRow(page, 'Spare').first()).toBeVisible();
  });
  await test.step('move a section', async () => {
    await tabTo(page, page.getByRole('tree'));
    await page.keyboard.press('Home');
    await page.keyboard.press('Space');
    await page.keyboard.press('End');
    await page.keyboard.press('Space');
    await expect.poll(site.order).toMatch(/^Help\(v1\).*Start\(en\)$/);
  });
  await test.step('rename a section', async () => {
    await page.keyboard.press('F2');
    await page.keyboard.type('Begin');
    await page.keyboard.press('Enter');
    await expect.poll(site.order).toMatch(/Begin\(en\)$/);
  });
  await test.step('look up the keys of the tree', async () => {
    await page.keyboard.press('?');
    const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect(shortcuts.getByText('Pick up or drop')).toBeVisible();
    await expect(shortcuts.getByText('Rename', { exact: true })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('tree')).toBeFocused();
  });
  await test.step('publish the site', async () => {
    await press(page, page.getByRole('button', { name: publishName, exact: true }));
    await press(page, dialog.getByRole('button', { name: publishName, exact: true }));
    const isPublished = async () =>
      (await getSite({ client, path: site.path, throwOnError: true })).data.published;
    await expect.poll(isPublished).toBe(true);
  });
});

// Repeats: a daily test has the same component at another noun, or in another of its ways.
test('an administrator manages spaces, fields, specifications and providers by keyboard @repeats', async ({
  page,
  organization,
  signIn,
}) => {
  const { client } = organization.admin;
  const path = { organizationId: organization.id };
  const content = await createContent(organization, { Guides: {} });
  await signIn(organization.admin);
  await page.goto(organization.path('/content'));
  const dialog = page.getByRole('dialog');

  await test.step('create a space', async () => {
    await treeRow(page, 'Guides').waitFor();
    await openCreateDialog(page, dialog);
    await typeInto(page, dialog.getByLabel('Title'), 'Tides');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Tides', level: 1 })).toBeVisible();
    await goTo(page, 'g c', 'Content');
    await expect(treeRow(page, 'Tides')).toBeVisible();
  });
  await test.step('move a space', async () => {
    await tabTo(page, page.getByRole('treegrid'));
    await page.keyboard.type('Tides');
    await page.keyboard.press('Shift+F10');
    await selectMenuItem(page, page.getByRole('menuitem', { name: /^Move to…/ }));
    await selectByTyping(page, dialog.getByLabel('Location'), 'Guides');
    await press(page, dialog.getByRole('button', { name: moveName, exact: true }));
    await expect.poll(content.order).toBe('Guides(Tides)');
  });

  await test.step('define a custom field', async () => {
    await page.keyboard.press('Tab');
    await goTo(page, 'g f', 'Custom fields');
    await openCreateDialog(page, dialog);
    await typeInto(page, dialog.getByLabel('Name', { exact: true }), 'owner');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'owner', level: 1 })).toBeVisible();
  });
  await test.step('set a value', async () => {
    await goTo(page, 'g f', 'Custom fields');
    await press(page, page.getByRole('link', { name: 'Matrix' }));
    const cell = page.getByRole('grid').getByRole('gridcell').first();
    await tabTo(page, cell);
    await page.keyboard.type('Ada');
    await page.keyboard.press('Enter');
    const values = async () =>
      (await listCustomFieldValues({ client, path, throwOnError: true })).data.items[0]?.values;
    await expect.poll(values).toEqual({ owner: 'Ada' });
    // Inside a cell letters are text; outside they are shortcuts again.
    await page.keyboard.press('Shift+Tab');
  });

  await test.step('add an API specification', async () => {
    await goTo(page, 'g p', 'API specifications');
    await openCreateDialog(page, dialog);
    await typeInto(page, dialog.getByLabel(slugName), 'tides');
    await tabTo(page, dialog.getByRole('radio', { name: 'URL' }));
    await page.keyboard.press('ArrowRight');
    await typeInto(
      page,
      dialog.getByRole('textbox', { name: documentName }),
      '{"openapi":"3.1.0","info":{"title":"T","version":"1"}}',
    );
    await page.keyboard.press('Control+Enter');
    await expect(page.getByRole('heading', { name: 'tides', level: 1 })).toBeVisible();
  });
  await test.step('add an identity provider', async () => {
    await goTo(page, 'g o', 'Single sign-on');
    await openCreateDialog(page, dialog);
    await press(page, dialog.getByRole('link', { name: 'SAML' }));
    await typeInto(page, dialog.getByLabel('Label', { exact: true }), 'Harbour');
    await press(page, dialog.getByRole('button', { name: 'Add provider' }));
    await expect(page.getByRole('heading', { name: 'Harbour', level: 1 })).toBeVisible();
  });
});

// Repeats: a daily test has the same component at another noun, or in another of its ways.
test('a reviewer resolves a comment, approves and merges by keyboard @repeats', async ({
  page,
  organization,
  signIn,
}) => {
  const { admin } = organization;
  const editor = await organization.addPerson('edit');
  const spaceId = await createTestSpace(organization, 'Guides');
  await merge(admin, await createTestChangeRequest(editor, spaceId, { subject: 'Ports' }));
  const created = await createTestChangeRequest(editor, spaceId, { subject: 'Piers' });
  const { path } = created;
  await createChangeRequestComment({
    client: admin.client,
    path,
    body: { body: { markdown: 'Which piers?' } },
  });
  await signIn(admin);
  await page.goto(organization.path(`/spaces/${spaceId}/changes/${created.number}/comments`));

  await test.step('resolve a comment', async () => {
    await page.getByRole('article').waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('e');
    const open = async () => {
      const query = { status: 'open' } as const;
      return (await listChangeRequestComments({ client: admin.client, path, query, throwOnError: true })).data
        .items.length;
    };
    await expect.poll(open).toBe(0);
  });
  await test.step('approve and merge', async () => {
    await press(page, page.getByRole('link', { name: 'Overview', exact: true }));
    await page.getByRole('region', { name: mergeChecksName }).waitFor();
    await page.keyboard.press('r');
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('radio', { name: 'Comment only' })).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(dialog.getByRole('radio', { name: 'Approve' })).toBeChecked();
    await press(page, dialog.getByRole('button', { name: 'Submit review' }));
    await expect(page.getByText('Approved “Piers”')).toBeVisible();
    await expect(dialog).toBeHidden();
    await page.keyboard.press('m');
    await press(page, dialog.getByRole('button', { name: mergeName, exact: true }));
    const status = async () =>
      (await getChangeRequest({ client: admin.client, path, throwOnError: true })).data.status;
    await expect.poll(status).toBe('merged');
  });
});
