import type { Page } from '@playwright/test';
import { createTeam } from '#api/generated/sdk.gen.ts';
import { checkAccessibility, expect, type Organization, test } from '../fixtures.ts';
import { newTeamName } from '../support/names.ts';

/** Holds the responses of one search until the returned function is called. */
async function holdResponses(page: Page, searches: RegExp): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(searches, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

const path = (organization: Organization) => ({ organizationId: organization.id });

/** Opens the people picker of a new team. */
async function openPeople(page: Page, organization: Organization) {
  await page.goto(organization.path('/teams'));
  await page.getByRole('link', { name: newTeamName }).first().click();
  const dialog = page.getByRole('dialog', { name: newTeamName });
  await dialog.getByRole('combobox', { name: 'Members' }).focus();
  return { dialog, selected: dialog.getByRole('list', { name: 'Selected' }) };
}

test('a person pressing Enter early gets the best match, not an earlier one', async ({
  page,
  organization,
  signIn,
}) => {
  await organization.addPerson('read', 'Vik');
  await organization.addPerson('read', 'Joviktor Brandt');
  await organization.addPerson('read', 'Viktor Horváth');
  await organization.addPerson('read', 'Antviktor Moss');
  await signIn(organization.admin);
  const { dialog, selected } = await openPeople(page, organization);
  await page.keyboard.type('vik');
  await expect(dialog.getByRole('option')).toHaveCount(4);
  const release = await holdResponses(page, /\/members\?.*search=vikt/);
  await page.keyboard.type('tor');
  await expect(dialog.getByRole('option').first()).toBeDisabled();
  await expect(dialog.locator('[role=option]:not([aria-disabled])')).toHaveCount(0);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('status').filter({ hasText: 'Selecting…' })).toBeVisible();
  await checkAccessibility(page, '[role="dialog"]');
  await expect(selected).toBeHidden();
  release();
  await expect(selected.getByRole('listitem')).toHaveText([/Viktor Horváth/]);
  await expect(dialog.getByText('Selecting…')).toBeHidden();
});

// Repeats: a daily test has the same component at another noun, or in another of its ways.
test('a person cancels Enter by typing on, and an unknown name selects no one @repeats', async ({
  page,
  organization,
  signIn,
}) => {
  await organization.addPerson('read', 'Viktor Horváth');
  await organization.addPerson('read', 'Viktoria Nagy');
  await signIn(organization.admin);
  const { dialog, selected } = await openPeople(page, organization);
  await expect(dialog.getByRole('option')).toHaveCount(3);
  const release = await holdResponses(page, /\/members\?.*search=/);
  await page.keyboard.type('viktor');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Selecting…')).toBeVisible();
  await page.keyboard.type('ia');
  await expect(dialog.getByText('Selecting…')).toBeHidden();
  release();
  await expect(dialog.getByRole('option')).toHaveText([/Viktoria Nagy/]);
  await expect(selected).toBeHidden();
  await page.keyboard.press('Enter');
  await expect(selected.getByRole('listitem')).toHaveText([/Viktoria Nagy/]);

  const releaseAgain = await holdResponses(page, /\/members\?.*search=zebra/);
  await page.keyboard.type('zebra');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Selecting…')).toBeVisible();
  releaseAgain();
  await expect(dialog.getByText('No matching members.')).toBeVisible();
  await expect(dialog.getByText('Selecting…')).toBeHidden();
  await expect(selected.getByRole('listitem')).toHaveText([/Viktoria Nagy/]);
});

test('a person removes selected people by keyboard and keeps their place @details', async ({
  page,
  organization,
  signIn,
}) => {
  for (const name of ['Ada', 'Grace', 'Joan']) await organization.addPerson('read', name);
  await signIn(organization.admin);
  const { dialog, selected } = await openPeople(page, organization);
  for (const name of ['Ada', 'Grace', 'Joan']) {
    await page.keyboard.type(name);
    await page.keyboard.press('Enter');
    await expect(selected.getByText(name, { exact: true })).toBeVisible();
  }
  await selected.getByRole('button', { name: 'Remove Grace' }).focus();
  await page.keyboard.press('Enter');
  await expect(selected.getByRole('button', { name: 'Remove Joan' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(selected.getByRole('button', { name: 'Remove Ada' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('combobox', { name: 'Members' })).toBeFocused();
});

// Repeats: a daily test has the same component at another noun, or in another of its ways.
test('a person selects the team that matches the current text @repeats', async ({
  page,
  organization,
  signIn,
}) => {
  const { client } = organization.admin;
  for (const title of ['Docs archive', 'Docs'])
    await createTeam({ client, path: path(organization), body: { title }, throwOnError: true });
  const remi = await organization.addPerson('read');
  await signIn(organization.admin);
  await page.goto(organization.path(`/members/${remi.id}`));
  await page.getByRole('link', { name: 'Add to team' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Team', exact: true }).focus();
  await expect(dialog.getByRole('listbox').getByRole('option')).toHaveCount(2);
  const release = await holdResponses(page, /\/teams\?.*title=/);
  await page.keyboard.type('docs a');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Selecting…')).toBeVisible();
  await expect(dialog.getByText(/^Selected:/)).toBeHidden();
  release();
  await expect(dialog.getByText('Selected: Docs archive')).toBeVisible();
});
