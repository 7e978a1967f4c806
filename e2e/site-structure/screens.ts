import { itemPath, type Screen } from '../screens/screen.ts';

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
    name: 'structure-text',
    route: '/o/$organizationId/sites/$siteId/structure',
    path: itemPath('sites', '/structure'),
    expectedText: /section/i,
    prepare: async (page) => {
      await page.getByRole('button', { name: 'View', exact: true }).click();
      await page.getByRole('menuitem', { name: 'As text…' }).click();
      await page.getByLabel('Text', { exact: true }).waitFor();
    },
    failure: null,
  },
  {
    name: 'structure-selection',
    route: '/o/$organizationId/sites/$siteId/structure',
    path: itemPath('sites', '/structure'),
    expectedText: /section/i,
    prepare: async (page) => {
      for (const row of [0, 3])
        await page
          .getByRole('treeitem')
          .nth(row)
          .click({ modifiers: ['ControlOrMeta'] });
      await page.getByRole('toolbar').waitFor();
    },
    failure: null,
  },
] satisfies readonly Screen[];
