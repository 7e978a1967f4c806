/** Tasks of somebody who builds the structure of a site. */
import type { Page } from '@playwright/test';
import { putSiteAdaptiveSchema, updateSite } from '#api/generated/sdk.gen.ts';
import { expect } from '../fixtures.ts';
import { createTestSpace } from '../support/change-requests.ts';
import { addName, addSpacesName } from '../support/names.ts';
import type { Organization } from '../support/organizations.ts';
import { createTestSite, treeRow, type TestSite } from '../support/site-structures.ts';
import type { Task } from './count-steps.ts';

const titles = ['Start', 'Guides', 'API', 'Billing', 'News', 'Help'];

/** A site with one section, spaces to add, and a claim. */
export async function createSiteToBuild(organization: Organization): Promise<TestSite> {
  for (const title of [...titles, 'Deutsch']) await createTestSpace(organization, title);
  const site = await createTestSite(organization, { Welcome: ['Tour'] });
  const options = { client: organization.admin.client, path: site.path, throwOnError: true as const };
  const properties = { isPartner: { type: 'boolean' as const, description: 'Sells it.' } };
  const jsonSchema = { type: 'object' as const, properties, additionalProperties: false as const };
  await putSiteAdaptiveSchema({ ...options, body: { jsonSchema } });
  await updateSite({ ...options, body: { adaptiveContent: { enabled: true } } });
  return site;
}

/** In this order: each begins with what the one before has made. */
export const structureTasks: Task<TestSite>[] = [
  {
    name: 'add six sections',
    before: { clicks: 24, characters: 72 },
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
    before: { clicks: 5, characters: 11 },
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
    before: { clicks: 7, characters: 8 },
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
  {
    name: 'limit a section to partners',
    before: { clicks: 3, characters: 26 },
    async run(page) {
      await treeRow(page, 'Help').click();
      const form = page.getByRole('form', { name: 'Details of Help' });
      await form.getByRole('button', { name: 'Add rule' }).click();
      await form.getByRole('button', { name: 'Save changes' }).click();
      await expect(page.getByText(/^Changed the condition of/)).toBeVisible();
      await expect(treeRow(page, 'Help')).toContainText('Conditional');
    },
  },
  {
    name: 'see who sees what as a new segment',
    before: { clicks: 7, characters: 18 },
    async run(page) {
      await page.getByRole('link', { name: 'Visitors', exact: true }).click();
      await page.getByRole('button', { name: 'New segment' }).click();
      await expect(page.getByRole('dialog').getByLabel('Name')).toBeFocused();
      await page.keyboard.type('Resellers');
      await page.keyboard.press('Tab');
      // A native list chooses by its first letter.
      await page.keyboard.press('t');
      await page.keyboard.press('Control+Enter');
      await expect(page.getByRole('button', { name: 'Help, Resellers: shown' }).first()).toBeVisible();
    },
  },
];

export const openStructure = async (page: Page, site: TestSite) => {
  await page.goto(site.editor);
  await treeRow(page, 'Welcome').waitFor();
};
