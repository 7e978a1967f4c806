import { inOrganization, one, type Screen, whole } from '../screens/screen.ts';

export const memberScreens = [
  {
    name: 'members',
    route: '/o/$organizationId/members',
    path: inOrganization('/members'),
    shows: /@/,
    empty: { shows: /Nobody matches/, path: inOrganization('/members?q=nobodyatall') },
    failure: whole,
  },
  {
    name: 'member',
    route: '/o/$organizationId/members/$userId',
    path: one('members', ''),
    shows: /@/,
    empty: { shows: 'No teams' },
    failure: whole,
  },
  {
    name: 'member-add-to-team',
    route: '/o/$organizationId/members/$userId/add-to-team',
    path: one('members', '/add-to-team'),
    shows: 'Team role',
    failure: null,
  },
  {
    name: 'members-bulk',
    route: '/o/$organizationId/members',
    path: inOrganization('/members'),
    shows: /@/,
    prepare: async (page) => {
      await page.getByRole('checkbox').nth(1).click();
      await page
        .getByRole('checkbox')
        .nth(4)
        .click({ modifiers: ['Shift'] });
      await page.getByRole('toolbar').getByRole('button', { name: 'Role…' }).click();
      await page.getByRole('list', { name: 'Plan' }).getByRole('listitem').first().waitFor();
    },
    failure: null,
  },
  {
    name: 'members-selection',
    route: '/o/$organizationId/members',
    path: inOrganization('/members'),
    shows: /@/,
    prepare: async (page) => {
      await page.getByRole('checkbox').nth(1).click();
      await page.getByRole('toolbar').waitFor();
    },
    failure: null,
  },
  {
    name: 'members-import',
    route: '/o/$organizationId/members/import',
    path: inOrganization('/members/import'),
    shows: 'CSV',
    prepare: async (page) => {
      await page
        .getByLabel('CSV')
        .fill('email,role\nreader@demo.example,edit\nnew.face@demo.example,read\nx,king');
      await page.getByRole('list', { name: 'Plan' }).waitFor();
    },
    failure: null,
  },
] satisfies readonly Screen[];
