import {
  createSite,
  createTranslation,
  getOrganization,
  publishSite,
  updateOrganization,
} from '#api/generated/sdk.gen.ts';
import { checkAccessibility, expect, test } from '../fixtures.ts';
import { createTestSpace } from '../support/change-requests.ts';
import { expectUnchanged } from '../support/forms.ts';
import { navigateTo } from '../support/navigation.ts';
import { captureChanges } from '../support/sent-requests.ts';
import { createTestSite, treeRow } from '../support/site-structures.ts';

test('an administrator is asked only about fields of the form when a colleague changed the same settings @details', async ({
  organization,
  signIn,
  page,
}) => {
  const { client } = organization.admin;
  const path = { organizationId: organization.id };
  await signIn(organization.admin);
  await page.goto(organization.path('/settings/general'));
  const form = page.getByRole('form', { name: 'General settings' });
  await form.getByLabel('Name', { exact: true }).fill('Mine');
  const isOn = (await getOrganization({ client, path, throwOnError: true })).data.ai === true;
  await updateOrganization({ client, path, body: { title: 'Theirs', ai: !isOn }, throwOnError: true });
  await form.getByRole('button', { name: 'Save changes' }).click();
  const dialog = page.getByRole('dialog', { name: 'Someone else changed this' });
  await expect(dialog.getByRole('group', { name: 'Name' })).toContainText('Theirs');
  await expect(dialog).not.toContainText('AI features');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expectUnchanged(form);
  const { data } = await getOrganization({ client, path, throwOnError: true });
  expect([data.title, data.ai]).toEqual(['Mine', !isOn]);
});

test('an administrator changes name, hostname and default content, and undoes it', async ({
  organization,
  signIn,
  page,
  problems,
}) => {
  problems.expect(/status of 400/);
  const { client } = organization.admin;
  const path = { organizationId: organization.id };
  const { data: site } = await createSite({ client, path, body: { title: 'Help' }, throwOnError: true });
  const read = async () => (await getOrganization({ client, path, throwOnError: true })).data;
  await signIn(organization.admin);
  const requests = await captureChanges(page);
  await page.goto(organization.path('/settings/general'));
  const form = page.getByRole('form', { name: 'General settings' });
  await expectUnchanged(form);
  const height = (await form.boundingBox())?.height;
  await form.getByLabel('Name', { exact: true }).fill('Press and Paper');
  await expect(form.getByRole('button', { name: 'Discard' })).toBeVisible();
  expect((await form.boundingBox())?.height).toBe(height);
  await form.getByLabel(/^Hostname/).fill('not a host');
  await form.getByLabel('Default content').selectOption('Help');
  // The buttons stay in sight and follow the fields, the primary one first.
  const save = form.getByRole('button', { name: 'Save changes' });
  await expect(form.getByLabel('AI features')).toHaveCount(0);
  await form.getByLabel('Default content').focus();
  await page.keyboard.press('Tab');
  await expect(save).toBeFocused();
  await expect(save).toBeInViewport();
  await page.keyboard.press('Tab');
  await expect(form.getByRole('button', { name: 'Discard' })).toBeFocused();
  await save.click();
  await expect(form.getByText(/Must have 3 to 32 letters, digits or hyphens/)).toBeVisible();
  await expect(form.getByLabel(/^Hostname/)).toBeFocused();
  await form.getByLabel(/^Hostname/).fill(`press-${organization.id.slice(-8).toLowerCase()}`);
  await form.getByRole('button', { name: 'Save changes' }).click();
  await expectUnchanged(form);
  await expect(save).toBeFocused();
  await expect.poll(async () => (await read()).title).toBe('Press and Paper');
  expect((await read()).defaultContent).toEqual({ type: 'site', site: site.id });
  await expect
    .poll(() => requests.at(-1))
    .toMatchObject({
      method: 'PATCH',
      path: `/orgs/${organization.id}`,
      body: { title: 'Press and Paper', defaultContent: { type: 'site', site: site.id } },
    });
  await expect(page.getByRole('heading', { name: 'Plan and billing' })).toHaveCount(0);
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(async () => (await read()).title).toBe(organization.title);
  await expect(form.getByLabel('Name', { exact: true })).toHaveValue(organization.title);
});

