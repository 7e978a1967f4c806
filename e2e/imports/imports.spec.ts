import { strToU8, zipSync } from 'fflate';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { checkAccessibility, expect, test } from '../fixtures.ts';
import { createTestSpace } from '../support/change-requests.ts';
import { createPages, insertPage } from '../support/space-pages.ts';

/** A picture of one pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const book: Readonly<Record<string, string | Buffer>> = {
  'README.md': '# Harbour guide\n\nSee [the pumps](machines/pumps.md#opening).\n',
  'SUMMARY.md':
    '# Contents\n\n* [Welcome](README.md)\n\n## Machines\n\n* [Valves first](machines/valves.md)\n* [Pumps](machines/pumps.md)\n',
  'machines/valves.md': '# Valves\n\n{% hint style="warning" %}\nOpen slowly.\n{% endhint %}\n',
  'machines/pumps.md': '# Pumps\n\n![A pump](../.gitbook/assets/a%20pump.png)\n\n## Opening\n\nTurn left.\n',
  '.gitbook/assets/a pump.png': pixel,
  'notes.txt': 'Not of the book.\n',
};

/** Writes the book into a folder of this machine. */
async function writeBook(): Promise<{ folder: string; remove: () => Promise<void> }> {
  const root = await mkdtemp(join(tmpdir(), 'import-'));
  const folder = join(root, 'harbour');
  for (const [path, content] of Object.entries(book)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  return { folder, remove: () => rm(root, { recursive: true }) };
}

test('a creator brings a folder from this computer, in the order of its book', async ({
  organization,
  signIn,
  page,
}) => {
  test.setTimeout(180_000);
  const { folder, remove } = await writeBook();
  await signIn(await organization.addPerson('create'));
  await page.goto(organization.path('/content'));
  await page.getByRole('link', { name: 'Import', exact: true }).first().click();
  await expect(page.getByRole('heading', { name: 'Import', exact: true })).toBeVisible();
  await checkAccessibility(page);
  await page.getByLabel('Folder', { exact: true }).setInputFiles(folder);
  await expect(page.getByText('harbour, 6 files')).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).click();

  const plan = page.getByRole('form', { name: 'What becomes of it' });
  await expect(plan.getByRole('heading', { name: 'This is GitBook' })).toBeVisible({ timeout: 60_000 });
  await expect(plan.getByRole('list', { name: 'Books' })).toContainText('3 pages');
  await checkAccessibility(page);
  await plan.getByRole('button', { name: 'Import 3 pages' }).click();
  const result = page.getByRole('region', { name: 'Result' });
  await expect(result.getByRole('alert')).toBeVisible({ timeout: 60_000 });
  await checkAccessibility(page);
  await result.getByRole('link', { name: 'View pages' }).click();

  const tree = page.getByRole('tree', { name: 'Pages' });
  await expect(tree.getByRole('treeitem')).toHaveText([/Welcome/, /Machines/, /Valves first/, /Pumps/]);
  await tree.getByRole('treeitem', { name: /Valves first/ }).click();
  await expect(page.getByRole('article')).toContainText('Open slowly.');
  await expect(page.getByRole('article')).not.toContainText('{%');
  await remove();
});

