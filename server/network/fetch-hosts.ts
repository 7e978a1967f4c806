import ipaddr from 'ipaddr.js';
import { isIP } from 'node:net';
import { asciiHost } from '#server/base/parse-url.ts';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** The purposes of private addresses. If a name leads to anything else, DNS is wrong or malicious. */
const PRIVATE_RANGES = new Set<string>(['private', 'carrierGradeNat', 'uniqueLocal']);
/** Never reached, for every setting: addresses of this machine's links, unspecified and multicast ones. */
const NEVER_RANGES = new Set<string>(['unspecified', 'linkLocal', 'broadcast', 'multicast']);
/** At which clouds serve secrets to their machines. */
const METADATA_ADDRESSES = ['100.100.100.200', '168.63.129.16', 'fd00:ec2::254'];
const MAX_ENTRIES = 100;
const MAX_TEXT = 10_000;
const HOST_NAME = /^(\*\.)?(?!-)[a-z\d-]{1,63}(?<!-)(\.(?!-)[a-z\d-]{1,63}(?<!-))*$/;

/** An entry that cannot be used; the message is the predicate of a sentence. */
export class FetchHostsError extends Error {}

interface NamedHost {
  /** In lower case; `*.` stands for any names below. */
  name: string;
  /** Undefined for the ports of the web. */
  port: string | undefined;
}

interface Network {
  contains: (address: Address) => boolean;
  isLoopback: boolean;
  port: string | undefined;
}

/**
 * The hosts and networks that URLs of callers may lead to although they are private: `git.corp.example`,
 * `*.corp.example:8443`, `10.2.0.0/16`, `[fd00::1]:8080`. Loopback only where it is named as an address or a network, or
 * as `localhost`; link-local and metadata addresses never.
 */
export class FetchHosts {
  readonly #names: readonly NamedHost[];
  readonly #networks: readonly Network[];

  private constructor(names: readonly NamedHost[], networks: readonly Network[]) {
    this.#names = names;
    this.#networks = networks;
  }

  /** Reads entries that are separated by commas; throws `FetchHostsError`. */
  static parse(text: string): FetchHosts {
    if (text.length > MAX_TEXT) throw new FetchHostsError(`must have at most ${MAX_TEXT} characters`);
    const entries = text
      .split(',')
      .map((entry) => entry.trim())
      .filter(Boolean);
    if (entries.length > MAX_ENTRIES) throw new FetchHostsError(`must have at most ${MAX_ENTRIES} entries`);
    const names: NamedHost[] = [];
    const networks: Network[] = [];
    for (const entry of entries) {
      const network = parseNetwork(entry);
      if (network) networks.push(network);
      else names.push(parseName(entry));
    }
    return new FetchHosts(names, networks);
  }

  /** Whether a name may be asked for: what it leads to is looked at when the connection is made. */
  allowsName(host: string): boolean {
    return this.#networks.length > 0 || this.#named(host).length > 0;
  }

  /** Whether a port other than those of the web is allowed at a host, by name or address. */
  allowsPort(host: string, port: string): boolean {
    return [...this.#named(host), ...this.#containing(host)].some((entry) => entry.port === port);
  }

  /** Whether an address that is not public may be reached by a URL with this host and port. */
  allowsAddress(address: string, { host, port }: { host: string; port: string }): boolean {
    if (isIP(address) === 0 || address.includes('%')) return false;
    const parsed = ipaddr.parse(address);
    const range = parsed.range();
    if (NEVER_RANGES.has(range) || METADATA_ADDRESSES.includes(parsed.toString())) return false;
    if (parsed instanceof ipaddr.IPv6 && embedsIPv4(range)) return false;
    const isFor = (entry: { port: string | undefined }) => (entry.port ?? port) === port;
    const networks = this.#containing(address).filter(isFor);
    const names = this.#named(host).filter(isFor);
    if (range === 'loopback')
      return networks.some(({ isLoopback }) => isLoopback) || names.some(({ name }) => name === 'localhost');
    return networks.length > 0 || (names.length > 0 && PRIVATE_RANGES.has(range));
  }

  #named(host: string): NamedHost[] {
    const hostname = host.toLowerCase();
    return this.#names.filter(({ name }) =>
      name.startsWith('*.')
        ? hostname.endsWith(name.slice(1)) && hostname.length >= name.length
        : hostname === name,
    );
  }

  #containing(address: string): Network[] {
    if (isIP(address) === 0 || address.includes('%')) return [];
    const parsed = ipaddr.parse(address);
    return this.#networks.filter((network) => network.contains(parsed));
  }
}

/** Ranges whose addresses lead to one of IPv4, which would have to be checked as that. */
function embedsIPv4(range: string): boolean {
  return ['ipv4Mapped', 'rfc6145', 'rfc6052', '6to4', 'teredo'].includes(range);
}

function parseNetwork(entry: string): Network | undefined {
  const [, bracketed, plain = entry, port] = /^(?:\[([^\]]+)\]|([^:[\]]+)):(\d+)$/.exec(entry) ?? [];
  const text = (bracketed ?? plain).replace(/^\[(.*)\]$/, '$1');
  const [address = '', length, ...rest] = text.split('/');
  if (isIP(address) === 0) {
    if (text.includes('/'))
      throw new FetchHostsError(
        `must have networks such as 10.2.0.0/16, not ${JSON.stringify(entry.slice(0, 100))}`,
      );
    return undefined;
  }
  const first = ipaddr.parse(address);
  const bits = first.kind() === 'ipv4' ? 32 : 128;
  const prefix = length === undefined ? bits : Number(length);
  if (
    rest.length > 0 ||
    (length !== undefined && !/^\d{1,3}$/.test(length)) ||
    prefix > bits ||
    address.includes('%')
  )
    throw new FetchHostsError(
      `must have networks such as 10.2.0.0/16, not ${JSON.stringify(entry.slice(0, 100))}`,
    );
  return {
    contains: (other) => other.kind() === first.kind() && other.match(first, prefix),
    // A network that is more than that was not meant for it.
    isLoopback: first.range() === 'loopback' && (first.kind() === 'ipv6' || prefix >= 8),
    port: parsePort(entry, port),
  };
}

function parseName(entry: string): NamedHost {
  const [, text = '', port] = /^([^:]*)(?::(\d+))?$/.exec(entry) ?? [];
  const wildcard = text.startsWith('*.') ? '*.' : '';
  const name = wildcard + asciiHost(text.slice(wildcard.length).replace(/\.$/, '')).toLowerCase();
  // A name that ends with a number is read as an address.
  if (name.length > 253 || !HOST_NAME.test(name) || /(^|\.)\d+$/.test(name))
    throw new FetchHostsError(
      `must have entries such as git.corp.example, *.corp.example:8443 or 10.2.0.0/16, not ${JSON.stringify(entry.slice(0, 100))}`,
    );
  return { name, port: parsePort(entry, port) };
}

function parsePort(entry: string, port: string | undefined): string | undefined {
  if (port === undefined) return undefined;
  const number = Number(port);
  if (number < 1 || number > 65_535)
    throw new FetchHostsError(`must have ports from 1 to 65535, not ${JSON.stringify(entry.slice(0, 100))}`);
  // The ports of the web are allowed anyway, and others not by them.
  return String(number);
}
