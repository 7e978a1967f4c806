import ipaddr from 'ipaddr.js';
import { isIP } from 'node:net';
import { FetchError } from './fetch-error.ts';
import { parseUrl } from './parse-url.ts';

/** The allocated global part of IPv6. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');
/** Its reserved parts: protocol assignments and documentation. */
const SPECIAL_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'].map((range) =>
  ipaddr.IPv6.parseCIDR(range),
);
/** A public IP address at which a cloud provider serves secrets to its own machines. */
const CLOUD_SERVICES = ['168.63.129.16'];

/** The ports of the web; empty for the default of the scheme. Services on other ports do not expect our requests. */
const STANDARD_PORTS = new Set(['', '80', '443']);

/**
 * Whether a resolved IP address is public. IPv6 addresses that embed an IPv4 address are rejected, whatever they embed.
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

/** Whether a host name, or an address with or without brackets, is this machine's whatever DNS says. */
export function isLoopback(hostname: string): boolean {
  const host = hostname.replace(/^\[(.*)\]$/, '$1').toLowerCase();
  if (isIP(host) !== 0) return ipaddr.process(host).range() === 'loopback';
  return host === 'localhost' || host.endsWith('.localhost');
}

/** The host of a URL without IPv6 brackets and without a trailing dot. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
}

/**
 * The parsed URL if its text allows fetching it; throws `FetchError` (`refused`) otherwise. The URL parser normalizes
 * every notation of an IPv4 address (decimal, octal, hexadecimal, short), so one check covers all. Host names are
 * checked again after resolution.
 */
export function checkUrl(text: string, allowPrivate: boolean): URL {
  const url = parseUrl(text);
  if (!url) throw new FetchError('refused', 'The URL is not valid.');
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new FetchError('refused', 'Only http and https URLs are allowed.');
  if (url.username !== '' || url.password !== '')
    throw new FetchError('refused', 'URLs with a user name or password are not allowed.');
  const host = hostOf(url);
  if (host === '') throw new FetchError('refused', 'The URL has no host.');
  if (!allowPrivate && isLocal(host)) throw privateHostError(host);
  if (!allowPrivate && !STANDARD_PORTS.has(url.port))
    throw new FetchError('refused', `Only ports 80 and 443 are allowed, not ${url.port}.`);
  return url;
}

function isLocal(host: string): boolean {
  if (isIP(host) !== 0) return !isPublicAddress(host);
  return /(^|\.)(localhost|local|internal|localdomain|home\.arpa)$/i.test(host);
}

/** The error for a URL whose host is not public. */
export function privateHostError(host: string): FetchError {
  return new FetchError('refused', `${host} is not a public address. Only public addresses are allowed.`);
}
