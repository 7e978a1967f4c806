/** Metadata at an address, which the server reads again. The provider is a page on this machine. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { IdentityProvider } from '../../server/test/sign-on/identity-provider.ts';
import { metadataOf } from '../../server/test/sign-on/provider-metadata.ts';
import { checkAccessibility, expect, test } from '../fixtures.ts';
import { createOrganization } from '../support/organizations.ts';
import { removeData, startServer } from '../support/server.ts';

test('an administrator sets up a provider by its metadata, and sees when that can’t be used @details', async ({
  page,
}) => {
  test.setTimeout(180_000);
  const [idp, other] = [new IdentityProvider(), new IdentityProvider()];
  let published = metadataOf(idp);
  const web = createServer((_request, response) => void response.end(published)).listen(0, '127.0.0.1');
  await once(web, 'listening');
  const { port } = web.address() as AddressInfo;
  const server = await startServer({ empty: true, env: { ALLOW_PRIVATE_FETCH: 'true' } });
  try {
    const organization = await createOrganization('Press', server);
    await page.request.post(`${server.url}/auth/session`, { data: { token: organization.admin.token } });
    await page.goto(`${server.url}${organization.path('/sso/new?kind=saml')}`);
    const dialog = page.getByRole('dialog', { name: 'New SAML provider' });
    await dialog.getByLabel('Label', { exact: true }).fill('Work');
    await dialog.getByLabel('Metadata address (optional)').fill(`http://127.0.0.1:${port}/metadata`);
    await dialog.getByRole('button', { name: 'Add provider' }).press('Enter');
    const section = page.getByRole('region', { name: 'Metadata' });
    await expect(section.getByText(`http://127.0.0.1:${port}/metadata`)).toBeVisible();
    await expect(page.getByText(idp.entityID)).toBeVisible();
    published = metadataOf(other);
    await section.getByRole('button', { name: 'Read now' }).press('Enter');
    await expect(section.getByText('now describes another identity provider')).toBeVisible();
    await expect(page.getByText(idp.entityID)).toBeVisible();
    await checkAccessibility(page);
    // Its prefetches would fail once the server has stopped.
    await page.close();
  } finally {
    web.close();
    await server.stop();
    removeData(server);
  }
});
