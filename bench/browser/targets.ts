/** The measured pages: how they are built and served, their URLs and selectors. */
import react from '@vitejs/plugin-react';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { extname, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { build, type PluginOption } from 'vite';
import type { BenchEnvironment } from '../environment.ts';
import { listen } from '../server/http-load.ts';
import type { Target } from './browser.ts';

/** Builds the page in a folder of `bench` with the console's tools, and serves it. */
export async function serveBuiltPage(
  folder: string,
  environment: BenchEnvironment,
  plugins: PluginOption[] = [react()],
): Promise<BuiltSite> {
  await build({
    configFile: false,
    root: `bench/${folder}`,
    logLevel: 'error',
    plugins,
    build: {
      outDir: `../../dist/bench-${folder}`,
      emptyOutDir: true,
      target: 'es2022',
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
    },
  });
  return await serveBuiltSite(`dist/bench-${folder}`, environment);
}

export const serveBaseline = (environment: BenchEnvironment): Promise<BuiltSite> =>
  serveBuiltPage('baseline', environment);

/** The smallest page of the stack. */
export function baselineTarget(origin: string): Target {
  return {
    name: 'baseline',
    origin,
    screens: {
      members: { path: '/members', row: 'tbody tr', minRows: 50 },
      teams: { path: '/teams', row: 'tbody tr', minRows: 4 },
      sites: { path: '/sites', row: 'tbody tr', minRows: 1 },
      structure: { path: '/structure', row: '[role="treeitem"]', minRows: 11 },
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
      sites: { ...table, path: `${organization}/sites`, minRows: 1 },
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

/** The page of the same nodes has the console's URLs and selectors, and needs no session. */
export function sameNodesTarget(origin: string, { screens }: Target): Target {
  return { name: 'same-nodes', origin, screens, signIn: async () => undefined };
}

const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

export interface BuiltSite {
  origin: string;
  close: () => void;
}

/**
 * Serves the files of `folder` on a free port. Forwards what has the path of the API, and assets that are not in the
 * folder, to `upstream` with the token, so that the page uses the same API and needs no session. The path
 * `/baseline-api/…` stands for that of the organization.
 */
async function serveBuiltSite(
  folder: string,
  { server: { url: upstream, token }, organizationId }: BenchEnvironment,
): Promise<BuiltSite> {
  const files = new Map(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => extname(name) in types)
      .map((name) => [
        `/${name}`,
        { type: types[extname(name)], body: brotliCompressSync(readFileSync(join(folder, name))) },
      ]),
  );
  const server = createServer((incoming, outgoing) => {
    const url = (incoming.url ?? '/').replace('/baseline-api/', `/v1/orgs/${organizationId}/`);
    if (url.startsWith('/v1/') || (url.startsWith('/assets/') && !files.has(url))) {
      const headers = {
        authorization: `Bearer ${token}`,
        'accept-encoding': incoming.headers['accept-encoding'] ?? 'identity',
      };
      const forwarded = request(`${upstream}${url}`, { headers }, (response) => {
        const { 'content-type': type, 'content-encoding': encoding } = response.headers;
        outgoing.writeHead(response.statusCode ?? 502, {
          ...(type === undefined ? {} : { 'content-type': type }),
          ...(encoding === undefined ? {} : { 'content-encoding': encoding }),
        });
        response.pipe(outgoing);
      });
      forwarded.on('error', () => outgoing.writeHead(502).end());
      forwarded.end();
      return;
    }
    const file = files.get(url) ?? files.get('/index.html');
    const age = url.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
    outgoing.writeHead(200, { 'content-type': file?.type, 'content-encoding': 'br', 'cache-control': age });
    outgoing.end(file?.body);
  });
  return { origin: `http://127.0.0.1:${await listen(server)}`, close: () => server.close() };
}
