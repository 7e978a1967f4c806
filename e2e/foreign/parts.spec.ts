/** A part of a screen that a server doesn't have, and values that the console doesn't know, take nothing else away. */
import { expect, test } from '../fixtures.ts';
import { planName } from '../support/names.ts';
import { navigateTo } from '../support/navigation.ts';
import { isJsonObject } from './json.ts';
import { answering, problemsOfMissing, useStandIn } from './use-stand-in.ts';
import { base, type Variant } from './variants.ts';

const organization = '/o/tideline';

/** Screens, the requests for one part of each, and what the rest of the screen shows. */
const parts = [
  { path: '/members/create1', missing: /\/members\/create1\/teams/, shows: 'create1@tideline.example' },
  { path: '/teams/team0', missing: /\/teams\/team0\/members/, shows: 'Team ID' },
  { path: '/sites/site0/settings', missing: /\/sites\/site0\/sections\?/, shows: 'Delete site' },
  { path: '/spaces/space0/changes/change1/files?show=all', missing: /\/content\/files/, shows: 'All files' },
];

for (const { path, missing, shows } of parts)
  test(`a person uses the rest of ${path.replace(/\?.*/, '')} at a server without a part of it @details`, async ({
    page,
    problems,
  }) => {
    problems.expect(...problemsOfMissing);
    await useStandIn(page, '0.202.0', async (standIn) => {
      standIn.variant = answering(standIn, missing, 404);
      await navigateTo(page, organization + path);
      const main = page.getByRole('main');
      await expect(main.getByText('This server doesn’t offer this.')).toBeVisible();
      await expect(main.getByText(shows).first()).toBeVisible();
      await expect(page.getByText('may have been moved or deleted')).toHaveCount(0);
    });
  });

test('a person saves a space and keeps the access level that only the server knows', async ({
  page,
  problems,
}) => {
  problems.expect(...problemsOfMissing);
  await useStandIn(page, '0.202.0', async (standIn) => {
    const shape: Variant['shape'] = (body) =>
      isJsonObject(body) && 'defaultLevel' in body ? { ...body, defaultLevel: 'hologram' } : body;
    await navigateTo(page, `${organization}/spaces/space0/settings`);
    const form = page.getByRole('form', { name: /^Details of / });
    const level = form.getByLabel('Default access');
    await expect(level).toBeVisible();
    const initialLevel = await level.inputValue();
    standIn.variant = { ...base, shape };
    await page.reload();
    await expect(level).toHaveValue('hologram');
    await form.getByLabel('Title').fill('Guide for users');
    await form.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Guide for users' })).toBeVisible();
    // The level that was shown was not sent, which the server would have refused.
    expect(standIn.refused).toEqual([]);
    standIn.variant = base;
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Guide for users' })).toBeVisible();
    await expect(level).toHaveValue(initialLevel);
  });
});

test('a person is offered no view of visitors that leads to nothing @details', async ({ page, problems }) => {
  problems.expect(...problemsOfMissing);
  await useStandIn(page, '0.202.0', async () => {
    await navigateTo(page, `${organization}/sites/site0/visitors`);
    const views = page.getByRole('main').getByRole('radiogroup', { name: 'View' });
    await expect(views.getByText('Claims')).toBeVisible();
    await expect(views.getByText('Authentication')).toHaveCount(0);
  });
});

test('a person sees plans and AI features where the server has them @details', async ({ page, problems }) => {
  problems.expect(...problemsOfMissing);
  await useStandIn(page, '0.202.0', async () => {
    await navigateTo(page, `${organization}/settings/general`);
    const main = page.getByRole('main');
    await expect(main.getByRole('checkbox', { name: 'AI features' })).toBeVisible();
    await expect(main.getByRole('heading', { name: 'Plan and billing' })).toBeVisible();
    await navigateTo(page, `${organization}/sites`);
    await expect(main.getByRole('columnheader', { name: planName })).toBeVisible();
    await navigateTo(page, `${organization}/sites/new`);
    await expect(page.getByRole('dialog').getByLabel(planName)).toBeVisible();
  });
});
