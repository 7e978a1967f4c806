import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { buildConnector } from 'undici';
import { isPublicAddress } from './addresses.ts';
import { FetchError } from './fetch-error.ts';

/** Resolves a name to all its addresses. */
export type ResolveHost = (hostname: string) => Promise<string[]>;

/** How connections are made; tests replace the parts that use the network. */
export interface ConnectOptions {
  /** Also connect to addresses that are not public. */
  allowPrivate: boolean;
  resolve?: ResolveHost;
  connect?: buildConnector.connector;
}

const CONNECT_TIMEOUT_MS = 10_000;

const resolveWithSystem: ResolveHost = async (hostname) =>
  (await lookup(hostname, { all: true })).map(({ address }) => address);

/**
 * Connects only to public addresses. The name is resolved once, and the connection uses the address that was checked,
 * so a later change of the DNS answer has no effect (DNS rebinding).
 */
export function guardedConnector(
  options: ConnectOptions,
  build: typeof buildConnector,
): buildConnector.connector {
  const { allowPrivate, resolve = resolveWithSystem } = options;
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
      tryNext(await resolvePublicAddresses(target.hostname, resolve, allowPrivate));
    } catch (error) {
      callback(error instanceof Error ? error : new Error("Couldn't connect."), null);
    }
  };
  return (...attempt) => {
    void open(...attempt);
  };
}

/** The addresses of a host; throws `FetchError` if it has none, or if one of them is not public. */
async function resolvePublicAddresses(
  host: string,
  resolve: ResolveHost,
  allowPrivate: boolean,
): Promise<string[]> {
  const name = host.replace(/^\[(.*)\]$/, '$1');
  const addresses = isIP(name) === 0 ? await resolveName(name, resolve) : [name];
  const hidden = allowPrivate ? undefined : addresses.find((address) => !isPublicAddress(address));
  if (hidden !== undefined) throw unresolvedHostError(name);
  return addresses;
}

async function resolveName(name: string, resolve: ResolveHost): Promise<string[]> {
  const addresses = await resolve(name).catch(() => []);
  if (addresses.length === 0) throw unresolvedHostError(name);
  return addresses;
}

/** The same error for unknown names and for names of our network, so that callers cannot probe it. */
function unresolvedHostError(name: string): FetchError {
  return new FetchError('unreachable', `No public address was found for ${name}.`);
}
