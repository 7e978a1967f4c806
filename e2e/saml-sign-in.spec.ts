import { IdentityProvider } from '../server/test/identity-provider.ts';
import { createSamlProvider } from '../src/api/generated/sdk.gen.ts';
import { expect, expectRow, test } from './fixtures.ts';
import { openProviderPage } from './support/identity-provider-page.ts';

test('a newcomer comes into the console through the identity provider, not with an answer that another one signed', async ({
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
    const email = `newcomer-${organization.id.toLowerCase()}@skerry.example`;
    const xml = signer.answer({ requestId, acsURL, audience, email, now: new Date(), issuer: idp.entityID });
    return { acsURL, xml };
  });
  const { data } = await createSamlProvider({
    client: organization.admin.client,
    path: { organizationId: organization.id },
    body: { ...idp.settings, ssoURL: provider.ssoURL },
    throwOnError: true,
  });
  Object.assign(service, data.service);
  const start = `${service.startURL}?RelayState=${encodeURIComponent(organization.path('/members'))}`;

  await page.goto(start);
  await expect(page).toHaveURL(/\/login\?error=sso-refused/);
  await expect(page.getByText('Single sign-on did not work')).toBeVisible();

  signer = idp;
  await page.goto(start);
  await expect(page).toHaveURL(organization.path('/members'));
  await expectRow(page.getByRole('table', { name: 'Members' }), { Role: 'Reader', Member: 'newcomer' });
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Members', level: 1 })).toBeVisible();
  await provider.close();
});
