/** Tasks of somebody who builds the structure of a site. */
import type { Locator, Page } from '@playwright/test';
import { putSiteAdaptiveSchema, updateSite } from '#api/generated/sdk.gen.ts';
import { expect } from '../fixtures.ts';
import { createTestSpace } from '../support/change-requests.ts';
import { addName, addSpacesName } from '../support/names.ts';
import type { Organization } from '../support/organizations.ts';
import { publishByDialog } from '../support/published-sites.ts';
import { createTestSite, treeRow, type TestSite } from '../support/site-structures.ts';
import type { Task } from './count-steps.ts';

export const openStructure = async (page: Page, site: TestSite) => {
  await page.goto(site.editor);
  await treeRow(page, 'Welcome').waitFor();
};

export const sectionTitles = ['Start', 'Guides', 'API', 'Billing', 'News', 'Help'];

/** A site with one section, spaces to add, and a claim. */
export async function createSiteToBuild(organization: Organization): Promise<TestSite> {
  for (const title of [...sectionTitles, 'Deutsch']) await createTestSpace(organization, title);
  const site = await createTestSite(organization, { Welcome: ['Tour'] });
  const options = { client: organization.admin.client, path: site.path, throwOnError: true as const };
  const properties = { isPartner: { type: 'boolean' as const, description: 'Sells it.' } };
  const jsonSchema = { type: 'object' as const, properties, additionalProperties: false as const };
  await putSiteAdaptiveSchema({ ...options, body: { jsonSchema } });
  await updateSite({ ...options, body: { adaptiveContent: { enabled: true } } });
  return site;
}

/** A section; its only site space has the same title. */
export const sectionOf = (page: Page, title: string) =>
  page.getByRole('treeitem', { name: new RegExp(`^${title}, section`) });

/** Drags a row to the upper edge of another one. */
async function dragBefore(from: Locator, to: Locator): Promise<void> {
  const page = from.page();
  const [start, end] = [await from.boundingBox(), await to.boundingBox()];
  if (!start || !end) throw new Error('The rows are not on the page.');
  const x = start.x + 160;
  await page.mouse.move(x, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(x + 8, start.y + start.height / 2 + 8, { steps: 2 });
  await page.mouse.move(x, end.y + end.height * 0.1, { steps: 6 });
  await page.mouse.up();
}

/** In this order: each begins with what the one before has made. */
export const structureTasks: Task<TestSite>[] = [
  {
    name: 'add six sections',
    before: { clicks: 24, characters: 72 },
    start: openStructure,
    async run(page, site) {
      await page.getByRole('button', { name: addName, exact: true }).click();
      await page.getByRole('menuitem', { name: /^Sections…/ }).click();
      const dialog = page.getByRole('dialog', { name: addSpacesName });
      for (const title of sectionTitles)
        await dialog.getByRole('option', { name: title, exact: true }).click();
      await dialog.getByRole('button', { name: addSpacesName }).click();
      await expect
        .poll(site.order)
        .toBe(`Welcome(Tour) ${sectionTitles.map((title) => `${title}(${title})`).join(' ')}`);
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
    name: 'move a section to a group',
    before: { clicks: 1 },
    async run(page, site) {
      await dragBefore(sectionOf(page, 'Start'), sectionOf(page, 'API'));
      await expect
        .poll(site.order)
        .toContain('Manuals[Guides(Guides) Start(Start) API(API) Billing(Billing)]');
    },
  },
  {
    name: 'move a section to the other end',
    before: { clicks: 1 },
    async run(page, site) {
      await dragBefore(sectionOf(page, 'Help'), sectionOf(page, 'Welcome'));
      await expect.poll(site.order).toMatch(/^Help\(Help\) Welcome/);
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
    name: 'rename a path',
    before: { clicks: 3, characters: 6 },
    async run(page) {
      await sectionOf(page, 'News').click();
      const form = page.getByRole('form', { name: 'Details of News' });
      await form.getByLabel('Path').dblclick();
      await page.keyboard.type('latest');
      await page.keyboard.press('Enter');
      await expect(page.getByText(/^Changed the path of/)).toBeVisible();
    },
  },
  {
    name: 'undo five changes',
    before: { keys: 5 },
    async start(page, site) {
      for (const row of ['News', 'News', 'News', 'Manuals', 'Manuals']) {
        const before = await site.order();
        await (row === 'News' ? sectionOf(page, row) : treeRow(page, row)).click();
        await page.keyboard.press('Alt+ArrowUp');
        await expect.poll(site.order).not.toBe(before);
      }
      expect(await site.order()).toMatch(/^News.*Manuals.*Help.*Welcome/);
    },
    async run(page, site) {
      for (let undone = 0; undone < 5; undone += 1) await page.keyboard.press('ControlOrMeta+z');
      await expect.poll(site.order).toMatch(/^Help.*Welcome.*Manuals.*News/);
    },
  },
  {
    name: 'publish the site',
    before: { clicks: 2 },
    run: publishByDialog,
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
  {
    name: 'create a site',
    before: { clicks: 2, characters: 10 },
    async start(page, { path }) {
      await page.goto(`/o/${path.organizationId}/sites`);
    },
    async run(page) {
      await page.getByRole('link', { name: 'New site' }).click();
      const dialog = page.getByRole('dialog', { name: 'New site' });
      await expect(dialog.getByRole('textbox', { name: 'Title', exact: true })).toBeFocused();
      await page.keyboard.type('Tide guide');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { name: 'Tide guide', level: 1 })).toBeVisible();
    },
  },
];