test.describe('access', () => {
  test('an administrator changes domains and the default role; invalid domains are rejected before sending', async ({
    organization,
    signIn,
    page,
  }) => {
    const { client } = organization.admin;
    const path = { organizationId: organization.id };
    const domain = `d${organization.id.toLowerCase()}.example`;
    await signIn(organization.admin);
    const requests = await captureChanges(page);
    await page.goto(organization.path('/settings/access'));
    const form = page.getByRole('form', { name: 'New members' });
    await form.getByLabel(/^Email domains/).fill('nonsense');
    await form.getByLabel(/^Default role/).selectOption('Commenter');
    await form.getByRole('button', { name: 'Save changes' }).click();
    await expect(
      form.getByText('“nonsense” isn’t a valid domain. Use a domain such as example.com.'),
    ).toBeVisible();
    expect(requests).toEqual([]);
    await form.getByLabel(/^Email domains/).fill(`@${domain}`);
    await form.getByRole('button', { name: 'Save changes' }).click();
    await expectUnchanged(form);
    const { data } = await getOrganization({ client, path, throwOnError: true });
    expect(data).toMatchObject({ emailDomains: [domain], defaultRole: 'comment' });

    // Organizations are found where they are chosen.
    await navigateTo(page, '/orgs');
    await page.getByLabel('Email domain', { exact: true }).fill(domain);
    await page.getByRole('button', { name: 'Find' }).click();
    await expect(page.getByRole('list', { name: `Organizations of ${domain}` })).toHaveText(
      organization.title,
    );
    await page.getByLabel('Email domain', { exact: true }).fill('nobody.example');
    await page.keyboard.press('Enter');
    await expect(page.getByText('None of your organizations uses nobody.example.')).toBeVisible();
    await expect(page).toHaveURL(/domain=nobody\.example/);
    await checkAccessibility(page);

    await navigateTo(page, organization.path('/settings/access'));
    await form.getByLabel(/^Email domains/).fill('');
    await form.getByRole('button', { name: 'Save changes' }).click();
    await expectUnchanged(form);
    const { data: emptied } = await getOrganization({ client, path, throwOnError: true });
    expect(emptied.emailDomains).toEqual([]);
  });

  test('an administrator sees who would be locked out before enforcing single sign-on @details', async ({
    organization,
    signIn,
    page,
  }) => {
    await organization.addPerson('edit', 'Edo Editor');
    const { client } = organization.admin;
    const path = { organizationId: organization.id };
    const isEnforced = async () => (await getOrganization({ client, path, throwOnError: true })).data.sso;
    await signIn(organization.admin);
    await page.goto(organization.path('/settings/access'));
    const enforce = page.getByRole('switch', { name: 'Enforce single sign-on' });
    await enforce.click();
    const confirmation = page.getByRole('dialog', { name: 'Enforce single sign-on?' });
    await expect(confirmation.getByText(/No identity provider is active/)).toBeVisible();
    await expect(confirmation.getByText(/1 person must sign in.*Edo Editor/)).toBeVisible();
    await expect(confirmation.getByText(/Administrators keep all sign-in methods.*Ada Admin/)).toBeVisible();
    await checkAccessibility(page, '[role="dialog"]');
    await confirmation.getByRole('button', { name: 'Cancel' }).click();
    await expect(enforce).toHaveAttribute('aria-checked', 'false');
    expect(await isEnforced()).toBe(false);
    await enforce.click();
    await confirmation.getByRole('textbox').fill(organization.title);
    await confirmation.getByRole('button', { name: 'Enforce' }).click();
    await expect(enforce).toHaveAttribute('aria-checked', 'true');
    expect(await isEnforced()).toBe(true);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(enforce).toHaveAttribute('aria-checked', 'false');

    await page.getByRole('switch', { name: 'Invite links' }).click();
    await expect(page.getByText(/Disabled invite links/).first()).toBeVisible();
  });

  test('a reader sees the settings and who can change them @details', async ({
    organization,
    signIn,
    page,
  }) => {
    const { client } = organization.admin;
    const body = { emailDomains: ['press.example'] };
    await updateOrganization({ client, path: { organizationId: organization.id }, body });
    await signIn(await organization.addPerson('create'));
    await page.goto(organization.path('/settings/access'));
    await expect(page.getByRole('switch', { name: 'Invite links' })).toHaveAttribute('aria-disabled', 'true');
    await expect(page.getByLabel(/^Email domains/)).toHaveValue('press.example');
    await expect(page.getByText('Only organization administrators can do this.').first()).toBeVisible();
  });
});

