import { itemPath, type Screen } from '../screens/screen.ts';

export const gitSyncScreens = [
  {
    name: 'space-git',
    route: '/o/$organizationId/spaces/$spaceId/git',
    path: itemPath('spaces', '/git', /user guide/i),
    expectedText: 'Check access',
    failure: null,
  },
] satisfies readonly Screen[];
