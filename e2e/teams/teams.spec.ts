import type { Locator, Page } from '@playwright/test';
import { checkAccessibility, expect, expectNoRow, expectRow, test } from '../fixtures.ts';
import { breadcrumbsName, newTeamName } from '../support/names.ts';
import { navigateTo } from '../support/navigation.ts';
import { createTestTeam, membersTable } from './test-teams.ts';

const teamsTable = (page: Page): Locator => page.getByRole('table', { name: 'Teams', exact: true });

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

test.describe('who may do what', () => {
  test('a team owner without admin role manages their own team only @details', async ({
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

    await navigateTo(page, organization.path(`/teams/${foghornTeam}`));
    await expectRow(membersTable(page, 'Foghorns'), { 'Team role': 'Member' });
    await expect(page.getByRole('button', { name: 'Add members' })).toHaveAttribute('aria-disabled', 'true');
    await page.getByRole('button', { name: 'More actions' }).click();
    await expect(page.getByRole('menuitem', { name: /^Paste email addresses/ })).toBeDisabled();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: /, team role of/ })).toHaveCount(0);
    await page.getByRole('button', { name: `Actions for ${edo.displayName}` }).click();
    await expect(page.getByRole('menuitem', { name: /Only team owners/ })).toBeDisabled();
  });

  test('a reader sees the teams and no active control @details', async ({ page, organization, signIn }) => {
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
    await navigateTo(page, organization.path(`/teams/${teamId}`));
    await expectRow(membersTable(page, 'Foghorns'), { 'Team role': 'Member' });
  });
});
