import { createSamlProvider, getSamlProvider, updateOrganization } from '#api/generated/sdk.gen.ts';
import { IdentityProvider } from '../../server/test/sign-on/identity-provider.ts';
import { longLivedCertificate } from '../../src/features/saml/testing/sample-certificates.ts';
import { checkAccessibility, expect, expectRow, type Organization, test } from '../fixtures.ts';
import { expectPageFits } from '../support/layout.ts';
import { breadcrumbsName, editName } from '../support/names.ts';
import { providerMetadata } from '../support/provider-metadata.ts';

/** Creates a complete identity provider; returns its id. */
async function createTestProvider(
  organization: Organization,
  certificate = longLivedCertificate,
): Promise<string> {
  const { client } = organization.admin;
  const path = { organizationId: organization.id };
  const body = {
    label: 'Skerry ID',
    entityID: 'https://id.skerry.example',
    ssoURL: 'https://id.skerry.example/go',
    certificate,
  };
  return (await createSamlProvider({ client, path, body, throwOnError: true })).data.id;
}

test('an administrator adds an identity provider from metadata and copies its configuration', async ({
  page,
  organization,
  signIn,
}) => {
  await signIn(organization.admin);
  await page.goto(organization.path('/sso'));
  await expect(page.getByRole('heading', { name: 'No identity providers yet' })).toBeVisible();
  await page.getByRole('link', { name: 'New identity provider' }).first().click();
  const choice = page.getByRole('dialog', { name: 'New identity provider' });
  await expect(choice.getByRole('link', { name: 'OpenID Connect' })).toBeFocused();
  await checkAccessibility(page, '[role="dialog"]');
  await choice.getByRole('link', { name: 'SAML' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'New SAML provider' });
  await dialog.getByRole('button', { name: 'Add provider' }).click();
  await expect(dialog.getByText('Required', { exact: true })).toBeVisible();
  await dialog.getByLabel('Label', { exact: true }).fill('Example ID');
  await dialog.getByText('Import metadata XML').click();
  const xml = dialog.getByRole('textbox', { name: 'Metadata (optional)' });
  await xml.fill('<nothing');
  await expect(dialog.getByText('This isn’t a complete XML document.')).toBeVisible();
  await xml.fill(providerMetadata);
  await expect(dialog.getByLabel('IdP SSO URL (optional)')).toHaveValue('https://id.example/go');
  await expect(dialog.getByLabel('Entity ID (optional)')).toHaveValue('https://id.example/saml');
  await expect(dialog.getByRole('region', { name: /New: .*CN=id.skerry.example/ })).toContainText(
    'Valid until',
  );
  await checkAccessibility(page, '[role="dialog"]');
  await dialog.getByRole('button', { name: 'Add provider' }).click();

  await expect(page.getByRole('heading', { name: 'Example ID', level: 1 })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'ACS URL' })).toHaveValue(/\/acs$/);
  await expect(page.getByText('No sign-in with the current settings yet. Test it.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Login URL' })).toHaveValue(/\/auth\/saml\/\w+$/);
  await expect(page.getByRole('button', { name: 'Test sign-in' })).toBeEnabled();
  await page
    .getByRole('navigation', { name: breadcrumbsName })
    .getByRole('link', { name: 'Single sign-on' })
    .click();
  await expectRow(page.getByRole('table', { name: 'Identity providers' }), {
    Provider: 'Example ID',
    Status: 'Not tested',
    Certificate: 'Valid until',
    'New users': 'Reader',
  });
  await expect(page.getByRole('list', { name: 'Sign-in options' })).toContainText('Example ID');
  await expect(page.getByText('Members can sign in with one of these or in other ways.')).toBeVisible();
});

test('an administrator replaces a certificate with both active @details', async ({
  page,
  organization,
  signIn,
}) => {
  const id = await createTestProvider(organization, new IdentityProvider().certificate);
  await signIn(organization.admin);
  await page.goto(organization.path(`/sso/${id}`));
  const fingerprint = page.getByText(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/);
  await expect(fingerprint).toHaveCount(1);
  await page.getByRole('link', { name: editName }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit “Skerry ID”' });
  await dialog
    .getByLabel('Certificate (optional)')
    .fill('-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----');
  await expect(dialog.getByText('This is a private key.')).toBeVisible();
  await dialog.getByLabel('Certificate (optional)').fill(longLivedCertificate);
  await expect(dialog.getByRole('region', { name: /^Current: / })).toContainText('Test identity provider');
  await expect(dialog.getByRole('region', { name: /^New: / })).toContainText('id.skerry.example');
  await checkAccessibility(page, '[role="dialog"]');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('region', { name: /^Certificate: / })).toContainText('id.skerry.example');

  await page.getByRole('link', { name: editName }).click();
  await dialog.getByLabel('Entity ID (optional)').fill('');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(dialog.getByText('You can replace it, but not remove it.')).toBeVisible();
  await dialog.getByLabel('Entity ID (optional)').fill('https://other.example');
  await dialog.getByLabel('Default role for new users').selectOption('Guest');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(dialog).toBeHidden();
  const path = { organizationId: organization.id, samlProviderId: id };
  const { data } = await getSamlProvider({ client: organization.admin.client, path, throwOnError: true });
  expect(data).toMatchObject({ entityID: 'https://other.example', defaultRole: null });
});

test('an administrator deletes the last sign-in method only after seeing who is locked out @details', async ({
  page,
  organization,
  signIn,
}) => {
  const id = await createTestProvider(organization);
  const { client } = organization.admin;
  await updateOrganization({ client, path: { organizationId: organization.id }, body: { sso: true } });
  await signIn(organization.admin);
  await page.goto(organization.path(`/sso/${id}`));
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  const confirmation = page.getByRole('dialog', { name: 'Delete identity provider “Skerry ID”?' });
  await expect(confirmation.getByText('only administrators can sign in')).toBeVisible();
  await checkAccessibility(page, '[role="dialog"]');
  await confirmation.getByRole('textbox').fill('Skerry ID');
  await confirmation.getByRole('button', { name: 'Delete provider' }).click();
  await expect(page.getByRole('heading', { name: 'No identity providers yet' })).toBeVisible();
});

test('a reader sees the sign-in methods, also on a phone @details', async ({
  page,
  organization,
  signIn,
}) => {
  const id = await createTestProvider(organization);
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(await organization.addPerson('read'));
  await page.goto(organization.path('/sso'));
  await expect(page.getByRole('list', { name: 'Sign-in options' })).toContainText('Skerry ID');
  await expect(page.getByRole('button', { name: 'New identity provider' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await signIn(organization.admin);
  await page.goto(organization.path(`/sso/${id}`));
  await expect(page.getByRole('list', { name: 'Checks' })).toBeVisible();
  await expectPageFits(page);
});
