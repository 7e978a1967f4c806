import { inOrganization, type Screen, everything } from '../screens/screen.ts';
import { searchAndCommandsName } from '../support/names.ts';

export const shellScreens = [
  {
    name: 'journal',
    route: '/o/$organizationId/journal',
    path: inOrganization('/journal'),
    expectedText: 'My changes',
    empty: { expectedText: 'No changes yet' },
    failure: null,
  },
  {
    name: 'inspector',
    route: '/o/$organizationId/teams',
    path: inOrganization('/teams'),
    expectedText: 'Teams',
    prepare: async (page) => {
      await page.keyboard.press('Shift+I');
      await page.getByRole('dialog', { name: 'API requests' }).waitFor();
    },
    failure: null,
  },
  {
    name: 'palette',
    route: '/o/$organizationId/members',
    path: inOrganization('/members'),
    expectedText: /@/,
    prepare: async (page) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: searchAndCommandsName }).fill('in');
      await page.getByRole('option').nth(4).waitFor();
    },
    failure: null,
  },
  {
    name: 'keys',
    route: '/o/$organizationId/members',
    path: inOrganization('/members'),
    expectedText: /@/,
    prepare: async (page) => {
      await page.keyboard.press('?');
      await page.getByRole('dialog').waitFor();
    },
    failure: null,
  },
  { name: 'orgs', route: '/orgs', path: () => '/orgs', expectedText: 'Organizations', failure: everything },
  {
    name: 'preferences',
    route: '/preferences',
    path: () => '/preferences',
    expectedText: 'Theme',
    failure: null,
  },
  {
    name: 'not-found',
    route: '/o/$organizationId/teams/$teamId',
    path: inOrganization('/teams/doesnotexist0000000'),
    expectedText: 'Not found',
    failure: null,
  },
] satisfies readonly Screen[];
