import type { Page } from '@playwright/test';
import { createTeam } from '#api/generated/sdk.gen.ts';
import { checkAccessibility, expect, test } from '../fixtures.ts';
import { expectPageFits } from '../support/layout.ts';
import { accessDeniedName, mainName, searchAndCommandsName } from '../support/names.ts';
import { navigateTo } from '../support/navigation.ts';
import { untilQuiet } from '../support/quiet.ts';

test.describe('the palette', () => {
  // Repeats: a daily test has the same component at another noun, or in another of its ways.
  test('a person finds a member and a team by name @repeats', async ({ page, organization, signIn }) => {
    const remi = await organization.addPerson('read', 'Remigius Quill');
    const { client } = organization.admin;
    const path = { organizationId: organization.id };
    await createTeam({ client, path, body: { title: 'Lighthouse keepers' } });
    await signIn(organization.admin);
    await page.goto(organization.path());
    const palette = page.getByRole('dialog', { name: searchAndCommandsName });

    await page
      .getByRole('button', { name: /^Search/ })
      .first()
      .click();
    await palette.getByRole('combobox').fill('lighthouse');
    await palette.getByRole('option', { name: 'Lighthouse keepers' }).click();
    await expect(page.getByRole('heading', { name: 'Lighthouse keepers', level: 1 })).toBeVisible();

    await page.keyboard.press('Control+k');
    await palette.getByRole('combobox').fill('quill');
    await palette.getByRole('option', { name: /Remigius Quill/ }).click();
    await expect(page).toHaveURL(organization.path(`/members/${remi.id}`));
  });

  test('a person skips the navigation, sees that there are no results, and closes with Escape @details', async ({
    page,
    organization,
    signIn,
  }) => {
    await signIn(organization.admin);
    await page.goto(organization.path('/members'));
    await expect(page.getByRole('heading', { name: 'Members', level: 1 })).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();

    await page.keyboard.press('Control+k');
    // Immediately, before the field may be visible: G T would go to the teams.
    await page.keyboard.type('gtzzzzqqqq');
    await expect(page.getByText('No results for “gtzzzzqqqq”.')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(page.getByRole('heading', { name: 'Members', level: 1 })).toBeVisible();
  });
});

test.describe('the keys', () => {
  test('a person goes to a screen by its name, and by a default and a custom shortcut', async ({
    page,
    organization,
    signIn,
  }) => {
    await signIn(organization.admin);
    await page.goto(organization.path());
    await expect(page.getByRole('navigation', { name: mainName })).toBeVisible();
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: searchAndCommandsName });
    await expect(palette).toBeVisible();

    await palette.getByRole('combobox').fill('members');
    await expect(palette.getByRole('option', { name: /^Members/ }).first()).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Members', level: 1 })).toBeVisible();
    await expect(palette).toBeHidden();

    await page.keyboard.press('?');
    const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect(keys.getByText('Go to members')).toBeVisible();
    const members = keys.getByRole('button', { name: 'Change shortcut for Go to members' });
    await members.click();
    await page.keyboard.type('gt');
    await expect(keys.getByText('Used by Go to teams')).toBeVisible();
    await page.keyboard.press('q');
    await page.keyboard.press('Enter');
    await expect(members).toHaveText('Q');
    await page.keyboard.press('Escape');
    await expect(keys).toBeHidden();

    await page.keyboard.type('gt');
    await expect(page.getByRole('heading', { name: 'Teams', level: 1 })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Teams', level: 1 })).toBeVisible();
    await page.keyboard.press('q');
    await expect(page.getByRole('heading', { name: 'Members', level: 1 })).toBeVisible();
  });

  test('a person turns off single-key shortcuts @details', async ({ page, organization, signIn }) => {
    await signIn(organization.admin);
    await page.goto('/preferences');
    await page.getByRole('switch', { name: 'Single-key shortcuts' }).click();
    await expect(page.getByRole('switch', { name: 'Single-key shortcuts' })).not.toBeChecked();

    await page.goto(organization.path('/members'));
    await expect(page.getByRole('heading', { name: 'Members', level: 1 })).toBeVisible();
    await page.keyboard.press('?');
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('dialog', { name: searchAndCommandsName })).toBeVisible();
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeHidden();
  });
});

