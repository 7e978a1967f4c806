import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { FetchError } from './fetch-error.ts';
import { parseUrl } from './parse-url.ts';

/** The part of IPv6 that is given out for the public network at all. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');
/** Parts of it that are not: protocol assignments, and addresses for documentation. */
const SPECIAL_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'].map((range) =>
  ipaddr.IPv6.parseCIDR(range),
);
/** A public address at which a cloud answers the machines inside it with their secrets. */
const CLOUD_SERVICES = ['168.63.129.16'];

/** Where the web is; empty for the port of the scheme. What listens elsewhere did not expect to be called by us. */
const STANDARD_PORTS = new Set(['', '80', '443']);

/**
 * Whether an address, as a resolver writes it, belongs to the public network. Everything that wraps an IPv4 address in
 * an IPv6 one is refused as a whole, whatever it wraps.
 */
export function isPublicAddress(address: string): boolean {
  // A zone names a network card of this machine: nothing that others should choose.
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

/** The host of an address without the brackets of IPv6 and without the dot that ends a full name. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
}

/**
 * The parsed address if it may be fetched as far as its text tells; throws `FetchError` (`refused`) otherwise. The URL
 * parser writes every notation of an IPv4 address (decimal, octal, hexadecimal, short) as four numbers, so that one
 * check covers all. Names are checked again by what they resolve to.
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

/** What a caller learns about an address that is not public, from its text. */
export function privateHostError(host: string): FetchError {
  return new FetchError('refused', `${host} is not a public address. Only public addresses are allowed.`);
}
