/** All screens of the console, for screenshots and checks. */
import { accessReviewScreens } from '../access-review/screens.ts';
import { apiSpecScreens } from '../api-specs/screens.ts';
import { auditLogScreens } from '../audit-log/screens.ts';
import { changeRequestScreens } from '../change-requests/screens.ts';
import { commentScreens } from '../comments/screens.ts';
import { contentScreens } from '../content/screens.ts';
import { customFieldScreens } from '../custom-fields/screens.ts';
import { homeScreens } from '../home/screens.ts';
import { inboxScreens } from '../inbox/screens.ts';
import { inviteScreens } from '../invites/screens.ts';
import { memberScreens } from '../members/screens.ts';
import { samlScreens } from '../saml/screens.ts';
import { searchScreens } from '../search/screens.ts';
import { settingsScreens } from '../settings/screens.ts';
import { shellScreens } from '../shell/screens.ts';
import { siteStructureScreens } from '../site-structure/screens.ts';
import { siteScreens } from '../sites/screens.ts';
import { spaceScreens } from '../spaces/screens.ts';
import { teamScreens } from '../teams/screens.ts';
import { translationScreens } from '../translations/screens.ts';
import { visitorScreens } from '../visitors/screens.ts';
import type { Route, Screen } from './screen.ts';

/** The screens by what they are about, in groups of about the same length. */
export const screenGroups = {
  people: [
    ...homeScreens,
    ...memberScreens,
    ...accessReviewScreens,
    ...auditLogScreens,
    ...inviteScreens,
    ...teamScreens,
    ...samlScreens,
    ...settingsScreens,
    ...shellScreens,
  ],
  content: [
    ...contentScreens,
    ...spaceScreens,
    ...customFieldScreens,
    ...translationScreens,
    ...apiSpecScreens,
  ],
  sites: [...siteScreens, ...siteStructureScreens, ...visitorScreens, ...searchScreens],
  reviews: [...inboxScreens, ...changeRequestScreens, ...commentScreens],
} satisfies Record<string, readonly Screen[]>;

/** All of them. */
export const screens: readonly Screen[] = Object.values(screenGroups).flat();

type ShownRoute = (typeof screenGroups)[keyof typeof screenGroups][number]['route'];

/** Why no screen stands for a route. A route that has neither a screen nor a reason does not compile. */
export const otherRoutes: Readonly<Record<Exclude<Route, ShownRoute>, string>> = {
  '/': 'Redirects to the organization.',
  '/login': 'Only visible when signed out.',
  '/o/$organizationId/inbox': 'Redirects to a view.',
  '/o/$organizationId/settings': 'Redirects to the general settings.',
  '/o/$organizationId/sites/$siteId': 'Redirects to the structure.',
  '/o/$organizationId/spaces/$spaceId/pages': 'Redirects to the first page that has a text.',
  '/o/$organizationId/spaces/$spaceId/changes/$changeRequest/diff': 'Redirects to the first changed page.',
  '/published/$': 'Says that nothing is served at the address of a site; the path is whatever was asked for.',
};
