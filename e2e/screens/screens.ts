/** Every screen of the console, for those who take pictures of them all and those who check them all. */
import { contentScreens } from './content-screens.ts';
import { peopleScreens } from './people-screens.ts';
import { reviewScreens } from './review-screens.ts';
import type { Route, Screen } from './screen.ts';
import { siteScreens } from './site-screens.ts';

/** The screens by what they are about, in groups of about the same length. */
export const screenGroups = {
  people: peopleScreens,
  content: contentScreens,
  sites: siteScreens,
  reviews: reviewScreens,
} satisfies Record<string, readonly Screen[]>;

/** All of them. */
export const screens: readonly Screen[] = Object.values(screenGroups).flat();

type ShownRoute = (typeof screenGroups)[keyof typeof screenGroups][number]['route'];

/** Why no screen stands for a route. A route that has neither a screen nor a reason does not compile. */
export const otherRoutes: Readonly<Record<Exclude<Route, ShownRoute>, string>> = {
  '/': 'Leads on to the organization.',
  '/login': 'Nobody who is signed in can see it.',
  '/o/$organizationId/inbox': 'Leads on to a view.',
  '/o/$organizationId/settings': 'Leads on to the general ones.',
  '/o/$organizationId/sites/$siteId': 'Leads on to the structure.',
  '/o/$organizationId/spaces/$spaceId/pages': 'Leads on to the first page that has a text.',
  '/o/$organizationId/spaces/$spaceId/changes/$changeRequest/diff':
    'Leads on to the first page that differs.',
  '/published/$': 'Says that nothing is served at the address of a site; the path is whatever was asked for.',
};
