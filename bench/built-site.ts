/** Serves a built page like the real server serves the console: precompressed, cached, over HTTP/1.1. */
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import { extname, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { BenchEnvironment } from './environment.ts';

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
export async function serveBuiltSite(
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
  return { origin: await listen(server), close: () => server.close() };
}

function listen(server: Server): Promise<string> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(`http://127.0.0.1:${address !== null && typeof address === 'object' ? address.port : 0}`);
    });
  });
}
