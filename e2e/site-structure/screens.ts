import type { Locator, Page } from '@playwright/test';
import { itemPath, type Screen } from '../screens/screen.ts';
import { addName, addSpacesName } from '../support/names.ts';

const structure = {
  route: '/o/$organizationId/sites/$siteId/structure',
  path: itemPath('sites', '/structure'),
  expectedText: /section/i,
  failure: null,
} as const;

/** A dialog of the structure, opened from its view menu. */
const viewing = (entry: string, content: (dialog: Locator) => Locator) => async (page: Page) => {
  await page.getByRole('button', { name: 'View', exact: true }).click();
  await page.getByRole('menuitem', { name: entry }).click();
  await content(page.getByRole('dialog')).waitFor();
};

export const siteStructureScreens = [
  {
    name: 'structure',
    route: '/o/$organizationId/sites/$siteId/structure',
    path: itemPath('sites', '/structure'),
    expectedText: /section/i,
    empty: { expectedText: 'This site is empty' },
    failure: { pathPattern: /\/structure$/ },
  },
  {
    name: 'structure-draft',
    route: '/o/$organizationId/sites/$siteId/structure',
    path: itemPath('sites', '/structure?mode=draft'),
    expectedText: 'What you change here is gathered in a draft',
    failure: null,
  },
  {
    ...structure,
    name: 'structure-text',
    prepare: viewing('As text…', (dialog) => dialog.getByLabel('Text', { exact: true })),
  },
  {
    ...structure,
    name: 'structure-health',
    prepare: viewing('Site health…', (dialog) => dialog.getByRole('heading', { name: 'Structure' })),
  },
  {
    ...structure,
    name: 'structure-history',
    prepare: viewing('History…', (dialog) =>
      dialog.getByRole('listitem').or(dialog.getByText('No changes yet')).first(),
    ),
  },
  {
    ...structure,
    name: 'structure-adding',
    prepare: async (page) => {
      await page.getByRole('button', { name: addName, exact: true }).click();
      await page.getByRole('menuitem', { name: /^Sections…/ }).click();
      await page.getByRole('dialog', { name: addSpacesName }).getByRole('option').first().waitFor();
    },
  },
  {
    ...structure,
    name: 'structure-selection',
    prepare: async (page) => {
      for (const row of [0, 3])
        await page
          .getByRole('treeitem')
          .nth(row)
          .click({ modifiers: ['ControlOrMeta'] });
      await page.getByRole('toolbar').waitFor();
    },
  },
] satisfies readonly Screen[];
