/** A person with an account links the identity provider of their organization, which is a real one on this machine. */
import { OidcProvider } from '../../server/test/sign-on/oidc-provider.ts';
import { expect, test } from '../fixtures.ts';
import { checkAccessibilityAtBothWidths } from '../support/accessibility.ts';
import { createOrganization } from '../support/organizations.ts';
import { removeData, startServer } from '../support/server.ts';

test('a person whose address has an account links single sign-on to it, once, and unlinks it, by keyboard', async ({
  page,
  problems,
}) => {
  test.setTimeout(180_000);
  problems.expect(/status of 401.*auth\/refresh/, /status of 409.*credentials\/identities/);
  // The provider has no icon.
  problems.expect(/status of 404.*favicon/);
  const idp = await OidcProvider.start();
  const server = await startServer({ empty: true, env: { ALLOW_PRIVATE_FETCH: 'true' } });
  try {
    const organization = await createOrganization('Press', server);
    const { admin } = organization;
    const created = await page.request.post(`${server.url}/v1/orgs/${organization.id}/oidc`, {
      headers: { authorization: `Bearer ${admin.token}` },
      data: idp.settings,
    });
    const { service } = await created.json();
    idp.register(service.redirectURL);
    idp.people.set('ada-at-work', { email: admin.email });
    const signOn = async () => {
      await page.goto(`${service.startURL}?RelayState=${organization.path('/members')}`);
      await page.getByLabel('Your address').fill('ada-at-work');
      await page.keyboard.press('Enter');
    };

    await signOn();
    await expect(page.getByText('You already have an account')).toBeVisible();
    await checkAccessibilityAtBothWidths(page);
    await page.getByRole('button', { name: 'Use a sign-in link or API token' }).press('Enter');
    await page.getByLabel('Sign-in link or API token').fill(admin.token);
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Link Work to your account?' });
    await expect(dialog.getByText(admin.email)).toHaveCount(2);
    await expect(dialog.getByRole('button', { name: 'Link', exact: true })).toBeFocused();
    await checkAccessibilityAtBothWidths(page);
    await page.keyboard.press('Enter');
    await expect(page.getByText('Work linked')).toBeVisible();
    const section = page.getByRole('region', { name: 'Single sign-on' });
    await expect(section.getByText(admin.email)).toBeVisible();
    await checkAccessibilityAtBothWidths(page);

    // The last way in stays: this person has neither a password nor a passkey.
    const unlink = section.getByRole('button', { name: 'Unlink Work…' });
    await unlink.press('Enter');
    const confirmation = page.getByRole('dialog', { name: 'Unlink Work?' });
    await confirmation.getByRole('button', { name: 'Unlink' }).press('Enter');
    await expect(confirmation.getByText('Add a password or passkey first.')).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Set password…' }).press('Enter');
    await page.getByLabel('New password', { exact: true }).fill('eleven lamps along the pier');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Change password…' })).toBeVisible();
    await unlink.press('Enter');
    await confirmation.getByRole('button', { name: 'Unlink' }).press('Enter');
    await expect(section.getByText('Not linked.')).toBeVisible();

    // From the account's page, and declined the first time.
    const link = section.getByRole('button', { name: 'Link Work…' });
    await link.press('Enter');
    await dialog.getByRole('button', { name: 'Not now' }).press('Enter');
    await expect(dialog).toBeHidden();
    await link.press('Enter');
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(section.getByText(admin.email)).toBeVisible();

    await page.context().clearCookies();
    await signOn();
    await expect(page).toHaveURL(`${server.url}${organization.path('/members')}`);
    await expect(page.getByRole('button', { name: 'Your account: Ada Admin' })).toBeVisible();
    await page.close();
  } finally {
    await server.stop();
    removeData(server);
    await idp.close();
  }
});
