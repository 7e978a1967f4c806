import { inOrganization, type Screen, everything } from '../screens/screen.ts';
import { mergeChecksName } from '../support/names.ts';

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
] satisfies readonly Screen[];
