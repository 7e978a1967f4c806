import { first, inOrganization, type Screen, whole } from '../screens/screen.ts';

export const samlScreens = [
  {
    name: 'sso',
    route: '/o/$organizationId/sso',
    path: inOrganization('/sso'),
    shows: 'On the sign-in page',
    empty: { shows: 'No identity providers yet' },
    failure: whole,
  },
  {
    name: 'sso-new',
    route: '/o/$organizationId/sso/new',
    path: inOrganization('/sso/new'),
    shows: 'Add provider',
    failure: null,
  },
  {
    name: 'sso-provider',
    route: '/o/$organizationId/sso/$samlProviderId',
    path: first('saml', 'sso'),
    shows: 'Checks',
    empty: { shows: 'Checks' },
    failure: whole,
  },
  {
    name: 'sso-provider-edit',
    route: '/o/$organizationId/sso/$samlProviderId/edit',
    path: first('saml', 'sso', '/edit'),
    shows: 'Default role for new users',
    failure: null,
  },
] satisfies readonly Screen[];
