/** From a folder of this computer to a published site with its own look, counted in presses. */
import type { Locator } from '@playwright/test';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from '../fixtures.ts';
import { expectUnchanged } from '../support/forms.ts';

const MAX_CLICKS = 10;

const book: Readonly<Record<string, string>> = {
  'README.md': '# Harbor guide\n\nSee [the pumps](machines/pumps.md#opening).\n',
  'SUMMARY.md':
    '# Contents\n\n* [Welcome](README.md)\n\n## Machines\n\n* [Valves](machines/valves.md)\n* [Pumps](machines/pumps.md)\n',
  'machines/pumps.md': '# Pumps\n\n## Opening\n\nTurn left.\n',
  'machines/valves.md': '# Valves\n\nOpen slowly.\n',
};

async function writeBook(): Promise<{ folder: string; remove: () => Promise<void> }> {
  const root = await mkdtemp(join(tmpdir(), 'first-site-'));
  const folder = join(root, 'harbor');
  for (const [path, content] of Object.entries(book)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  return { folder, remove: () => rm(root, { recursive: true }) };
}

/** Counts what a person presses. */
function countingClicks() {
  let count = 0;
  return {
    click: async (target: Locator) => {
      count += 1;
      await target.click({ timeout: 60_000 });
    },
    count: () => count,
  };
}

test('a folder becomes a published site with its own look in ten presses', async ({
  organization,
  signIn,
  page,
}) => {
  test.setTimeout(180_000);
  const { folder, remove } = await writeBook();
  await signIn(organization.admin);
  await page.goto(organization.path('/content'));
  const { click, count } = countingClicks();

  await click(page.getByRole('link', { name: 'Import', exact: true }).first());
  const chooser = page.waitForEvent('filechooser');
  await click(page.getByRole('button', { name: 'Choose folder…' }));
  await (await chooser).setFiles(folder);
  await click(page.getByRole('button', { name: 'Continue' }));
  await click(page.getByRole('button', { name: 'Import 3 pages' }));
  await click(page.getByRole('link', { name: 'Publish as a site…' }));
  await click(page.getByRole('dialog', { name: 'New site' }).getByRole('button', { name: 'Create site' }));

  const look = page.getByRole('form', { name: 'Appearance' });
  const color = look.getByRole('group', { name: 'Primary color' }).getByLabel(/^Light mode/);
  await click(color);
  await color.fill('#224466');
  await click(look.getByRole('button', { name: 'Save changes' }));
  await expectUnchanged(look);
  await click(page.getByRole('button', { name: 'Publish', exact: true }));
  await click(
    page.getByRole('dialog', { name: /^Publish “/ }).getByRole('button', { name: 'Publish', exact: true }),
  );
  const openSite = page.getByRole('status').getByRole('button', { name: 'Open site' });
  await expect(openSite).toBeVisible();
  expect(count()).toBeLessThanOrEqual(MAX_CLICKS);

  const opened = page.waitForEvent('popup');
  await openSite.click();
  const visitor = await opened;
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Harbor guide');
  const tree = visitor.getByRole('navigation', { name: 'Pages', exact: true });
  await expect(tree).toContainText(/Welcome.*Machines.*Valves.*Pumps/s);
  await expect(tree.getByRole('link')).toHaveText(['Welcome', 'Valves', 'Pumps']);
  const accent = await visitor.evaluate(() =>
    getComputedStyle(document.documentElement).getPropertyValue('--accent'),
  );
  expect(accent).toMatch(/#(?:246|224466)\b|rgb\(34,? 68,? 102\)/);
  await visitor.getByRole('main').getByRole('link', { name: 'the pumps' }).click();
  await expect(visitor).toHaveURL(/\/pumps#opening$/);
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Pumps');
  await remove();
});
