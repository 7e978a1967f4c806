import ipaddr from 'ipaddr.js';
import { isIP } from 'node:net';
import { parseUrl } from '#server/base/parse-url.ts';
import { FetchError } from './fetch-error.ts';
import type { FetchHosts } from './fetch-hosts.ts';

/** The allocated global part of IPv6. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');
/** Its reserved parts: protocol assignments and documentation. */
const SPECIAL_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'].map((range) =>
  ipaddr.IPv6.parseCIDR(range),
);
/** A public IP address at which a cloud provider serves secrets to its own machines. */
const CLOUD_SERVICES = ['168.63.129.16'];

/** The ports of the web. Services on other ports do not expect our requests. */
const STANDARD_PORTS = new Set(['80', '443']);

/**
 * Whether a resolved IP address is public. IPv6 addresses that embed an IPv4 address are rejected, with any
 * embedded address.
 */
export function isPublicAddress(address: string): boolean {
  // A zone names a network interface of this machine, which callers must not choose.
  if (isIP(address) === 0 || address.includes('%')) return false;
  const parsed = ipaddr.parse(address);
  if (parsed instanceof ipaddr.IPv4)
    return parsed.range() === 'unicast' && !CLOUD_SERVICES.includes(parsed.toString());
  return (
    parsed.match(GLOBAL_UNICAST) &&
    parsed.range() === 'unicast' &&
    !SPECIAL_IPV6.some((range) => parsed.match(range))
  );
}

/** Whether a host name, or an address with or without brackets, is this machine's, regardless of DNS. */
export function isLoopback(hostname: string): boolean {
  const host = hostname.replace(/^\[(.*)\]$/, '$1').toLowerCase();
  if (isIP(host) !== 0) return ipaddr.process(host).range() === 'loopback';
  return host === 'localhost' || host.endsWith('.localhost');
}

/** The host of a URL without IPv6 brackets and without a trailing dot. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
}

/** The reachable targets beside public addresses and the ports of the web. */
export interface Reach {
  /** Everything. */
  allowPrivate: boolean;
  /** The hosts that the operator has named. */
  hosts?: FetchHosts | undefined;
}

/** The same message for all non-public addresses, so that it does not disclose which of them exist. */
export const REACH_HINT =
  'If it is in a private network, whoever runs this server can allow it with FETCH_HOSTS.';

/** Whether a URL with this host and port may lead to an address. */
export function isReachable(
  address: string,
  target: { host: string; port: string },
  { allowPrivate, hosts }: Reach,
): boolean {
  return allowPrivate || isPublicAddress(address) || hosts?.allowsAddress(address, target) === true;
}

/** Whether the operator has named the host of a URL, or allows all. */
export function isNamed(text: string, { allowPrivate, hosts }: Reach): boolean {
  const url = parseUrl(text);
  if (!url || allowPrivate) return url !== undefined;
  const host = hostOf(url);
  return isIP(host) === 0
    ? hosts?.allowsName(host) === true
    : hosts?.allowsAddress(host, { host, port: portOf(url) }) === true;
}

/**
 * The parsed URL if its text allows fetching it; throws `FetchError` (`refused`) otherwise. The URL parser normalizes
 * every notation of an IPv4 address (decimal, octal, hexadecimal, short), so one check covers all. Host names are
 * checked again after resolution.
 */
export function checkUrl(text: string, reach: Reach): URL {
  const url = parseUrl(text);
  if (!url) throw new FetchError('refused', 'The URL is not valid.');
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new FetchError('refused', 'Only http and https URLs are allowed.');
  if (url.username !== '' || url.password !== '')
    throw new FetchError('refused', 'URLs with a user name or password are not allowed.');
  const host = hostOf(url);
  if (host === '') throw new FetchError('refused', 'The URL has no host.');
  const { allowPrivate, hosts } = reach;
  if (allowPrivate) return url;
  const port = portOf(url);
  const isAllowed =
    isIP(host) === 0
      ? !LOCAL_NAME.test(host) || hosts?.allowsName(host) === true
      : isReachable(host, { host, port }, reach);
  if (!isAllowed) throw privateHostError(host);
  if (!STANDARD_PORTS.has(port) && hosts?.allowsPort(host, port) !== true)
    throw new FetchError(
      'refused',
      `Only ports 80 and 443 are allowed, not ${port}. Whoever runs this server can allow others with FETCH_HOSTS.`,
    );
  return url;
}

/** Names that never lead to a public address. */
const LOCAL_NAME = /(^|\.)(localhost|local|internal|localdomain|home\.arpa)$/i;

function portOf({ port, protocol }: URL): string {
  if (port !== '') return port;
  return protocol === 'https:' ? '443' : '80';
}

/** The error for a URL whose host is not public. */
function privateHostError(host: string): FetchError {
  return new FetchError('refused', `${host} is not a public address. ${REACH_HINT}`);
}