test('a person chooses a theme, and it is there again before the first paint', async ({
  page,
  organization,
  signIn,
}) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await signIn(organization.admin);
  await page.goto(organization.path());
  const background = (): Promise<string> =>
    page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  await expect(page.getByRole('navigation', { name: mainName })).toBeVisible();
  const light = await background();

  await page.getByRole('button', { name: /^Your account/ }).click();
  await checkAccessibility(page, '[role="menu"]');
  await page.emulateMedia({ colorScheme: 'light' });
  await page
    .getByRole('menuitemradio', { name: 'Dark' })
    .or(page.getByRole('menuitemcheckbox', { name: 'Dark' }))
    .click();
  await expect.poll(background).not.toBe(light);
  const dark = await background();
  await page.reload();
  expect(await background()).toBe(dark);
  await navigateTo(page, '/preferences');
  await page.getByRole('radiogroup', { name: 'Theme' }).getByText('Light').click();
  await expect(page.getByRole('radio', { name: 'Light' })).toBeChecked();
  await expect.poll(background).toBe(light);
});

test.describe('screens that cannot be shown', () => {
  test('a person at an unknown URL sees “Not found” and a way on', async ({
    page,
    organization,
    signIn,
    problems,
  }) => {
    problems.expect(/status of 404/);
    await signIn(organization.admin);
    await page.goto(organization.path('/no-such-screen'));
    await expect(page.getByRole('heading', { name: 'Not found' })).toBeVisible();
    await page.getByRole('link', { name: 'Go to home' }).click();
    await expect(page.getByRole('heading', { name: organization.title })).toBeVisible();
  });

  test('a person can’t distinguish others’ organizations from missing ones @details', async ({
    page,
    organization,
    signIn,
    problems,
  }) => {
    problems.expect(/status of 404/);
    await signIn(organization.admin);
    await page.goto('/o/abcdefghijklmnopqrst/members');
    await expect(page.getByRole('heading', { name: 'Not found' })).toBeVisible();
  });

  test('a guest sees which permission is missing to list members @details', async ({
    page,
    organization,
    signIn,
    problems,
  }) => {
    problems.expect(/status of 403/);
    await signIn(await organization.addPerson('guest'));
    await page.goto(organization.path('/members'));
    await expect(page.getByRole('heading', { name: accessDeniedName })).toBeVisible();
    await expect(page.getByText('Guests cannot see members.')).toBeVisible();
    await checkAccessibility(page);
    await navigateTo(page, organization.path('/settings/general'));
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue(organization.title);
  });

  test('a person keeps working offline and continues when the connection returns', async ({
    page,
    context,
    organization,
    signIn,
    problems,
  }) => {
    problems.expect(/ERR_INTERNET_DISCONNECTED/);
    const remi = await organization.addPerson('read', 'Remi Reader');
    await signIn(organization.admin);
    await page.goto(organization.path('/teams'));
    await expect(page.getByRole('heading', { name: 'Teams', level: 1 })).toBeVisible();
    await page.goto(organization.path('/members'));
    const row = page.getByRole('link', { name: remi.displayName });
    await expect(row).toBeVisible();
    // The code of the next screen is loaded, its data is not.
    await row.hover();
    await untilQuiet(page);

    await context.setOffline(true);
    await page.getByRole('link', { name: 'Teams', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible();
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { name: 'Teams', level: 1 })).toBeVisible();
  });
});

test.describe('the file of a screen', () => {
  const file = /\/assets\/audit-log-[^/]+\.js$/;
  const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });
  const linkOf = (page: Page) => page.getByRole('link', { name: 'Audit log', exact: true });

  test('that a link could not fetch offline is there when a person follows it online @details', async ({
    page,
    context,
    organization,
    signIn,
    problems,
  }) => {
    problems.expect(/ERR_INTERNET_DISCONNECTED|load part of the console/);
    await signIn(organization.admin);
    await page.goto(organization.path('/settings/general'));
    await expect(linkOf(page)).toBeVisible();
    // Without the routes, which come after the first screen, no link knows its file.
    await untilQuiet(page);
    await context.setOffline(true);
    const failed = page.waitForEvent('requestfailed', (request) => file.test(request.url()));
    await linkOf(page).hover();
    await failed;
    await context.setOffline(false);
    await linkOf(page).click();
    await expect(heading(page, 'Audit log')).toBeVisible();
  });

  test('that is missing for good is said to be, after one reload @details', async ({
    page,
    organization,
    signIn,
    problems,
  }) => {
    problems.expect(/status of 404|ERR_|load part of the console/);
    await page.route(file, (route) => route.fulfill({ status: 404 }));
    await signIn(organization.admin);
    await page.goto(organization.path('/settings/general'));
    await expect(linkOf(page)).toBeVisible();
    let loads = 0;
    page.on('domcontentloaded', () => (loads += 1));
    await linkOf(page).click();
    await expect.poll(() => loads).toBe(1);
    await expect(heading(page, 'Couldn’t load this screen')).toBeVisible();
    await page.unroute(file);
    await page.getByRole('button', { name: 'Reload', exact: true }).click();
    await expect(heading(page, 'Audit log')).toBeVisible();
    expect(loads, 'reloads').toBe(2);
  });
});

