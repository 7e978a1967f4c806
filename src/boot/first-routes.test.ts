import { QueryClient } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { firstPaths, firstRouteTree } from './first-routes.ts';

// Read, because importing it would take seconds and change the tree.
const generated = readFileSync('src/routes.gen.ts', 'utf8');
const allPaths = new Map(
  [...generated.matchAll(/'(\S+)': \{\s+id: \S+\s+path: \S+\s+fullPath: '(\S+)';/g)].map(
    ([, id = '', path = '']) => [id, path],
  ),
);

test('the routes of the first screen are where the whole tree has them', () => {
  const context = { queryClient: new QueryClient(), loadRoutesFor: async () => false };
  const { routesById } = createRouter({ routeTree: firstRouteTree, context });
  const first = Object.values(routesById).filter(({ id }) => id !== '__root__');
  expect(first).toHaveLength(7);
  for (const { id, fullPath } of first) expect(allPaths.get(id), id).toBe(fullPath);
});

test('a screen whose route is not there yet is known by its path', () => {
  const ofFirstScreen = [...allPaths.values()].filter((path) => firstPaths.test(path.replace('$', '')));
  expect(new Set(ofFirstScreen)).toEqual(
    new Set([
      '/',
      '/login',
      '/o/$organizationId',
      '/o/$organizationId/',
      '/o/$organizationId/members',
      '/o/$organizationId/teams',
    ]),
  );
});