test('an import into a space with pages becomes a change request, and discarding one changes nothing', async ({
  organization,
  signIn,
  page,
}) => {
  test.setTimeout(180_000);
  const { spaceId } = await createPages(organization, [insertPage('Start', 'Hello.\n')]);
  const archive = zipSync({ 'pumps.md': strToU8('# Pumps\n\nThey pump.\n') });
  await signIn(organization.admin);
  const start = async () => {
    await page.goto(organization.path(`/spaces/${spaceId}/import`));
    await page
      .getByLabel('Files', { exact: true })
      .setInputFiles({ name: 'pumps.zip', mimeType: 'application/zip', buffer: Buffer.from(archive) });
    await page.getByRole('button', { name: 'Continue' }).click();
  };
  await start();
  await page.getByRole('button', { name: 'Discard' }).click({ timeout: 60_000 });
  await expect(page.getByText('The import was canceled. Nothing was changed.')).toBeVisible();

  await start();
  await page.getByRole('button', { name: 'Import 1 page' }).click({ timeout: 60_000 });
  await page
    .getByRole('region', { name: 'Result' })
    .getByRole('link', { name: 'Review changes' })
    .click({ timeout: 60_000 });
  await expect(page).toHaveURL(/\/changes\//);
  await page.goto(organization.path(`/spaces/${spaceId}/pages`));
  await expect(page.getByRole('treeitem')).toHaveText([/Start/]);

  await page.goto(organization.path('/imports'));
  const table = page.getByRole('table', { name: 'Imports' });
  await expect(table.getByRole('row', { name: /pumps\.zip.*Done/ })).toBeVisible();
  await expect(table.getByRole('row', { name: /pumps\.zip.*Canceled/ })).toBeVisible();
});

test('a second import of a source shows what it would change, line by line @details', async ({
  organization,
  signIn,
  page,
}) => {
  test.setTimeout(180_000);
  const { spaceId } = await createPages(organization, [insertPage('Start', 'Hello.\n')]);
  await signIn(organization.admin);
  const plan = async (text: string) => {
    const archive = zipSync({ 'pumps.md': strToU8(`# Pumps\n\nThey pump.\n\n${text}\n`) });
    await page.goto(organization.path(`/spaces/${spaceId}/import`));
    await page
      .getByLabel('Files', { exact: true })
      .setInputFiles({ name: 'pumps.zip', mimeType: 'application/zip', buffer: Buffer.from(archive) });
    await page.getByLabel('Into', { exact: true }).selectOption('direct');
    await page.getByRole('button', { name: 'Continue' }).click();
  };
  const changes = page.getByRole('region', { name: 'Changes to the space' });
  await plan('All day.');
  await expect(changes).toContainText('1 page added.', { timeout: 60_000 });
  await page.getByRole('button', { name: 'Import 1 page' }).click();
  await expect(page.getByRole('region', { name: 'Result' })).toContainText('1 page', { timeout: 60_000 });

  await plan('At night.');
  await expect(changes).toContainText('1 page changed.', { timeout: 60_000 });
  await expect(changes.getByRole('row', { name: /Pumps/ })).toContainText('Changed');
  await changes.getByRole('button', { name: 'Show the text of Pumps' }).click();
  await expect(changes).toContainText('Removed: All day.');
  await expect(changes).toContainText('Added: At night.');
  await checkAccessibility(page);
  await page.goto(organization.path(`/spaces/${spaceId}/pages`));
  await page.getByRole('treeitem', { name: /Pumps/ }).click();
  await expect(page.getByRole('article')).toContainText('All day.');
});

test('files dropped on the list of content are imported @details', async ({ organization, signIn, page }) => {
  test.setTimeout(180_000);
  await createTestSpace(organization, 'Guide');
  await signIn(organization.admin);
  await page.goto(organization.path('/content'));
  const target = page.getByRole('region', { name: 'Content tree' });
  await target.waitFor();
  const data = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(['# Pumps\n\nThey pump.\n'], 'pumps.md', { type: 'text/markdown' }));
    return transfer;
  });
  await target.dispatchEvent('dragenter', { dataTransfer: data });
  await expect(
    page.getByText('Drop a folder, an archive or files to import them as new spaces.'),
  ).toBeVisible();
  await target.dispatchEvent('drop', { dataTransfer: data });
  await expect(page.getByText('pumps.md, 1 file')).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Import 1 page' }).click({ timeout: 60_000 });
  await expect(page.getByRole('region', { name: 'Result' })).toContainText('1 page', { timeout: 60_000 });
});

test('a person sees why an import failed @details', async ({ organization, signIn, page, problems }) => {
  problems.expect(/status of 4\d\d/);
  await signIn(organization.admin);
  await page.goto(organization.path('/imports/new'));
  await expect(page.getByRole('button', { name: 'Continue' })).toHaveAttribute(
    'data-tip',
    'Choose a file or a folder.',
  );
  await page.getByText('From a website').click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByLabel('URL')).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('URL').fill('http://127.0.0.1:9/guide.md');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText(/127\.0\.0\.1 is not a public address/)).toBeVisible({ timeout: 60_000 });
  await page.getByText('From a repository').click();
  await page.getByLabel('Repository', { exact: true }).fill('https://example.org/some/where');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('form', { name: 'Import' }).getByText(/example\.org/)).toBeVisible();
});

test('a creator brings two of three books', async ({ organization, signIn, page }) => {
  test.setTimeout(180_000);
  const space = (title: string, folder: string) =>
    `    - { type: space, title: ${title}, content: { directory: ./${folder} } }\n`;
  const archive = zipSync({
    'docs.yaml': strToU8(
      `site:\n  title: Harbour\n  structure:\n${space('Guide', 'guide')}${space('Old notes', 'old')}${space('Pilots', 'pilots')}`,
    ),
    'guide/README.md': strToU8('# Welcome\n'),
    'old/README.md': strToU8('# Notes\n'),
    'pilots/README.md': strToU8('# Radio\n'),
  });
  await signIn(await organization.addPerson('create'));
  await page.goto(organization.path('/imports/new'));
  await page
    .getByLabel('Files', { exact: true })
    .setInputFiles({ name: 'harbour.zip', mimeType: 'application/zip', buffer: Buffer.from(archive) });
  await page.getByRole('button', { name: 'Continue' }).click();
  const plan = page.getByRole('form', { name: 'What becomes of it' });
  const books = plan.getByRole('list', { name: 'Books' });
  await expect(books.getByRole('checkbox')).toHaveCount(3, { timeout: 60_000 });
  await checkAccessibility(page);
  await books.getByRole('checkbox', { name: 'Old notes' }).uncheck();
  await plan.getByRole('button', { name: 'Import 2 pages' }).click();
  const result = page.getByRole('region', { name: 'Result' });
  await expect(result.getByRole('alert')).toBeVisible({ timeout: 60_000 });
  await expect(result.getByRole('listitem')).toHaveCount(2);
  await expect(result).toContainText('Pilots');
  await expect(result).not.toContainText('Old notes');
});
