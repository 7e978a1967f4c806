/** Every screen of the console, for those who take pictures of them all and those who check them all. */
import { contentScreens } from './content-screens.ts';
import { peopleScreens } from './people-screens.ts';
import { reviewScreens } from './review-screens.ts';
import type { Screen } from './screen.ts';
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

/** Routes that only lead on to another one, and the one that nobody who is signed in can see. */
export const otherRoutes: readonly string[] = [
  '/',
  '/login',
  '/o/$organizationId/inbox',
  '/o/$organizationId/settings',
  '/o/$organizationId/sites/$siteId',
  // With the first page that has a text, and the first that differs.
  '/o/$organizationId/spaces/$spaceId/pages',
  '/o/$organizationId/spaces/$spaceId/changes/$changeRequest/diff',
  // Says that nothing is served at the address of a site; the path is whatever was asked for.
  '/published/$',
];
