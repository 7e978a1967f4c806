import type { Page } from '@playwright/test';
import { SignJWT } from 'jose';
import { writeFile } from 'node:fs/promises';
import { createSiteVisitorKey, putSiteAdaptiveSchema } from '#api/generated/sdk.gen.ts';
import { checkAccessibility, expect, type Organization, test } from '../fixtures.ts';
import { createSampleSite } from '../published/sample-site.ts';
import { expectUnchanged } from '../support/forms.ts';
import { createTestSite } from '../support/site-structures.ts';

const jsonSchema = {
  type: 'object' as const,
  properties: { isPartner: { type: 'boolean', description: 'Sells what we make.' } },
  additionalProperties: false,
};

async function createGuardedSite(organization: Organization) {
  const site = await createSampleSite(organization, 'visitor-auth');
  await putSiteAdaptiveSchema({
    client: organization.admin.client,
    path: site.path,
    body: { jsonSchema },
    throwOnError: true,
  });
  return { ...site, screen: organization.path(`/sites/${site.id}/visitors?view=authentication`) };
}

async function createKey(organization: Organization, path: { organizationId: string; siteId: string }) {
  const { client } = organization.admin;
  const { data } = await createSiteVisitorKey({ client, path, body: {}, throwOnError: true });
  return data.secret;
}

const sign = (secret: string, claims: Record<string, unknown> = {}, end: string | Date = '1h') =>
  new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime(end)
    .sign(new TextEncoder().encode(secret));

/** Tests a token by keyboard; returns what the screen says. */
async function testToken(page: Page, token: string) {
  const form = page.getByRole('form', { name: 'Test a token' });
  await form.getByLabel('Token').fill(token);
  await form.getByRole('button', { name: 'Test token' }).press('Enter');
  return form.getByRole('status');
}

