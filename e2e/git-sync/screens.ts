import { itemPath, type Screen } from '../screens/screen.ts';

export const gitSyncScreens = [
  {
    name: 'space-git',
    route: '/o/$organizationId/spaces/$spaceId/git',
    path: itemPath('spaces', '/git', /user guide/i),
    expectedText: 'Check access',
    failure: null,
  },
  {
    name: 'site-git',
    route: '/o/$organizationId/sites/$siteId/git',
    path: itemPath('sites', '/git'),
    expectedText: 'Check access',
    empty: { expectedText: 'Check access' },
    failure: null,
  },
] satisfies readonly Screen[];
