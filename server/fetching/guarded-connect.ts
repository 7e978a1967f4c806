import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { buildConnector } from 'undici';
import { isPublicAddress } from './addresses.ts';
import { FetchError } from './fetch-error.ts';

/** Every address that a name stands for. */
export type ResolveHost = (hostname: string) => Promise<string[]>;

/** How connections are made; tests replace the parts that reach the network. */
export interface ConnectOptions {
  /** Connect to addresses that are not public, too. */
  allowPrivate: boolean;
  resolve?: ResolveHost;
  connect?: buildConnector.connector;
}

const CONNECT_TIMEOUT_MS = 10_000;

const resolveWithSystem: ResolveHost = async (hostname) =>
  (await lookup(hostname, { all: true })).map(({ address }) => address);

/**
 * Makes connections only to addresses that were found public. The name is resolved once, and the connection goes to the
 * very address that was checked: a name that answers differently a moment later gains nothing.
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
      tryNext(await checkedAddresses(target.hostname, resolve, allowPrivate));
    } catch (error) {
      callback(error instanceof Error ? error : new Error("Couldn't connect."), null);
    }
  };
  return (...attempt) => {
    void open(...attempt);
  };
}

/** The addresses of a host; throws `FetchError` where it has none, or where one of them is not public. */
async function checkedAddresses(
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

/** The same for names that do not exist and for those of our network, or callers could find out which there are. */
function unresolvedHostError(name: string): FetchError {
  return new FetchError('unreachable', `No public address was found for ${name}.`);
}
