/**
 * Stands between the console and the real server and breaks chosen requests. Everything else passes through: what
 * the tests see is the server's own work. Each request has a connection of its own: on one that it has used before, a
 * browser would send a request again by itself when the answer is lost. On one that was opened for a request that was then
 * aborted, it still does.
 */
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * What happens to a request: refused before it reaches the server, never answered, or done by the server and then left
 * without an answer or with only the beginning of one.
 */
export type Fault = 500 | 503 | 429 | 412 | 401 | 'no answer' | 'lost answer' | 'cut answer';

/** Which request is broken. */
export interface RequestPattern {
  method: string;
  /** Of the request's path. */
  path: RegExp;
  /** Every request that fits is broken, not only the next one. */
  matchesAll?: boolean;
}

/** A running proxy. */
export interface FaultProxy {
  url: string;
  /** Breaks the next request that fits; the one after it passes, unless the target says otherwise. */
  arm: (fault: Fault, target: RequestPattern) => void;
  /** Breaks nothing any more. */
  disarm: () => void;
  /** How many requests it has broken. */
  faultCount: () => number;
  /** Resolves when it has broken the next one. */
  nextFault: () => Promise<void>;
  close: () => Promise<void>;
}

const messages: Record<number, string> = {
  500: 'Something went wrong on the server.',
  503: 'The server is restarting.',
  429: 'Too many requests.',
  412: 'Someone else changed this.',
  401: 'The session expired.',
};

/** Starts a proxy before the server at `target`. */
export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const server = new URL(target);
  let armed: { fault: Fault; target: RequestPattern }[] = [];
  let faultCount = 0;
  let waiting: (() => void)[] = [];

  const takeFault = (incoming: IncomingMessage): Fault | null => {
    const [path = ''] = (incoming.url ?? '').split('?');
    const hit = armed.find((one) => one.target.method === incoming.method && one.target.path.test(path));
    if (!hit) return null;
    if (!hit.target.matchesAll) armed = armed.filter((one) => one !== hit);
    faultCount += 1;
    for (const notify of waiting) notify();
    waiting = [];
    return hit.fault;
  };

  const proxy: Server = createServer((incoming, outgoing) => {
    const fault = takeFault(incoming);
    if (fault === null || fault === 'lost answer' || fault === 'cut answer')
      return forward(server, incoming, outgoing, fault);
    incoming.resume();
    if (fault !== 'no answer') respondWith(outgoing, fault);
    return undefined;
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const { port } = proxy.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    arm: (fault, where) => void (armed = [...armed, { fault, target: where }]),
    disarm: () => void (armed = []),
    faultCount: () => faultCount,
    nextFault: () => new Promise((resolve) => waiting.push(resolve)),
    close: () =>
      new Promise((resolve) => {
        proxy.close(() => resolve());
        proxy.closeAllConnections();
      }),
  };
}

function respondWith(outgoing: ServerResponse, status: number): void {
  outgoing.writeHead(status, {
    'content-type': 'application/json',
    connection: 'close',
    'x-request-id': `fault-${status}`,
    ...(status === 429 ? { 'retry-after': '1' } : {}),
  });
  outgoing.end(JSON.stringify({ error: { code: status, message: messages[status] } }));
}

/** Passes a request on. When the answer is to be lost, the connection breaks once the server has answered in full. */
function forward(
  server: URL,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  fault: 'lost answer' | 'cut answer' | null,
): void {
  const headers = { ...incoming.headers, host: server.host };
  if (headers.origin !== undefined) headers.origin = server.origin;
  const passed = request(
    { host: server.hostname, port: server.port, method: incoming.method, path: incoming.url, headers },
    (response) => {
      if (fault !== null) {
        response.resume();
        if (fault === 'cut answer') outgoing.writeHead(200, { 'content-length': '1000' }).write('{');
        response.on('end', () => setTimeout(() => outgoing.destroy(), 50));
        return;
      }
      outgoing.writeHead(response.statusCode ?? 502, { ...response.headers, connection: 'close' });
      response.pipe(outgoing);
    },
  );
  passed.on('error', () => outgoing.destroy());
  outgoing.on('close', () => passed.destroy());
  incoming.pipe(passed);
}
