import { inOrganization, itemPath, type Screen, everything } from '../screens/screen.ts';
import { csvName, planName, roleName } from '../support/names.ts';

export const memberScreens = [
  {
    name: 'members',
    route: '/o/$organizationId/members',
    path: inOrganization('/members'),
    expectedText: /@/,
    empty: { expectedText: /No members match/, path: inOrganization('/members?q=nobodyatall') },
    failure: everything,
  },
  {
    name: 'member',
    route: '/o/$organizationId/members/$userId',
    path: itemPath('members', ''),
    expectedText: /@/,
    empty: { expectedText: 'No teams' },
    failure: everything,
  },
  {
    name: 'member-sign-in',
    route: '/o/$organizationId/members/$userId',
    path: itemPath('members', '?tab=sign-in'),
    expectedText: 'API tokens',
    failure: everything,
  },
  {
    name: 'member-add-to-team',
    route: '/o/$organizationId/members/$userId/add-to-team',
    path: itemPath('members', '/add-to-team'),
    expectedText: 'Team role',
    failure: null,
  },
  {
    name: 'members-former-guests',
    route: '/o/$organizationId/members/former-guests',
    path: inOrganization('/members/former-guests'),
    expectedText: 'No guest is left to decide about.',
    failure: null,
  },
  {
    name: 'members-bulk',
    route: '/o/$organizationId/members',
    path: inOrganization('/members'),
    expectedText: /@/,
    prepare: async (page) => {
      await page.getByRole('checkbox').nth(1).click();
      await page
        .getByRole('checkbox')
        .nth(4)
        .click({ modifiers: ['Shift'] });
      await page.getByRole('toolbar').getByRole('button', { name: roleName }).click();
      await page.getByRole('list', { name: planName }).getByRole('listitem').first().waitFor();
    },
    failure: null,
  },
  {
    name: 'members-selection',
    route: '/o/$organizationId/members',
    path: inOrganization('/members'),
    expectedText: /@/,
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
    expectedText: 'CSV',
    prepare: async (page) => {
      await page
        .getByLabel(csvName)
        .fill('email,role\nreader@demo.example,edit\nnew.face@demo.example,read\nx,king');
      await page.getByRole('list', { name: planName }).waitFor();
    },
    failure: null,
  },
] satisfies readonly Screen[];
