import { itemPath, type Screen } from '../screens/screen.ts';

export const siteCustomizationScreens = [
  {
    name: 'site-appearance',
    route: '/o/$organizationId/sites/$siteId/appearance',
    path: itemPath('sites', '/appearance', /help/i),
    expectedText: 'Primary color',
    empty: { expectedText: 'Primary color' },
    failure: { pathPattern: /\/customization$/ },
  },
] satisfies readonly Screen[];
