import type { Locator, Page } from '@playwright/test';
import { createTeam, listTeamMembers, removeMember, setTeamMember } from '#api/generated/sdk.gen.ts';
import {
  checkAccessibility,
  expect,
  expectNoRow,
  expectRow,
  type Organization,
  type Person,
  test,
} from '../fixtures.ts';
import { expectPageFits } from '../support/layout.ts';
import { breadcrumbsName, emailAddressesName, newTeamName } from '../support/names.ts';

const teamsTable = (page: Page): Locator => page.getByRole('table', { name: 'Teams', exact: true });
const membersTable = (page: Page, team: string): Locator =>
  page.getByRole('table', { name: `Members of ${team}` });

/** Creates a team with these members, the first as its owner if requested. Returns its id. */
async function createTestTeam(
  organization: Organization,
  title: string,
  people: readonly Person[] = [],
  owner?: Person,
): Promise<string> {
  const { client } = organization.admin;
  const path = { organizationId: organization.id };
  const body = { title, members: people.map(({ id }) => id) };
  const { data } = await createTeam({ client, path, body, throwOnError: true });
  if (owner) {
    const teamMemberPath = { ...path, teamId: data.id, userId: owner.id };
    await setTeamMember({ client, path: teamMemberPath, body: { role: 'owner' } });
  }
  return data.id;
}

/** The stored members of a team: "Remi Reader: member". */
async function teamMembersOf(organization: Organization, teamId: string): Promise<string[]> {
  const path = { organizationId: organization.id, teamId };
  const { data } = await listTeamMembers({ client: organization.admin.client, path, throwOnError: true });
  return data.items.map(({ organization: member, team }) => `${member.user.displayName}: ${team.role}`);
}

test.describe('the list of teams', () => {
  test('an administrator creates a team with its first members and finds it in the list', async ({
    page,
    organization,
    signIn,
  }) => {
    const remi = await organization.addPerson('read');
    await organization.addPerson('edit');
    await signIn(organization.admin);
    await page.goto(organization.path('/teams'));
    await expect(page.getByRole('heading', { name: 'No teams yet' })).toBeVisible();

    await page.getByRole('link', { name: newTeamName }).first().click();
    const dialog = page.getByRole('dialog', { name: newTeamName });
    await dialog.getByRole('button', { name: 'Create team' }).click();
    await expect(dialog.getByText('Required')).toBeVisible();
    await dialog.getByLabel('Name', { exact: true }).fill('x'.repeat(65));
    await dialog.getByRole('button', { name: 'Create team' }).click();
    await expect(dialog.getByText('Must be at most 64 characters (now 65).')).toBeVisible();
    await dialog.getByLabel('Name', { exact: true }).fill('Lighthouse keepers');
    const people = dialog.getByRole('combobox', { name: 'Members' });
    await people.fill('remi');
    await expect(dialog.getByRole('option')).toHaveCount(1);
    await checkAccessibility(page, '[role="dialog"]');
    await people.press('Enter');
    await expect(dialog.getByRole('list', { name: 'Selected' })).toContainText(remi.displayName);
    await dialog.getByLabel('Name', { exact: true }).press('Enter');

    await expect(page.getByRole('heading', { name: 'Lighthouse keepers', level: 1 })).toBeVisible();
    await expectRow(membersTable(page, 'Lighthouse keepers'), { 'Team role': 'Member' });
    await page
      .getByRole('navigation', { name: breadcrumbsName })
      .getByRole('link', { name: 'Teams' })
      .click();
    await expectRow(teamsTable(page), { Team: 'Lighthouse keepers', Members: '1', Spaces: '0' });
  });

  test('a person confirms before unsaved text is lost, and Back closes the dialog', async ({
    page,
    organization,
    signIn,
  }) => {
    await signIn(organization.admin);
    await page.goto(organization.path('/teams'));
    await expect(page.getByRole('heading', { name: 'No teams yet' })).toBeVisible();
    await page.keyboard.press('n');
    const dialog = page.getByRole('dialog', { name: newTeamName });
    await expect(page).toHaveURL(organization.path('/teams/new'));
    await dialog.getByLabel('Name', { exact: true }).fill('Lighthouse keepers');
    await page.keyboard.press('Escape');
    const confirmation = page.getByRole('dialog', { name: 'Discard changes?' });
    await confirmation.getByRole('button', { name: 'Keep editing' }).click();
    await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue('Lighthouse keepers');
    await dialog.getByLabel('Name', { exact: true }).fill('');
    await page.goBack();
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL(organization.path('/teams'));
  });

  // Repeats: a daily test has the same component at another noun, or in another of its ways.
  test('a person filters teams by name and by management, and the URL keeps the filters @repeats', async ({
    page,
    organization,
    signIn,
  }) => {
    const remi = await organization.addPerson('read');
    await createTestTeam(organization, 'Lighthouse keepers', [remi], remi);
    await createTestTeam(organization, 'Light bulbs', [remi]);
    await createTestTeam(organization, 'Foghorns');
    await signIn(remi);
    await page.goto(organization.path('/teams'));
    await page.getByRole('searchbox', { name: 'Search teams' }).fill('LIGHT');
    await expectNoRow(teamsTable(page), { Team: 'Foghorns' });
    await expectRow(teamsTable(page), { Team: 'Light bulbs' });
    await page.getByRole('checkbox', { name: 'Only teams I own' }).check();
    await expectNoRow(teamsTable(page), { Team: 'Light bulbs' });
    await page.reload();
    await expect(page.getByRole('searchbox', { name: 'Search teams' })).toHaveValue('LIGHT');
    await expect(page.getByRole('checkbox', { name: 'Only teams I own' })).toBeChecked();
    await expectRow(teamsTable(page), { Team: 'Lighthouse keepers' });
    await page.getByRole('searchbox', { name: 'Search teams' }).fill('nothing like it');
    await expect(page.getByRole('heading', { name: 'No teams match “nothing like it”' })).toBeVisible();
    await page.getByRole('button', { name: 'Show all teams' }).click();
    await expectRow(teamsTable(page), { Team: 'Foghorns' });
  });
});

