import { inOrganization, itemPath, type Screen, everything } from '../screens/screen.ts';

export const teamScreens = [
  {
    name: 'teams',
    route: '/o/$organizationId/teams',
    path: inOrganization('/teams'),
    expectedText: 'Teams',
    empty: { expectedText: 'No teams yet' },
    failure: everything,
  },
  {
    name: 'team',
    route: '/o/$organizationId/teams/$teamId',
    path: itemPath('teams', ''),
    expectedText: /@/,
    empty: { expectedText: 'No members yet' },
    failure: everything,
  },
  {
    name: 'team-delete',
    route: '/o/$organizationId/teams/$teamId',
    path: itemPath('teams', ''),
    expectedText: /@/,
    prepare: async (page) => {
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete team' }).waitFor();
    },
    failure: null,
  },
  {
    name: 'team-new',
    route: '/o/$organizationId/teams/new',
    path: inOrganization('/teams/new'),
    expectedText: 'Create team',
    failure: null,
  },
  {
    name: 'team-add',
    route: '/o/$organizationId/teams/$teamId/add',
    path: itemPath('teams', '/add'),
    expectedText: 'Add to team',
    failure: null,
  },
  {
    name: 'team-paste',
    route: '/o/$organizationId/teams/$teamId/paste',
    path: itemPath('teams', '/paste'),
    expectedText: 'Add members',
    failure: null,
  },
  {
    name: 'team-rename',
    route: '/o/$organizationId/teams/$teamId/rename',
    path: itemPath('teams', '/rename'),
    expectedText: /Rename “/,
    failure: null,
  },
] satisfies readonly Screen[];
