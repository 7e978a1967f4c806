import { itemPath, type Screen } from '../screens/screen.ts';

export const insightScreens = [
  {
    name: 'site-insights',
    route: '/o/$organizationId/sites/$siteId/insights',
    path: itemPath('sites', '/insights'),
    expectedText: 'Numbers of each day',
    empty: { expectedText: 'No page was read' },
    failure: { pathPattern: /\/insights\/events\/aggregate$/ },
  },
] satisfies readonly Screen[];
