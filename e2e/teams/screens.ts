import { inOrganization, one, type Screen, whole } from '../screens/screen.ts';

export const teamScreens = [
  {
    name: 'teams',
    route: '/o/$organizationId/teams',
    path: inOrganization('/teams'),
    shows: 'Teams',
    empty: { shows: 'No teams yet' },
    failure: whole,
  },
  {
    name: 'team',
    route: '/o/$organizationId/teams/$teamId',
    path: one('teams', ''),
    shows: /@/,
    empty: { shows: 'No members yet' },
    failure: whole,
  },
  {
    name: 'team-delete',
    route: '/o/$organizationId/teams/$teamId',
    path: one('teams', ''),
    shows: /@/,
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
    shows: 'Create team',
    failure: null,
  },
  {
    name: 'team-add',
    route: '/o/$organizationId/teams/$teamId/add',
    path: one('teams', '/add'),
    shows: 'Add to team',
    failure: null,
  },
  {
    name: 'team-paste',
    route: '/o/$organizationId/teams/$teamId/paste',
    path: one('teams', '/paste'),
    shows: 'Add members',
    failure: null,
  },
  {
    name: 'team-rename',
    route: '/o/$organizationId/teams/$teamId/rename',
    path: one('teams', '/rename'),
    shows: /Rename the team/,
    failure: null,
  },
] satisfies readonly Screen[];
