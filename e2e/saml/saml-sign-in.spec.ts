import { createSamlProvider, updateOrganization } from '#api/generated/sdk.gen.ts';
import { IdentityProvider } from '../../server/test/sign-on/identity-provider.ts';
import { expect, expectRow, test } from '../fixtures.ts';
import { openProviderPage } from './identity-provider-page.ts';

test('a new user signs in through the identity provider, but not with a response signed by another one', async ({
  page,
  organization,
  problems,
}) => {
  problems.expect(/status of 401.*auth\/refresh/);
  const [idp, impostor] = [new IdentityProvider(), new IdentityProvider()];
  let signer = impostor;
  const service = { acsURL: '', entityID: '', startURL: '' };
  const provider = await openProviderPage(({ requestId }) => {
    const { acsURL, entityID: audience } = service;
    const email = `newcomer@${organization.id.toLowerCase()}.example`;
    const xml = signer.response({
      requestId,
      acsURL,
      audience,
      email,
      now: new Date(),
      issuer: idp.entityID,
    });
    return { acsURL, xml };
  });
  const { data } = await createSamlProvider({
    client: organization.admin.client,
    path: { organizationId: organization.id },
    body: { ...idp.settings, ssoURL: provider.ssoURL },
    throwOnError: true,
  });
  Object.assign(service, data.service);
  const domain = `${organization.id.toLowerCase()}.example`;
  await updateOrganization({
    client: organization.admin.client,
    path: { organizationId: organization.id },
    body: { emailDomains: [domain] },
    throwOnError: true,
  });

  await page.goto(organization.path('/members'));
  await page.getByRole('button', { name: 'Use single sign-on' }).click();
  const signOn = async (email: string) => {
    await page.getByLabel('Work email').fill(email);
    await page.getByRole('button', { name: 'Continue with single sign-on' }).click();
  };
  await signOn('nobody@elsewhere.example');
  await expect(page.getByText('No organization uses SSO for this email. Check the address.')).toBeVisible();
  await expect(page.getByLabel('Work email')).toBeFocused();
  await expect(page.getByLabel('Work email')).toHaveValue('nobody@elsewhere.example');
  await signOn(`newcomer@${domain}`);
  await expect(page).toHaveURL(/\/login\?error=sso-refused/);
  await expect(page.getByText('Single sign-on failed')).toBeVisible();

  signer = idp;
  await signOn(`newcomer@${domain}`);
  await expect(page).toHaveURL(organization.path('/members'));
  await expectRow(page.getByRole('table', { name: 'Members' }), { Role: 'Reader', Member: 'newcomer' });
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Members', level: 1 })).toBeVisible();
  await provider.close();
});
