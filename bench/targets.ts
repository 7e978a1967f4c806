/** The two measured pages: URLs and selectors. */
import type { Target } from './browser.ts';
import type { BenchEnvironment } from './environment.ts';

/** The smallest page of the stack. */
export function baselineTarget(origin: string): Target {
  return {
    name: 'baseline',
    origin,
    screens: {
      members: { path: '/members', row: 'tbody tr', minRows: 50 },
      teams: { path: '/teams', row: 'tbody tr', minRows: 4 },
      longList: { path: '/long-list', row: '[role="row"]', minRows: 11, scroller: '[data-scroller]' },
      structure: { path: '/structure', row: '[role="treeitem"]', minRows: 11, scroller: '[data-scroller]' },
    },
    signIn: async () => undefined,
  };
}

/** The console, signed in as an administrator of the measured organization. */
export function consoleTarget({ server, organizationId, siteId }: BenchEnvironment): Target {
  const organization = `/o/${organizationId}`;
  // The page itself scrolls.
  const table = { row: 'main tbody tr:not([aria-hidden])', scroller: 'html' };
  // A tree with columns is a tree grid.
  const tree = {
    row: ':is([role="tree"], [role="treegrid"]) [data-row]',
    scroller: '[role="tree"], [role="treegrid"]',
  };
  const members = { ...table, path: `${organization}/members`, minRows: 20 };
  return {
    name: 'console',
    origin: server.url,
    screens: {
      members,
      teams: { ...table, path: `${organization}/teams`, minRows: 4 },
      longList: members,
      structure: { ...tree, path: `${organization}/sites/${siteId}/structure`, minRows: 11 },
    },
    signIn: async (context) => {
      const response = await context.request.post(`${server.url}/auth/session`, {
        data: { token: server.token },
      });
      if (!response.ok())
        throw new Error(`Signing in returned ${response.status()}: ${await response.text()}`);
    },
  };
}