test.describe('the page of a team', () => {
  test('an administrator renames a team, undoes it, and deletes the team knowing what is lost', async ({
    page,
    organization,
    signIn,
  }) => {
    const remi = await organization.addPerson('read');
    const teamId = await createTestTeam(organization, 'Foghorns', [remi]);
    await signIn(organization.admin);
    await page.goto(organization.path(`/teams/${teamId}`));
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    const dialog = page.getByRole('dialog', { name: 'Rename “Foghorns”' });
    await expect(page).toHaveURL(organization.path(`/teams/${teamId}/rename`));
    await dialog.getByLabel('Name', { exact: true }).fill('Sirens');
    await dialog.getByRole('button', { name: 'Rename' }).click();
    await expect(page.getByRole('heading', { name: 'Sirens', level: 1 })).toBeVisible();
    await page.keyboard.press('Control+z');
    await expect(page.getByRole('heading', { name: 'Foghorns', level: 1 })).toBeVisible();

    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const confirmation = page.getByRole('dialog', { name: 'Delete team “Foghorns”?' });
    await expect(confirmation.getByText('1 member leaves the team')).toContainText(remi.displayName);
    await confirmation.getByRole('button', { name: 'Delete team' }).click();
    await expect(page.getByRole('heading', { name: 'No teams yet' })).toBeVisible();
  });

  test('buttons stay under the pointer when what a deletion affects is found late', async ({
    page,
    organization,
    signIn,
  }) => {
    const remi = await organization.addPerson('read', `Remi of the ${'very '.repeat(24)}long name`);
    const teamId = await createTestTeam(organization, 'Foghorns', [remi]);
    await signIn(organization.admin);
    await page.goto(organization.path(`/teams/${teamId}`));
    let answer = () => {};
    const answered = new Promise<void>((resolve) => (answer = resolve));
    await page.route(/\/members\?limit=4/, async (route) => {
      await answered;
      await route.continue();
    });
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const confirmation = page.getByRole('dialog', { name: 'Delete team “Foghorns”?' });
    const affected = confirmation.getByRole('group', { name: 'What else is affected' });
    await expect(affected).toHaveAttribute('tabindex', '0');
    const places = () =>
      Promise.all(
        [
          confirmation,
          ...['Cancel', 'Delete team'].map((name) => confirmation.getByRole('button', { name })),
        ].map((shown) => shown.boundingBox()),
      );
    await confirmation.getByRole('button', { name: 'Delete team' }).click({ trial: true });
    const before = await places();
    answer();
    await expect(affected).toContainText('1 member leaves the team');
    expect(await places()).toEqual(before);
    // Overflowing content scrolls.
    expect(await affected.evaluate((list) => list.scrollHeight > list.clientHeight)).toBe(true);
    await checkAccessibility(page);
  });

  test('an administrator adds people, makes one an owner and removes one, each with undo', async ({
    page,
    organization,
    signIn,
  }) => {
    const remi = await organization.addPerson('read');
    const edo = await organization.addPerson('edit');
    const teamId = await createTestTeam(organization, 'Foghorns', [remi]);
    await signIn(organization.admin);
    await page.goto(organization.path(`/teams/${teamId}`));
    const table = membersTable(page, 'Foghorns');
    await expect(page.getByText('This team has no owner')).toBeVisible();

    await page.getByRole('link', { name: 'Add members' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add members to “Foghorns”' });
    const people = dialog.getByRole('combobox', { name: 'Members' });
    await expect(dialog.getByRole('option', { name: /Remi Reader.*Already in the team/ })).toBeDisabled();
    await people.fill(edo.email);
    await expect(dialog.getByRole('listbox').getByRole('option')).toHaveCount(1);
    await people.press('Enter');
    await dialog.getByLabel('Team role').selectOption('Owner');
    await dialog.getByRole('button', { name: 'Add to team' }).click();
    await expectRow(table, { 'Team role': 'Owner', 'Organization role': 'Editor' });
    await expect(page.getByText('This team has no owner')).toBeHidden();
    await expect
      .poll(() => teamMembersOf(organization, teamId))
      .toEqual(['Remi Reader: member', 'Edo Editor: owner']);
    await page.keyboard.press('Control+z');
    await expectNoRow(table, { 'Team role': 'Owner' });
    await page.keyboard.press('Control+Shift+z');
    await expectRow(table, { 'Team role': 'Owner' });

    await page.getByRole('button', { name: `Member, team role of ${remi.displayName}` }).click();
    await page.getByRole('menuitemcheckbox', { name: /^Owner/ }).click();
    await expect(page.getByRole('button', { name: `Owner, team role of ${remi.displayName}` })).toBeVisible();
    await page.getByRole('button', { name: `Actions for ${edo.displayName}` }).click();
    await page.getByRole('menuitem', { name: 'Remove from team' }).click();
    await expect.poll(() => teamMembersOf(organization, teamId)).toEqual(['Remi Reader: owner']);
    await page.keyboard.press('Control+z');
    await expectRow(table, { 'Organization role': 'Editor' });
    await page.keyboard.press('Control+z');
    await expect(
      page.getByRole('button', { name: `Member, team role of ${remi.displayName}` }),
    ).toBeVisible();
    await expect
      .poll(() => teamMembersOf(organization, teamId))
      .toEqual(['Remi Reader: member', 'Edo Editor: owner']);
  });

  test('an administrator pastes an email, sees who was found, and adds them with one request', async ({
    page,
    organization,
    signIn,
  }) => {
    const remi = await organization.addPerson('read');
    const edo = await organization.addPerson('edit');
    const cora = await organization.addPerson('comment');
    const teamId = await createTestTeam(organization, 'Foghorns', [remi]);
    const changes: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PUT') changes.push(new URL(request.url()).pathname);
    });
    await signIn(organization.admin);
    await page.goto(organization.path(`/teams/${teamId}`));
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Paste email addresses' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add members to “Foghorns” by email' });
    await dialog.getByLabel(emailAddressesName).fill('stranger@press.example');
    await expect(dialog.getByText('0 people to add')).toBeVisible();
    await dialog.getByRole('button', { name: 'Add members' }).click();
    await expect(dialog.getByText('No members to add. Check the preview below.')).toBeVisible();

    await dialog
      .getByLabel(emailAddressesName)
      .fill(`Edo <${edo.email.toUpperCase()}>; ${cora.email}, ${remi.email}\nstranger@press.example hello`);
    const preview = dialog.getByRole('status', { name: 'Preview' });
    await expect(preview.getByText('2 people to add')).toContainText(edo.displayName);
    await expect(preview.getByText('1 person is already in the team')).toContainText(remi.displayName);
    await expect(preview.getByText('1 person is not in the organization')).toContainText(
      'stranger@press.example',
    );
    await expect(preview.getByText('1 word is not an email address')).toContainText('hello');
    await checkAccessibility(page, '[role="dialog"]');
    expect(changes).toEqual([]);
    await dialog.getByRole('button', { name: 'Add members' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText('3 members', { exact: true })).toBeVisible();
    expect(changes).toEqual([`/v1/orgs/${organization.id}/teams/${teamId}/members`]);
    await page.getByRole('button', { name: /^Undo/ }).click();
    await expect(page.getByText('1 member', { exact: true })).toBeVisible();
  });

  // Repeats: one part reports for all nouns what others changed or forbid; daily tests cover it.
  test('an administrator sees an error in the open form when the people no longer exist @repeats', async ({
    page,
    organization,
    signIn,
    problems,
  }) => {
    problems.expect(/status of 400/);
    const remi = await organization.addPerson('read');
    const teamId = await createTestTeam(organization, 'Foghorns');
    await signIn(organization.admin);
    await page.goto(organization.path(`/teams/${teamId}/add`));
    const dialog = page.getByRole('dialog', { name: 'Add members to “Foghorns”' });
    await dialog.getByRole('option', { name: /Remi Reader/ }).click();
    const path = { organizationId: organization.id, userId: remi.id };
    await removeMember({ client: organization.admin.client, path });
    await dialog.getByRole('button', { name: 'Add to team' }).click();
    await expect(dialog.getByRole('alert')).toContainText('not a member of this organization');
    await expect(dialog.getByRole('list', { name: 'Selected' })).toContainText('Remi Reader');
  });
});

