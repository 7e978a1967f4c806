/** The measured pages: how they are built and served, their URLs and selectors. */
import { execFileSync } from 'node:child_process';
import { build } from 'vite';
import type { Target } from './browser.ts';
import { type BuiltSite, serveBuiltSite } from './built-site.ts';
import type { BenchEnvironment } from './environment.ts';

/** Builds the baseline and serves it. */
export async function serveBaseline(world: BenchEnvironment): Promise<BuiltSite> {
  await build({ configFile: 'bench/baseline/vite.config.ts', logLevel: 'error' });
  return await serveBuiltSite('dist/baseline', world);
}

/** Installs the peer's own packages, builds it and serves it. */
export async function servePeer(world: BenchEnvironment): Promise<BuiltSite> {
  for (const args of [
    ['ci', '--no-audit', '--no-fund'],
    ['exec', '--', 'vite', 'build', '--logLevel', 'error'],
  ])
    execFileSync('npm', args, { cwd: 'bench/peers', stdio: ['ignore', 'ignore', 'inherit'] });
  return await serveBuiltSite('dist/peers', world);
}

/** The smallest page of the stack. */
export function baselineTarget(origin: string): Target {
  return {
    name: 'baseline',
    origin,
    screens: {
      members: { path: '/members', row: 'tbody tr', minRows: 50 },
      teams: { path: '/teams', row: 'tbody tr', minRows: 4 },
      longList: { path: '/long-list', row: '[role="row"]', minRows: 11, scroller: '[data-scroller]' },
      sites: { path: '/sites', row: 'tbody tr', minRows: 1 },
      structure: { path: '/structure', row: '[role="treeitem"]', minRows: 11, scroller: '[data-scroller]' },
      inbox: { path: '/inbox', row: 'tbody tr', minRows: 11 },
      changeRequest: { path: '/change-request', row: 'dd', minRows: 2 },
    },
    signIn: async () => undefined,
  };
}

/** The rows that it shows while it loads have no such class. */
const peerRow = 'tbody tr:is(.RaDataTable-rowEven, .RaDataTable-rowOdd)';

/** The lists of members and teams, made with react-admin. */
export function peerTarget(origin: string): Target {
  return {
    name: 'react-admin',
    origin,
    screens: {
      members: { path: '/members', row: peerRow, minRows: 20 },
      teams: { path: '/teams', row: peerRow, minRows: 4 },
    },
    signIn: async () => undefined,
  };
}

/** The console, signed in as an administrator of the measured organization. */
export function consoleTarget({ server, organizationId, siteId, changeRequest }: BenchEnvironment): Target {
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
      sites: { ...table, path: `${organization}/sites`, minRows: 1 },
      structure: { ...tree, path: `${organization}/sites/${siteId}/structure`, minRows: 11 },
      inbox: { path: `${organization}/inbox/waiting`, row: 'main li[data-row]', minRows: 11 },
      changeRequest: {
        path: `${organization}/spaces/${changeRequest.space}/changes/${changeRequest.id}`,
        row: 'main section',
        minRows: 2,
      },
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
