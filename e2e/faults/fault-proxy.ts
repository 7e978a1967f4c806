/**
 * A proxy between console and server that breaks selected requests. Each request uses its own connection, because
 * browsers resend requests on reused connections when the response is lost. Streams of events are empty: whether a screen hears of a
 * change before or after its lost response is a matter of chance.
 */
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventStream } from '../support/quiet.ts';

/**
 * The fate of a request: it is rejected before it reaches the server, never answered, or processed with its
 * response lost or cut off.
 */
export type Fault = 500 | 503 | 429 | 412 | 403 | 401 | 'no response' | 'lost response' | 'cut response';

export interface RequestPattern {
  method: string;
  /** Matches the path of the request. */
  path: RegExp;
  /** Breaks every matching request, not only the next. */
  matchesAll?: boolean;
}

interface ArmedFault {
  fault: Fault;
  target: RequestPattern;
}

/** The effect on the response of an executed change; `keep` is called instead on a conflict. */
interface Loss {
  fault: 'lost response' | 'cut response';
  keep: () => void;
}

/** A running proxy. */
export interface FaultProxy {
  url: string;
  /** Breaks the next matching request. */
  arm: (fault: Fault, target: RequestPattern) => void;
  /** Clears all faults. */
  disarm: () => void;
  faultCount: () => number;
  /** Resolves at the next fault. */
  nextFault: () => Promise<void>;
  close: () => Promise<void>;
}

const messages: Record<number, string> = {
  500: 'The server could not complete the request.',
  503: 'The server is restarting.',
  429: 'Too many requests.',
  412: 'Someone else changed this.',
  403: 'You need another role to do this.',
  401: 'The session expired.',
};

/** Starts a proxy before the server at `target`. */
export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const server = new URL(target);
  let armed: ArmedFault[] = [];
  let faultCount = 0;
  let waiting: (() => void)[] = [];

  const takeFault = (incoming: IncomingMessage): ArmedFault | null => {
    const [path = ''] = (incoming.url ?? '').split('?');
    const hit = armed.find((one) => one.target.method === incoming.method && one.target.path.test(path));
    if (!hit) return null;
    if (!hit.target.matchesAll) armed = armed.filter((one) => one !== hit);
    faultCount += 1;
    for (const notify of waiting) notify();
    waiting = [];
    return hit;
  };
  const rearm = (hit: ArmedFault) => {
    if (!hit.target.matchesAll) armed = [hit, ...armed];
  };

  const proxy: Server = createServer((incoming, outgoing) => {
    const hit = takeFault(incoming);
    if (!hit && eventStream.test(incoming.url ?? '')) return void outgoing.writeHead(204).end();
    if (!hit) return forward(server, incoming, outgoing);
    const { fault } = hit;
    if (fault === 'lost response' || fault === 'cut response')
      return forward(server, incoming, outgoing, { fault, keep: () => rearm(hit) });
    incoming.resume();
    if (fault !== 'no response') respondWith(outgoing, fault);
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

/**
 * Forwards a request. For a lost response it breaks the connection after the server has done what it was asked for; a
 * conflict (a change of pages that has to be sent again, with the revision of the one before it) is passed on.
 */
function forward(server: URL, incoming: IncomingMessage, outgoing: ServerResponse, loss?: Loss): void {
  const headers = { ...incoming.headers, host: server.host };
  if (headers.origin !== undefined) headers.origin = server.origin;
  const passed = request(
    { host: server.hostname, port: server.port, method: incoming.method, path: incoming.url, headers },
    (response) => {
      const isConflict = response.statusCode === 409;
      if (isConflict) loss?.keep();
      if (loss && !isConflict) {
        response.resume();
        if (loss.fault === 'cut response') outgoing.writeHead(200, { 'content-length': '1000' }).write('{');
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
