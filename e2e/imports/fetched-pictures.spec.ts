/** Pictures of another host become files where the person asks for it. The other host is a server of this test. */
import { strToU8, zipSync } from 'fflate';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '../fixtures.ts';
import { createOrganization } from '../support/organizations.ts';
import { removeData, startServer } from '../support/server.ts';

const PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"/>';

/** Serves one picture at one address, and nothing at others. */
async function servePictures() {
  const server = createServer(({ url }, response) => {
    response.statusCode = url === '/pump.svg' ? 200 : 404;
    response.setHeader('Content-Type', 'image/svg+xml');
    response.end(url === '/pump.svg' ? PICTURE : '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A listening TCP server has an address with a port.
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, stop: () => server.close() };
}

test('pictures of other hosts become files when they are asked for, and the report names the missing one @details', async ({
  page,
  problems,
}) => {
  test.setTimeout(240_000);
  // The one that could not be fetched stays at its address, where nothing is any more.
  problems.expect(/valve\.svg/);
  const pictures = await servePictures();
  const server = await startServer({ empty: true, env: { ALLOW_PRIVATE_FETCH: 'true' } });
  try {
    const organization = await createOrganization('Pictures', server);
    await page.request.post(`${server.url}/auth/session`, { data: { token: organization.admin.token } });
    const text = `# Pumps\n\n![A pump](${pictures.url}/pump.svg)\n\n![A valve](${pictures.url}/valve.svg)\n`;
    const archive = zipSync({ 'pumps.md': strToU8(text) });
    await page.goto(`${server.url}${organization.path('/imports/new')}`);
    await page
      .getByLabel('Files', { exact: true })
      .setInputFiles({ name: 'pumps.zip', mimeType: 'application/zip', buffer: Buffer.from(archive) });
    await page.getByRole('button', { name: 'Continue' }).click();
    const plan = page.getByRole('form', { name: 'What becomes of it' });
    await plan.getByLabel('Fetch 2 pictures of other hosts').check({ timeout: 60_000 });
    await plan.getByRole('button', { name: 'Import 1 page' }).click();

    const result = page.getByRole('region', { name: 'Result' });
    await expect(result.getByRole('alert')).toBeVisible({ timeout: 60_000 });
    await expect(page.getByText('The picture stays at its address')).toBeVisible();
    // From now on only the files of the space can be shown.
    pictures.stop();
    await result.getByRole('link', { name: 'View pages' }).click();
    const picture = page.getByRole('article').getByRole('img', { name: 'A pump' });
    await expect(picture).not.toHaveAttribute('src', new RegExp(`^${pictures.url}`));
    await expect
      .poll(() => picture.evaluate((image) => (image instanceof HTMLImageElement ? image.naturalWidth : 0)))
      .toBe(40);
  } finally {
    pictures.stop();
    await server.stop();
    removeData(server);
  }
});
