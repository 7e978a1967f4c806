import { strToU8, zipSync } from 'fflate';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createChangeRequest, updateSpace, updateSpaceMergeRules } from '#api/generated/sdk.gen.ts';
import { checkAccessibility, expect, test } from '../fixtures.ts';
import { createTestSpace } from '../support/change-requests.ts';
import { createContent } from '../support/content-trees.ts';
import { selectByTyping, openMenuAndSelect, press, typeInto } from '../support/keyboard.ts';
import { createOrganization } from '../support/organizations.ts';
import { removeData, startServer } from '../support/server.ts';

test('an editor sees why an import fails, keeps the input and changes nothing @details', async ({
  documentedServer: { organization, removeExtensions, signIn },
  page,
  problems,
}) => {
  test.setTimeout(120_000);
  problems.expect(/status of 4\d\d|status of 5\d\d/);
  const content = await createContent(organization, { Guide: null });
  await removeExtensions();
  await signIn(page, organization.admin);
  await page.goto(organization.path(`/spaces/${content.idOf('Guide')}/import`));
  const form = page.getByRole('form', { name: 'Import' });
  await expect(form.getByLabel('Source').getByRole('option')).toHaveCount(9);
  await form.getByLabel('Source').selectOption('Markdown');
  await form.getByRole('button', { name: 'Import' }).click();
  await expect(form.getByLabel('URL')).toHaveAttribute('aria-invalid', 'true');
  await form.getByLabel('URL').fill('http://127.0.0.1:9/guide.md');
  await form.getByRole('button', { name: 'Import' }).click();
  await expect(form.getByText('127.0.0.1 is not a public address.')).toBeVisible();
  await expect(form.getByLabel('URL')).toBeFocused();
  await expect(form.getByText('Nothing was imported.')).toBeVisible();
  await expect(form.getByLabel('URL')).toHaveValue('http://127.0.0.1:9/guide.md');
  await checkAccessibility(page);
  await page.getByRole('link', { name: 'Pages', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'No pages yet' })).toBeVisible();
});

test('a locked space and one with merge rules take imports by change requests only', async ({
  organization,
  signIn,
  page,
}) => {
  const content = await createContent(organization, { Guide: null, Manual: null });
  const { client } = organization.admin;
  const [guide, manual] = [content.idOf('Guide'), content.idOf('Manual')];
  await updateSpace({ client, path: { spaceId: guide }, body: { editMode: 'locked' } });
  await updateSpaceMergeRules({ client, path: { spaceId: manual }, body: { approvals: 1 } });
  await signIn(organization.admin);
  for (const spaceId of [guide, manual]) {
    await page.goto(organization.path(`/spaces/${spaceId}/import`));
    await expect(page.getByLabel('Into').getByRole('option')).toHaveText(['A new change request']);
  }
});

/** Serves two documents locally. */
async function serveDocuments() {
  const archive = zipSync({
    'pumps.md': strToU8('# Pumps\n\nThey pump. ![A pump](pump.svg)\n'),
    'pump.svg': strToU8('<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>'),
  });
  const server = createServer(({ url }, response) => {
    const isArchive = url === '/docs.zip';
    response.setHeader('Content-Type', isArchive ? 'application/zip' : 'text/markdown');
    response.end(isArchive ? Buffer.from(archive) : '# Valves\n\nOpen slowly.\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A listening TCP server has an address with a port.
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, stop: () => server.close() };
}

test('an editor imports a Markdown file and an archive by keyboard where only addresses are taken @details', async ({
  page,
  problems,
}) => {
  test.setTimeout(300_000);
  problems.expect(/status of 404/);
  const documents = await serveDocuments();
  // An import succeeds only on a server that may fetch from this machine.
  let server = await startServer({ empty: true });
  try {
    const organization = await createOrganization('Imports', server);
    const { client, token } = organization.admin;
    const spaceId = await createTestSpace(organization, 'Guide');
    const { dataFolder, port } = server;
    await server.stop();
    const env = { ALLOW_PRIVATE_FETCH: 'true', DOCUMENTED_ONLY: 'true' };
    server = await startServer({ dataFolder, port, env });
    await page.request.post(`${server.url}/auth/session`, { data: { token } });
    await page.goto(`${server.url}${organization.path(`/spaces/${spaceId}/import`)}`);
    const form = page.getByRole('form', { name: 'Import' });
    const take = async (kind: string, address: string) => {
      await selectByTyping(page, form.getByLabel('Source'), kind);
      await typeInto(page, form.getByLabel('URL'), documents.url + address);
      await press(page, form.getByRole('button', { name: 'Import', exact: true }));
    };
    await take('Markdown', '/valves.md');
    await expect(form.getByRole('alert')).toContainText('Imported 1 page or file');
    await form.getByRole('link', { name: 'View pages' }).click();
    await expect(page.getByRole('article')).toContainText('Open slowly.');

    const { data } = await createChangeRequest({
      client,
      path: { spaceId },
      body: { subject: 'Pumps' },
      throwOnError: true,
    });
    await page.goto(`${server.url}${organization.path(`/spaces/${spaceId}/changes/${data.number}`)}`);
    await openMenuAndSelect(
      page,
      page.getByRole('button', { name: 'More actions' }),
      page.getByRole('menuitem', { name: 'Import into this change request…' }),
    );
    await take('ZIP archive', '/docs.zip');
    await expect(form.getByRole('alert')).toContainText('Imported 2 pages and files');
    await checkAccessibility(page);
    await form.getByRole('link', { name: 'View pages' }).click();
    await page.getByRole('treeitem', { name: /^Pumps/ }).click();
    await expect(page.getByRole('article')).toContainText('They pump.');
    const picture = page.getByRole('img', { name: 'A pump' });
    await expect
      .poll(() => picture.evaluate((image) => image instanceof HTMLImageElement && image.complete))
      .toBe(true);
  } finally {
    documents.stop();
    await server.stop();
    removeData(server);
  }
});
