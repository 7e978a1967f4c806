import { namedItemPath, inOrganization, type Screen, everything } from '../screens/screen.ts';

export const samlScreens = [
  {
    name: 'sso',
    route: '/o/$organizationId/sso',
    path: inOrganization('/sso'),
    expectedText: 'On the sign-in page',
    empty: { expectedText: 'No identity providers yet' },
    failure: everything,
  },
  {
    name: 'sso-new',
    route: '/o/$organizationId/sso/new',
    path: inOrganization('/sso/new?kind=saml'),
    expectedText: 'Add provider',
    failure: null,
  },
  {
    name: 'sso-test',
    route: '/o/$organizationId/sso/test',
    path: inOrganization('/sso/test'),
    expectedText: 'No test to show',
    failure: null,
  },
  {
    name: 'sso-provider',
    route: '/o/$organizationId/sso/$samlProviderId',
    path: namedItemPath('saml', 'sso'),
    expectedText: 'Checks',
    empty: { expectedText: 'Checks' },
    failure: everything,
  },
  {
    name: 'sso-provider-edit',
    route: '/o/$organizationId/sso/$samlProviderId/edit',
    path: namedItemPath('saml', 'sso', '/edit'),
    expectedText: 'Default role for new users',
    failure: null,
  },
] satisfies readonly Screen[];
