import type { AnyRoute } from '@tanstack/react-router';
import type { routeTree } from '#src/routes.gen.ts';
import { Route as root } from '#src/routes/__root.tsx';
import { Route as shell } from '#src/routes/_shell.tsx';
import { Route as organization } from '#src/routes/_shell/o.$organizationId.tsx';
import { Route as home } from '#src/routes/_shell/o.$organizationId/index.tsx';
import { Route as members } from '#src/routes/_shell/o.$organizationId/members.tsx';
import { Route as teams } from '#src/routes/_shell/o.$organizationId/teams/route.tsx';
import { Route as start } from '#src/routes/index.tsx';
import { Route as login } from '#src/routes/login.tsx';

/** Paths of the routes below; those of all other screens are fetched before the router starts. */
export const firstPaths = /^\/(login|o\/[^/]+(\/(members|teams))?)?\/?$/;

/** As `routes.gen.ts` does, which later adds all others to the same routes. */
function addChildren(route: AnyRoute, children: Record<string, AnyRoute>): AnyRoute {
  for (const [id, child] of Object.entries(children)) {
    const path = id.startsWith('/_') ? undefined : id;
    Object.assign(child.options, { id, path, getParentRoute: () => route });
  }
  return route.addChildren(Object.values(children));
}

addChildren(organization, { '/': home, '/members': members, '/teams': teams });
addChildren(shell, { '/o/$organizationId': organization });
addChildren(root, { '/': start, '/login': login, '/_shell': shell });

/**
 * The routes that the first screen is shown with, and the teams, where many go next and which add half a KB: building
 * all hundred, with everything that their loaders import, would take longer than all else before the rows.
 */
// The type is that of the whole tree, so that links to all screens are checked.
export const firstRouteTree = root as unknown as typeof routeTree;
