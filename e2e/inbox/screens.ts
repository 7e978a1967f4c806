import { inOrganization, type Screen, whole } from '../screens/screen.ts';

export const inboxScreens = [
  {
    name: 'inbox',
    route: '/o/$organizationId/inbox/$view',
    path: inOrganization('/inbox/waiting'),
    shows: /change request/,
    prepare: async (page) => {
      await page.keyboard.press('j');
      await page.getByRole('region', { name: 'Merge checks' }).waitFor();
    },
    empty: { shows: 'All clear' },
    failure: whole,
  },
] satisfies readonly Screen[];
