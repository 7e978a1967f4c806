import { createServer, request as forward } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Another site's server that forwards what is below `/docs/`, and has nothing else. Returns its address. */
export async function startProxy(target: string) {
  const server = createServer((incoming, outgoing) => {
    const { pathname, search } = new URL(incoming.url ?? '/', 'http://proxy');
    if (!pathname.startsWith('/docs/')) {
      outgoing.writeHead(404, { 'content-type': 'text/plain' }).end('Nothing is forwarded here.');
      return;
    }
    const url = new URL(pathname.slice('/docs/'.length) + search, target);
    const { host: _, ...headers } = incoming.headers;
    const forwarded = forward(url, { method: incoming.method, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    forwarded.on('error', () => outgoing.writeHead(502).end());
    incoming.pipe(forwarded);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return { base: `http://127.0.0.1:${port}/docs/`, stop: () => server.close() };
}
