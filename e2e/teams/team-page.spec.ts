import { listTeamMembers, removeMember } from '#api/generated/sdk.gen.ts';
import { checkAccessibility, expect, expectNoRow, expectRow, type Organization, test } from '../fixtures.ts';
import { expectPageFits } from '../support/layout.ts';
import { emailAddressesName } from '../support/names.ts';
import { createTestTeam, membersTable } from './test-teams.ts';

/** The stored members of a team: "Remi Reader: member". */
async function teamMembersOf(organization: Organization, teamId: string): Promise<string[]> {
  const path = { organizationId: organization.id, teamId };
  const { data } = await listTeamMembers({ client: organization.admin.client, path, throwOnError: true });
  return data.items.map(({ organization: member, team }) => `${member.user.displayName}: ${team.role}`);
}

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

  test('buttons stay under the pointer when what a deletion affects is found late @details', async ({
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

  test('an administrator pastes an email, sees who was found, and adds them with one request @details', async ({
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
