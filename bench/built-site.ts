/** Serves a built page like the real server serves the console: precompressed, cached, over HTTP/1.1. */
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import { extname, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

export interface BuiltSite {
  origin: string;
  close: () => void;
}

/**
 * Serves the files of `folder` on a free port. Forwards `/baseline-api/…` with the token to the organization at
 * `upstream`, so that the page uses the same API and needs no session.
 */
export async function serveBuiltSite(folder: string, upstream: string, token: string): Promise<BuiltSite> {
  const files = new Map(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => extname(name) in types)
      .map((name) => [
        `/${name}`,
        { type: types[extname(name)], body: brotliCompressSync(readFileSync(join(folder, name))) },
      ]),
  );
  const server = createServer((incoming, outgoing) => {
    const url = incoming.url ?? '/';
    if (url.startsWith('/baseline-api/')) {
      const target = `${upstream}/${url.slice('/baseline-api/'.length)}`;
      const forwarded = request(target, { headers: { authorization: `Bearer ${token}` } }, (response) => {
        outgoing.writeHead(response.statusCode ?? 502, { 'content-type': 'application/json' });
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