test('a person keeps the screen where the offline banner could not be loaded @details', async ({
  page,
  context,
  organization,
  signIn,
  problems,
}) => {
  problems.expect(/ERR_(INTERNET_DISCONNECTED|FAILED)/);
  const file = /\/assets\/connection-banner-[^/]+\.js$/;
  await page.route(file, (route) => route.abort());
  const failed = page.waitForEvent('requestfailed', (request) => file.test(request.url()));
  await signIn(organization.admin);
  await page.goto(organization.path('/members'));
  const member = page.getByRole('link', { name: organization.admin.displayName });
  await expect(member).toBeVisible();
  const banner = page.getByText('You’re offline.');
  await context.setOffline(true);
  await failed;
  await expect(member).toBeVisible();
  await expect(banner).toHaveCount(0);
});

test('a person opens, uses and closes the navigation on a phone', async ({ page, organization, signIn }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(organization.admin);
  await page.goto(organization.path());
  await page.getByRole('button', { name: 'Open navigation' }).click();
  const drawer = page.getByRole('dialog', { name: 'Navigation' });
  await expect(drawer).toBeVisible();
  await checkAccessibility(page);
  await drawer.getByRole('link', { name: 'Members' }).click();
  await expect(page.getByRole('heading', { name: 'Members', level: 1 })).toBeVisible();
  await expect(drawer).toBeHidden();

  await page.getByRole('button', { name: 'Open navigation' }).click();
  await drawer.getByRole('button', { name: /^Your account/ }).click();
  await page.getByRole('menuitem', { name: 'My changes' }).click();
  await expect(page.getByRole('heading', { name: 'My changes', level: 1 })).toBeVisible();
  await expect(drawer).toBeHidden();

  await page.getByRole('button', { name: 'Open navigation' }).click();
  await drawer.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('combobox', { name: searchAndCommandsName }).fill('members');
  await expect(drawer).toBeHidden();
  await page.keyboard.press('Escape');
  // Nothing may scroll horizontally on the narrowest screen.
  await expectPageFits(page);
});

test('a person switches between organizations', async ({ page, organization, signIn }) => {
  await signIn(organization.admin);
  await page.goto(organization.path('/members'));
  await page.getByRole('button', { name: `Organization: ${organization.title}` }).click();
  await page.getByRole('menuitem', { name: 'All organizations' }).click();
  await page.getByRole('link', { name: organization.title }).click();
  await expect(page).toHaveURL(organization.path());
  await expect(page).toHaveTitle(/Bindery/);
});

test('a person returns to an organization that was still loading when its link was clicked @details', async ({
  page,
  organization,
  signIn,
}) => {
  await signIn(organization.admin);
  await page.goto('/orgs');
  const link = page.getByRole('main').getByRole('link', { name: organization.title });
  await expect(link).toBeVisible();
  // Slow network: the data prefetched on hover has not arrived when the link is clicked.
  let arrive = (): void => undefined;
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  await page.route(`**/v1/orgs/${organization.id}`, async (route) => {
    await arrived;
    await route.continue();
  });
  const requested = page.waitForRequest(`**/v1/orgs/${organization.id}`);
  await link.hover();
  await requested;
  await link.click();
  arrive();
  await expect(page.getByRole('heading', { name: organization.title, level: 1 })).toBeVisible();
  await page.goto('/');
  await expect(page).toHaveURL(organization.path());
});
