/** How many steps tasks in the structure editor take; `npm run bench -- steps` prints them. */
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { createTestSpace } from '../support/change-requests.ts';
import { addName, addSpacesName } from '../support/names.ts';
import { createTestSite, treeRow, type TestSite } from '../support/site-structures.ts';
import { countSteps, formatSteps } from './count-steps.ts';

const titles = ['Start', 'Guides', 'API', 'Billing', 'News', 'Help'];

interface Task {
  name: string;
  /** The clicks that it took with one dialog for each space. */
  before: number;
  run: (page: Page, site: TestSite) => Promise<void>;
}

const tasks: Task[] = [
  {
    name: 'add six sections',
    before: 24,
    async run(page, site) {
      await page.getByRole('button', { name: addName, exact: true }).click();
      await page.getByRole('menuitem', { name: /^Sections…/ }).click();
      const dialog = page.getByRole('dialog', { name: addSpacesName });
      for (const title of titles) await dialog.getByRole('option', { name: title, exact: true }).click();
      await dialog.getByRole('button', { name: addSpacesName }).click();
      await expect
        .poll(site.order)
        .toBe(`Welcome(Tour) ${titles.map((title) => `${title}(${title})`).join(' ')}`);
    },
  },
  {
    name: 'group three',
    before: 5,
    async run(page, site) {
      await treeRow(page, 'Guides').click();
      await treeRow(page, 'Billing').click({ modifiers: ['Shift'] });
      await page.getByRole('button', { name: 'Group…', exact: true }).click();
      await page.keyboard.type('Manuals');
      await page.keyboard.press('Enter');
      await expect.poll(site.order).toContain('Manuals[Guides(Guides) API(API) Billing(Billing)]');
    },
  },
  {
    name: 'add a variant and make it the default',
    before: 7,
    async run(page, site) {
      await treeRow(page, 'News').click({ button: 'right' });
      await page.getByRole('menuitem', { name: 'Add site spaces…' }).click();
      const dialog = page.getByRole('dialog', { name: addSpacesName });
      await page.keyboard.type('Deutsch');
      await page.keyboard.press('Enter');
      await expect(dialog.getByRole('option', { name: 'Deutsch', selected: true })).toBeVisible();
      await page.keyboard.press('Control+Enter');
      await page.getByRole('button', { name: 'Set as default site space' }).click();
      await expect(treeRow(page, 'Deutsch')).toContainText('Default');
      await expect.poll(site.order).toContain('News(News Deutsch)');
    },
  },
];

test(
  'an administrator builds a structure in at most two thirds of the clicks',
  { tag: '@details' },
  async ({ organization, signIn, page }) => {
    for (const title of [...titles, 'Deutsch']) await createTestSpace(organization, title);
    const site = await createTestSite(organization, { Welcome: ['Tour'] });
    await signIn(organization.admin);
    await page.goto(site.editor);
    await treeRow(page, 'Welcome').waitFor();
    const lines: string[] = [];
    let clicks = 0;
    for (const { name, before, run } of tasks) {
      const count = await countSteps(page);
      await run(page, site);
      const steps = await count();
      clicks += steps.clicks;
      lines.push(`${name.padEnd(40)} ${formatSteps(steps).padEnd(12)} before: ${before}c`);
    }
    const clicksBefore = tasks.reduce((sum, { before }) => sum + before, 0);
    lines.push(`${'in sum'.padEnd(40)} ${`${clicks}c`.padEnd(12)} before: ${clicksBefore}c`);
    process.stdout.write(`${lines.join('\n')}\n`);
    expect(clicks).toBeLessThanOrEqual((clicksBefore * 2) / 3);
  },
);
