import type { Locator, Page } from '@playwright/test';
import { itemPath, type Screen } from '../screens/screen.ts';
import { addName, addSpacesName } from '../support/names.ts';

const structure = {
  route: '/o/$organizationId/sites/$siteId/structure',
  path: itemPath('sites', '/structure'),
  expectedText: /section/i,
  failure: null,
} as const;

/** The draft of a site that has changes in its draft. */
const drafted = {
  ...structure,
  path: itemPath('sites', '/structure?mode=draft', /for developers/),
  // At other servers it is in the browser, and empty.
  expectedText: /in the draft|gathered in a draft/,
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
  { ...drafted, name: 'structure-draft', empty: { expectedText: 'gathered in a draft' } },
  {
    ...drafted,
    name: 'structure-draft-changes',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Changes', exact: true }).click();
      await page.getByRole('dialog', { name: 'Changes of the draft' }).waitFor();
    },
  },
  {
    ...drafted,
    name: 'structure-draft-schedule',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'More actions for the draft' }).click();
      await page.getByRole('menuitem', { name: 'Schedule…' }).click();
      await page.getByRole('dialog', { name: 'Schedule the draft' }).waitFor();
    },
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