test('an administrator sets up how visitors sign in, by keyboard, and reads the site with a token', async ({
  page,
  context,
  organization,
  signIn,
}) => {
  const site = await createGuardedSite(organization);
  await signIn(organization.admin);
  await page.goto(site.screen);
  await expect(page.getByText('Visitors can’t sign in yet')).toBeVisible();
  await expect(page.getByText('Who may read this site: Signed-in visitors.')).toBeVisible();
  await checkAccessibility(page);

  const url = page.getByLabel('URL (optional)');
  await url.fill('ftp://accounts.example.com');
  await page.getByRole('button', { name: 'Save changes' }).press('Enter');
  await expect(page.getByText('Enter a full URL that starts with https://.')).toBeVisible();
  await url.fill('https://accounts.example.com/docs');
  await page.getByRole('button', { name: 'Save changes' }).press('Enter');
  await expectUnchanged(page);

  await page.getByRole('button', { name: 'New key…' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Create key' }).press('Enter');
  const secret = await dialog.getByLabel('Secret', { exact: true }).inputValue();
  expect(secret.length).toBeGreaterThanOrEqual(40);
  await expect(dialog.getByRole('button', { name: /copy/i })).toBeFocused();
  await checkAccessibility(page, '[role="dialog"]');
  await dialog.getByRole('button', { name: 'Done' }).press('Enter');
  await expect(page.getByText('Visitors can’t sign in yet')).toHaveCount(0);
  await page.reload();
  const keys = page.getByRole('list', { name: 'Keys' }).getByRole('listitem');
  await expect(keys).toHaveText([new RegExp(`…${secret.slice(-4)}.*Valid`)]);
  await expect(page.getByText(secret)).toHaveCount(0);

  const token = await sign(secret, { isPartner: true });
  const result = await testToken(page, token);
  await expect(result).toContainText('The site accepts this token.');
  await expect(result).toContainText('"isPartner": true');
  await checkAccessibility(page);
  const opened = context.waitForEvent('page');
  await page.getByRole('link', { name: 'Open the site with it' }).press('Enter');
  const tab = await opened;
  await expect(tab.getByRole('navigation').first()).toBeVisible();
  await expect(tab).toHaveURL(new RegExp(`${site.base}$`));
});

test('an administrator learns what is wrong with a token @details', async ({
  page,
  organization,
  signIn,
  problems,
}) => {
  const site = await createGuardedSite(organization);
  const secret = await createKey(organization, site.path);
  await signIn(organization.admin);
  await page.goto(site.screen);
  await expect(await testToken(page, await sign(secret, {}, new Date(1000)))).toContainText('Expired');
  await expect(await testToken(page, await sign('x'.repeat(40)))).toContainText('Wrong key');
  await expect(await testToken(page, 'no token')).toContainText('Not a token');
  const odd = await testToken(page, await sign(secret, { isPartner: 'yes', isParner: true }));
  await expect(odd).toContainText('“isParner” is ignored: this site has no such claim.');
  await expect(odd).toContainText('“isPartner” is "yes". It should be true or false.');
  const field = page.getByRole('form', { name: 'Test a token' }).getByLabel('Token');
  await field.fill(' ');
  await field.press('Tab');
  await page.getByRole('button', { name: 'Test token' }).press('Enter');
  await expect(page.getByText('Paste a token.')).toBeVisible();

  problems.expect(/ERR_FAILED/);
  await page.route('**/visitor-authentication/check', (route) => route.abort());
  await testToken(page, 'kept');
  await expect(page.getByRole('form', { name: 'Test a token' }).getByRole('alert')).toBeVisible();
  await expect(field).toHaveValue('kept');
});

test('an administrator rotates a key, and ends the old one @details', async ({
  page,
  organization,
  signIn,
}) => {
  const site = await createGuardedSite(organization);
  const old = await createKey(organization, site.path);
  await signIn(organization.admin);
  await page.goto(site.screen);
  await page.getByRole('button', { name: 'Rotate key…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(`Accept the previous key, …${old.slice(-4)}`).selectOption('For 7 days');
  await dialog.getByRole('button', { name: 'Rotate key' }).click();
  const secret = await dialog.getByLabel('Secret', { exact: true }).inputValue();
  await dialog.getByRole('button', { name: 'Done' }).click();
  const keys = page.getByRole('list', { name: 'Keys' }).getByRole('listitem');
  await expect(keys.filter({ hasText: 'Ending' })).toContainText(`…${old.slice(-4)}`);
  await expect(keys.filter({ hasText: 'Valid' })).toContainText(`…${secret.slice(-4)}`);
  await expect(page.getByRole('button', { name: 'Rotate key…' })).toHaveAttribute('aria-disabled', 'true');
  await expect(await testToken(page, await sign(old))).toContainText('The site accepts this token.');

  await page.getByRole('button', { name: `Delete key …${old.slice(-4)}…` }).press('Enter');
  await expect(dialog).toContainText(`Your system must sign with the other key, …${secret.slice(-4)}.`);
  await dialog.getByRole('button', { name: 'Delete key' }).press('Enter');
  await expect(keys).toHaveCount(1);
  await expect(await testToken(page, await sign(old))).toContainText('Wrong key');
});

// Repeats: the rule is the server’s, and tested there; a daily test uses the screen.
test('the code that the screen offers signs tokens that the site accepts @repeats', async ({
  page,
  organization,
  signIn,
}, info) => {
  const site = await createGuardedSite(organization);
  const secret = await createKey(organization, site.path);
  await signIn(organization.admin);
  await page.goto(site.screen);
  const code = page.getByRole('region', { name: 'Code', exact: true });
  const file = info.outputPath('sample.mjs');
  await writeFile(file, (await code.innerText()).replace('process.env.VISITOR_KEY', JSON.stringify(secret)));
  const { visitorUrl } = await import(file);
  const url = new URL(await visitorUrl('/?a=b'));
  expect(url.searchParams.get('a')).toBe('b');
  await expect(await testToken(page, url.searchParams.get('jwt_token') ?? '')).toContainText(
    '"isPartner": true',
  );
  await page.getByRole('radio', { name: 'Python' }).check({ force: true });
  await expect(code).toContainText('"isPartner": True');
  await page.goto(url.href);
  await expect(page).toHaveURL(new RegExp(`${site.base}\\?a=b$`));
});

test('only administrators see who signs in visitors @details', async ({ page, organization, signIn }) => {
  const { id } = await createTestSite(organization, { Guide: ['Guide'] });
  await signIn(await organization.addPerson('create'));
  await page.goto(organization.path(`/sites/${id}/visitors?view=authentication`));
  await expect(page.getByText('Only organization administrators can do this.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'New key…' })).toHaveCount(0);
});
