import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { buildConnector } from 'undici';
import { isReachable, type Reach, REACH_HINT } from './addresses.ts';
import { FetchError } from './fetch-error.ts';

/** Resolves a name to all its addresses. */
export type ResolveHost = (hostname: string) => Promise<string[]>;

/** How connections are made; tests replace the parts that use the network. */
export interface ConnectOptions extends Reach {
  resolve?: ResolveHost;
  connect?: buildConnector.connector;
}

const CONNECT_TIMEOUT_MS = 10_000;

const resolveWithSystem: ResolveHost = async (hostname) =>
  (await lookup(hostname, { all: true })).map(({ address }) => address);

/**
 * Connects only to public addresses, and to those that the operator has named. The name is resolved once, and the connection uses the address that was checked,
 * so a later change of the DNS answer has no effect (DNS rebinding).
 */
export function guardedConnector(
  options: ConnectOptions,
  build: typeof buildConnector,
): buildConnector.connector {
  const { resolve = resolveWithSystem } = options;
  const connect = options.connect ?? build({ timeout: CONNECT_TIMEOUT_MS, autoSelectFamily: false });
  const open = async (...[target, callback]: Parameters<buildConnector.connector>): Promise<void> => {
    const tryNext = ([address, ...others]: string[]): void => {
      if (address === undefined) return;
      connect({ ...target, hostname: address }, (...result) => {
        if (result[0] && others.length > 0) tryNext(others);
        else callback(...result);
      });
    };
    try {
      tryNext(await resolveReachable(target, resolve, options));
    } catch (error) {
      callback(error instanceof Error ? error : new Error("Couldn't connect."), null);
    }
  };
  return (...attempt) => {
    void open(...attempt);
  };
}

/** The addresses of a host; throws `FetchError` if it has none, or if one of them must not be reached. */
async function resolveReachable(
  { hostname, port, protocol }: buildConnector.Options,
  resolve: ResolveHost,
  reach: Reach,
): Promise<string[]> {
  const host = hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
  const addresses = isIP(host) === 0 ? await resolveName(host, resolve) : [host];
  const target = { host, port: port || (protocol === 'https:' ? '443' : '80') };
  if (!addresses.every((address) => isReachable(address, target, reach))) throw unresolvedHostError(host);
  return addresses;
}

async function resolveName(name: string, resolve: ResolveHost): Promise<string[]> {
  const addresses = await resolve(name).catch(() => []);
  if (addresses.length === 0) throw unresolvedHostError(name);
  return addresses;
}

/** The same error for unknown names and for names of our network, so that callers cannot probe it. */
function unresolvedHostError(name: string): FetchError {
  return new FetchError('unreachable', `No public address was found for ${name}. ${REACH_HINT}`);
}