test.describe('who may do what', () => {
  test('a team owner without admin role manages their own team only', async ({
    page,
    organization,
    signIn,
  }) => {
    const remi = await organization.addPerson('read');
    const edo = await organization.addPerson('edit');
    const lighthouseTeam = await createTestTeam(organization, 'Lighthouse keepers', [remi], remi);
    const foghornTeam = await createTestTeam(organization, 'Foghorns', [edo]);
    await signIn(remi);
    await page.goto(organization.path(`/teams/${lighthouseTeam}`));
    await page.getByRole('button', { name: 'More actions' }).click();
    const denied = page.getByRole('menuitem', { name: /Only organization administrators/ });
    await expect(denied).toHaveCount(2);
    for (const item of await denied.all()) await expect(item).toBeDisabled();
    await page.keyboard.press('Escape');

    await page.getByRole('link', { name: 'Add members' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add members to “Lighthouse keepers”' });
    await dialog.getByRole('option', { name: /Edo Editor/ }).click();
    await dialog.getByRole('button', { name: 'Add to team' }).click();
    await expectRow(membersTable(page, 'Lighthouse keepers'), { 'Organization role': 'Editor' });

    await page.getByRole('button', { name: `Owner, team role of ${remi.displayName}` }).click();
    await page.getByRole('menuitemcheckbox', { name: /^Member/ }).click();
    await expect(
      page.getByRole('dialog', { name: 'Give up ownership of “Lighthouse keepers”?' }),
    ).toBeVisible();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();

    await page.goto(organization.path(`/teams/${foghornTeam}`));
    await expectRow(membersTable(page, 'Foghorns'), { 'Team role': 'Member' });
    await expect(page.getByRole('button', { name: 'Add members' })).toHaveAttribute('aria-disabled', 'true');
    await page.getByRole('button', { name: 'More actions' }).click();
    await expect(page.getByRole('menuitem', { name: /^Paste email addresses/ })).toBeDisabled();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: /, team role of/ })).toHaveCount(0);
    await page.getByRole('button', { name: `Actions for ${edo.displayName}` }).click();
    await expect(page.getByRole('menuitem', { name: /Only team owners/ })).toBeDisabled();
  });

  test('a reader sees the teams and no active control', async ({ page, organization, signIn }) => {
    const remi = await organization.addPerson('read');
    const teamId = await createTestTeam(organization, 'Foghorns', [remi]);
    await signIn(remi);
    await page.goto(organization.path('/teams'));
    await expectRow(teamsTable(page), { Team: 'Foghorns' });
    await expect(page.getByRole('button', { name: newTeamName })).toHaveAttribute('aria-disabled', 'true');
    await page.getByRole('button', { name: 'Actions for Foghorns' }).click();
    const denied = page.getByRole('menuitem', { name: /Only (organization administrators|team owners)/ });
    await expect(denied).toHaveCount(3);
    for (const item of await denied.all()) await expect(item).toBeDisabled();
    await page.keyboard.press('Escape');
    await page.goto(organization.path(`/teams/${teamId}`));
    await expectRow(membersTable(page, 'Foghorns'), { 'Team role': 'Member' });
  });
});

// Repeats: the layout on a phone is checked daily with all screens, the work daily in the wide layout.
test('an administrator adds people to a team on a phone @repeats', async ({ page, organization, signIn }) => {
  const remi = await organization.addPerson('read');
  const teamId = await createTestTeam(organization, 'Foghorns');
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(organization.admin);
  await page.goto(organization.path(`/teams/${teamId}`));
  await page.getByRole('link', { name: 'Add members' }).first().click();
  await page
    .getByRole('dialog')
    .getByRole('option', { name: /Remi Reader/ })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Add to team' }).click();
  await expect(page.getByRole('link', { name: remi.displayName })).toBeVisible();
  await expectPageFits(page);
});
