/** All screens of the console, for screenshots and checks. */
import { screenGroups } from '../registry.ts';
import type { Route, Screen } from './screen.ts';

export const screens: readonly Screen[] = Object.values(screenGroups).flat();

type ShownRoute = (typeof screenGroups)[keyof typeof screenGroups][number]['route'];

/** Why a route has no screen here. Does not compile while a route has neither a screen nor a reason. */
export const otherRoutes: Readonly<Record<Exclude<Route, ShownRoute>, string>> = {
  '/': 'Redirects to the organization.',
  '/login': 'Only visible when signed out; see sign-in/screens.ts.',
  '/o/$organizationId/inbox': 'Redirects to a view.',
  '/o/$organizationId/sso/oidc/$oidcProviderId': 'The demonstration has none; see saml/oidc.spec.ts.',
  '/o/$organizationId/sso/oidc/$oidcProviderId/edit': 'The demonstration has none; see saml/oidc.spec.ts.',
  '/o/$organizationId/settings': 'Redirects to the general settings.',
  '/o/$organizationId/sites/$siteId': 'Redirects to the structure.',
  '/o/$organizationId/spaces/$spaceId/pages': 'Redirects to the first page that has a text.',
  '/o/$organizationId/spaces/$spaceId/changes/$changeRequest/diff': 'Redirects to the first changed page.',
  '/o/$organizationId/spaces/$spaceId/reusable/$contentId':
    'The demonstration has none; see change-requests/reusable.spec.ts.',
  '/o/$organizationId/spaces/$spaceId/changes/$changeRequest/reusable/$contentId':
    'The demonstration has none; see change-requests/reusable.spec.ts.',
  '/o/$organizationId/spaces/$spaceId/changes/$changeRequest/reusable/$contentId/edit':
    'The demonstration has none; see change-requests/reusable.spec.ts.',
};
