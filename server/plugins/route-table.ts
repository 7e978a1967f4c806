import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import type { z } from 'zod';

/** A route beside the contract: what the contract says of operations, for those that it doesn't have. */
export interface OtherRoute {
  /** Who gets more than a refusal. */
  caller: Caller;
  /** The body: JSON of a schema, the form of an identity provider, or bytes. */
  body?: z.ZodType | 'form' | 'bytes';
  /** The largest body in bytes; that of bytes is announced by an operation. */
  maxBodyBytes?: number;
  /** The read parameters of the query. */
  query?: readonly string[];
  /** Of these, what may stand in the log. */
  loggedQuery?: readonly string[];
  /** Whether visitors' paths follow, which have keys of shared sites in them. */
  isPublished?: boolean;
  /** Whether it counts for the limit of requests a minute. */
  isLimited: boolean;
  /** Whether pages of other origins are refused, as browsers send a cookie that counts here. */
  isOwnOriginOnly?: boolean;
  /** The statuses of its answers, without those that all have: 400, 413, 414, 415, 429, 431, 503. */
  answers: readonly number[];
  /** Whether it exists only where files were built. */
  isBuilt?: boolean;
}

/**
 * `code`: the owner of a one-time code; `session`: the access token of a session; `cookie`: a browser with
 * the cookie of one; `signed`: an address that an operation returned; `provider`: an identity provider;
 * `visitor`: a reader of a site.
 */
type Caller = 'anyone' | 'code' | 'session' | 'cookie' | 'signed' | 'provider' | 'visitor';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The row of a route beside the contract. */
    other?: OtherRoute;
    /** Whether it only says that a path of the contract has no such method. */
    isMethodRefusal?: boolean;
  }
}

/**
 * Gives each route beside the contract its row of the table, which has them by method and URL, and the limit of its body.
 * A route without a row, or a row without a route, prevents the start. Register it before all routes.
 */
export function registerRouteTable(app: FastifyInstance, table: Readonly<Record<string, OtherRoute>>): void {
  const rows = new Map(Object.entries(table));
  const missing = new Map([...rows].filter(([, { isBuilt }]) => isBuilt !== true));
  app.addHook('onRoute', (route) => {
    if (route.config?.operation || route.config?.isMethodRefusal === true || isBuiltFile(route)) return;
    const [method = ''] = [route.method].flat();
    // Answered by the route for GET.
    const name = `${method === 'HEAD' ? 'GET' : method} ${route.url}`;
    const row = rows.get(name);
    if (!row) throw new Error(`${name} is missing among the routes beside the contract (other-routes.ts).`);
    missing.delete(name);
    route.config = { ...route.config, other: row };
    if (row.maxBodyBytes !== undefined) route.bodyLimit = row.maxBodyBytes;
  });
  app.addHook('onReady', (done) => {
    const names = [...missing.keys()].join(', ');
    done(
      names === '' ? undefined : new Error(`The table of routes has some that nobody registers: ${names}.`),
    );
  });
}

/** `@fastify/static` has a route for each file of the console and of the API reference. */
function isBuiltFile({ config }: RouteOptions): boolean {
  return typeof Reflect.get(Object(config), 'file') === 'string';
}

/** What metrics and traces call a request: the operation of the contract, or the route beside it. Never an address. */
export function nameOfRoute({ method, routeOptions: { config, url } }: FastifyRequest): string {
  if (config.operation) return config.operation.id;
  if (config.other) return `${method === 'HEAD' ? 'GET' : method} ${url}`;
  return config.isMethodRefusal === true || url === undefined ? 'none' : 'files of the console';
}