test('an administrator sees no claims about email, translations or search engines @details', async ({
  organization,
  signIn,
  page,
}) => {
  const { client } = organization.admin;
  const path = { organizationId: organization.id };
  await signIn(organization.admin);
  const expectText = async (screen: string, ...texts: string[]) => {
    await page.goto(organization.path(screen));
    for (const text of texts) await expect(page.getByText(text)).toBeVisible();
  };
  await expectText('/sso', 'None. Members sign in without single sign-on.');
  await expect(page.getByText(/Members can sign in with one of these/)).toHaveCount(0);
  await expectText('/translations', 'Each lists the languages an external platform translates content into.');
  await expectText('/translations/new', 'Languages come from an external translation platform.');
  const body = { title: 'German handbook' };
  const { data: settings } = await createTranslation({ client, path, body, throwOnError: true });
  await expectText(`/translations/${settings.id}`, 'Languages come from an external translation platform.');
  const spaceId = await createTestSpace(organization, 'Guides');
  await expectText(
    `/spaces/${spaceId}/settings`,
    'Publish it as a site of its own, or add it to the structure of one.',
  );
  await expectText('/sites', 'A site arranges spaces for visitors in sections and groups.');
});

// Repeats: the rule is the server’s, and tested there; a daily test uses the screen.
test('an administrator sees who can see a site and what removing a section does @repeats', async ({
  organization,
  signIn,
  page,
}) => {
  const { client } = organization.admin;
  const site = await createTestSite(organization, { Start: ['Start here'], Help: ['Help v1'] });
  await publishSite({ client, path: site.path, throwOnError: true });
  await signIn(organization.admin);
  await page.goto(organization.path(`/sites/${site.id}/settings`));
  const form = page.getByRole('form', { name: 'Settings' });
  for (const [option, meaning] of [
    ['Public', 'Anyone, including search engines.'],
    ['Unlisted', 'Anyone with the URL, but not search engines.'],
    ['Share link', 'Anyone with the share link.'],
    ['Signed-in visitors', 'Visitors who sign in through your own login.'],
  ] as const) {
    await form.getByLabel('Visibility').selectOption(option);
    await expect(form.getByText(meaning)).toBeVisible();
  }
  await form.getByLabel('Visibility').selectOption('Public');
  await page.goto(site.editor);
  await treeRow(page, 'Help').click();
  await page.keyboard.press('Delete');
  const confirmation = page.getByRole('dialog', { name: 'Remove section “Help”?' });
  await expect(confirmation).toContainText(
    'The site is published. Removed items disappear from it immediately.',
  );
});

for (const [screen, last] of [
  ['/settings/general', 'Danger zone'],
  ['/settings/access', 'Sign-in policy'],
] as const)
  // Repeats: a daily test differs only in a text, a width, a field or an answer.
  test(`nothing moves when the form of ${screen} loads late${screen === '/settings/access' ? ' @repeats' : ''} @details`, async ({
    organization,
    signIn,
    page,
  }) => {
    await signIn(organization.admin);
    await page.addInitScript(() => {
      const observer = new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          if ('value' in entry) document.documentElement.dataset.shift = String(entry.value);
      });
      observer.observe({ type: 'layout-shift', buffered: true });
    });
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route(/\/assets\/(general|access)-form-/, async (route) => {
      await released;
      await route.continue();
    });
    await page.goto(organization.path(screen));
    await expect(page.getByRole('main').getByRole('status')).toBeVisible();
    release();
    await expect(page.getByRole('region', { name: last })).toBeVisible();
    await expect(page.locator('html')).not.toHaveAttribute('data-shift');
  });
