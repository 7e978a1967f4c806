/** The two measured pages: URLs and selectors. */
import type { Target } from './browser.ts';
import type { BenchEnvironment } from './environment.ts';

/** The smallest page of the stack. */
export function baselineTarget(origin: string): Target {
  return {
    name: 'baseline',
    origin,
    paths: { members: '/members', teams: '/teams', longList: '/long-list', structure: '/structure' },
    selectors: {
      row: 'tbody tr, [role="row"]',
      scroller: '[data-scroller]',
      treeRow: '[role="treeitem"]',
      treeScroller: '[data-scroller]',
    },
    rows: { members: 50, teams: 4 },
    signIn: async () => undefined,
  };
}

/** The console, signed in as an administrator of the measured organization. */
export function consoleTarget({ server, organizationId, siteId }: BenchEnvironment): Target {
  const organization = `/o/${organizationId}`;
  return {
    name: 'console',
    origin: server.url,
    paths: {
      members: `${organization}/members`,
      teams: `${organization}/teams`,
      longList: `${organization}/members`,
      structure: `${organization}/sites/${siteId}/structure`,
    },
    selectors: {
      row: 'main tbody tr:not([aria-hidden])',
      // The page itself scrolls.
      scroller: 'html',
      // A tree with columns is a tree grid.
      treeRow: ':is([role="tree"], [role="treegrid"]) [data-row]',
      treeScroller: '[role="tree"], [role="treegrid"]',
    },
    rows: { members: 20, teams: 4 },
    signIn: async (context) => {
      const response = await context.request.post(`${server.url}/auth/session`, {
        data: { token: server.token },
      });
      if (!response.ok())
        throw new Error(`Signing in returned ${response.status()}: ${await response.text()}`);
    },
  };
}
