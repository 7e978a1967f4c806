import { inOrganization, type Screen, everything } from '../screens/screen.ts';
import { listOptionsName, mergeChecksName } from '../support/names.ts';

export const inboxScreens = [
  {
    name: 'inbox',
    route: '/o/$organizationId/inbox/$view',
    path: inOrganization('/inbox/open'),
    expectedText: /change request/,
    prepare: async (page) => {
      await page.keyboard.press('j');
      await page.getByRole('region', { name: mergeChecksName }).waitFor();
    },
    empty: { expectedText: 'All clear' },
    failure: everything,
  },
  {
    name: 'inbox-merge-queue',
    route: '/o/$organizationId/inbox/$view',
    path: inOrganization('/inbox/open'),
    expectedText: /change request/,
    prepare: async (page) => {
      await page.getByRole('button', { name: listOptionsName }).click();
      await page.getByRole('menuitem', { name: 'Merge queue' }).click();
      await page
        .getByRole('dialog', { name: 'Merge queue' })
        .getByRole('listitem')
        .or(page.getByText('Nothing is planned'))
        .first()
        .waitFor();
    },
    failure: null,
  },
] satisfies readonly Screen[];
