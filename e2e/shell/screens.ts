import { inOrganization, type Screen, whole } from '../screens/screen.ts';

export const shellScreens = [
  {
    name: 'journal',
    route: '/o/$organizationId/journal',
    path: inOrganization('/journal'),
    shows: 'My changes',
    empty: { shows: 'No changes yet' },
    failure: null,
  },
  {
    name: 'inspector',
    route: '/o/$organizationId/teams',
    path: inOrganization('/teams'),
    shows: 'Teams',
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
    shows: /@/,
    prepare: async (page) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Search and commands' }).fill('in');
      await page.getByRole('option').nth(4).waitFor();
    },
    failure: null,
  },
  {
    name: 'keys',
    route: '/o/$organizationId/members',
    path: inOrganization('/members'),
    shows: /@/,
    prepare: async (page) => {
      await page.keyboard.press('?');
      await page.getByRole('dialog').waitFor();
    },
    failure: null,
  },
  { name: 'orgs', route: '/orgs', path: () => '/orgs', shows: 'Organizations', failure: whole },
  { name: 'preferences', route: '/preferences', path: () => '/preferences', shows: 'Theme', failure: null },
  {
    name: 'not-found',
    route: '/o/$organizationId/teams/$teamId',
    path: inOrganization('/teams/doesnotexist0000000'),
    shows: 'Not found',
    failure: null,
  },
] satisfies readonly Screen[];
