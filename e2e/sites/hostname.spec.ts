/** A site at its own hostname: from the settings to the page. */
import { request } from 'node:http';
import { setSiteHostname } from '#api/generated/sdk.gen.ts';
import { startDnsServer } from '#server/test/dns-server.ts';
import { expect, test } from '../fixtures.ts';
import { checkAccessibilityAtBothWidths } from '../support/accessibility.ts';
import { expectPageFits } from '../support/layout.ts';
import { createOrganization } from '../support/organizations.ts';
import { createPublishedSite } from '../support/published-sites.ts';
import { removeData, startServer } from '../support/server.ts';
import { insertPage } from '../support/space-pages.ts';

const HOST = 'docs.press.example';

/** The response of a server at a hostname. */
function getAt(port: number, host: string, path: string): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      { host: '127.0.0.1', port, path, headers: { host, accept: 'text/html' } },
      (response) => {
        let body = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => (body += chunk));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
      },
    );
    outgoing.on('error', reject);
    outgoing.end();
  });
}

test('an administrator gives a site its own hostname, and takes it away @details', async ({
  page,
  problems,
}) => {
  test.setTimeout(180_000);
  problems.expect(/status of 400/);
  const dns = await startDnsServer();
  const server = await startServer({ empty: true, env: { DNS_SERVERS: dns.address } });
  try {
    const organization = await createOrganization('Press', server);
    const site = await createPublishedSite(
      organization,
      { Guide: ['Pages'] },
      { Pages: [insertPage('Water', 'Water is wet.\n')] },
    );
    await page.request.post(`${server.url}/auth/session`, { data: { token: organization.admin.token } });
    await page.goto(`${server.url}/o/${organization.id}/sites/${site.id}/settings`);
    const section = page.getByRole('region', { name: 'Hostname' });
    await section.getByRole('button', { name: 'Set hostname…' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Set hostname' });
    await dialog.getByLabel('Hostname').fill('press.example');
    await page.keyboard.press('Enter');
    await expect(dialog.getByText(/three labels/)).toBeVisible();
    await dialog.getByLabel('Hostname').fill(HOST);
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(section.getByText('Not proven yet')).toBeVisible();
    const name = `_bindery-challenge.${HOST}`;
    await expect(section.getByText(name, { exact: true })).toBeVisible();
    await expect(section.getByRole('button', { name: 'Copy server name' })).toBeVisible();
    await expect(section.getByText('Next check', { exact: true })).toBeVisible();
    await section.getByRole('button', { name: 'Check now' }).press('Enter');
    await expect(section.getByText(`There is no DNS record with the name ${name}.`)).toBeVisible();
    await checkAccessibilityAtBothWidths(page);
    await expectPageFits(page, 1440);

    const record = await section.getByText(/^bindery-site=/).innerText();
    dns.entries.set(name, [record]);
    await section.getByRole('button', { name: 'Check now' }).press('Enter');
    await expect(section.getByText('Proven', { exact: true })).toBeVisible();
    expect(await getAt(server.port, `${HOST}:${server.port}`, '/')).toMatchObject({
      status: 200,
      body: expect.stringContaining('Water is wet.'),
    });
    expect((await getAt(server.port, HOST, '/v1')).status).toBe(404);
    const stranger = await getAt(server.port, `127.0.0.1:${server.port}`, '/published/nobody/nothing/');
    const [, style = ''] = /rel="stylesheet" +href="([^"]+)"/.exec(stranger.body) ?? [];
    expect(await getAt(server.port, HOST, style), 'pages of strangers have a style').toMatchObject({
      status: 200,
      body: expect.stringContaining('color-scheme'),
    });

    await section.getByRole('button', { name: 'Change…' }).press('Enter');
    await expect(dialog.getByText(`The site leaves ${HOST} at once.`)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await section.getByRole('button', { name: 'Remove…' }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Remove hostname' }).press('Enter');
    await expect(section.getByRole('button', { name: 'Set hostname…' })).toBeVisible();
    await page.goto(`${server.url}${site.base}`);
    await expect(page.getByText('Water is wet.')).toBeVisible();
    await page.close();
  } finally {
    await server.stop();
    removeData(server);
    dns.close();
  }
});

// Repeats: one part reports for all nouns what others changed or forbid; daily tests cover it.
test('an administrator sees the value that another one has set in between @repeats', async ({
  organization,
  signIn,
  page,
}) => {
  const site = await createPublishedSite(organization, { Guide: ['Pages'] }, {});
  await signIn(organization.admin);
  await page.goto(organization.path(`/sites/${site.id}/settings`));
  await page.getByRole('button', { name: 'Set hostname…' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Set hostname' });
  await dialog.getByLabel('Hostname').fill('mine.press.example');
  const { client } = organization.admin;
  const body = { hostname: 'theirs.press.example' };
  await setSiteHostname({ client, path: site.path, body, throwOnError: true });
  await page.keyboard.press('Enter');
  const conflict = page.getByRole('dialog', { name: 'Someone else changed this' });
  await expect(conflict.getByText('theirs.press.example')).toBeVisible();
  await conflict.getByRole('radio', { name: /Their version/ }).check();
  await conflict.getByRole('button', { name: 'Save' }).press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByText('_bindery-challenge.theirs.press.example', { exact: true })).toBeVisible();
});

test('who may not administrate does not see it @details', async ({ organization, signIn, page }) => {
  const site = await createPublishedSite(organization, { Guide: ['Pages'] }, {});
  await setSiteHostname({
    client: organization.admin.client,
    path: site.path,
    body: { hostname: 'docs.hidden.example' },
    throwOnError: true,
  });
  await signIn(await organization.addPerson('create'));
  await page.goto(organization.path(`/sites/${site.id}/settings`));
  await expect(page.getByLabel('Basename (optional)')).toBeVisible();
  await expect(page.getByText('docs.hidden.example')).toHaveCount(0);
});
