/** Host names of sites. */
import { isIP } from 'node:net';
import { asciiHost, parseUrl } from '#server/base/parse-url.ts';
import type { ServiceSettings } from '#server/base/service-settings.ts';

/** As in the contract: three labels at least, in ASCII and lower case. */
const HOSTNAME = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.){2,}[a-z0-9][a-z0-9-]{0,61}[a-z0-9]$/;

/** As in DNS, in characters. */
const MAX_LENGTH = 253;

/** Names that have no DNS records anywhere (RFC 6761, 6762, 7686, 9476): nothing proves them. */
const NEVER_IN_DNS: readonly string[] = ['localhost', 'local', 'invalid', 'onion', 'alt'];
/** Names that only the DNS servers of a network know (RFC 6761, 8375, and what ICANN keeps for it). */
const PRIVATE_NAMES: readonly string[] = ['internal', 'test', 'home.arpa'];

const isBelow = (name: string, above: readonly string[]) => above.some((each) => name.endsWith(`.${each}`));

/** Whether a normalized name can be the host name of a site. */
export function isSiteHostname(name: string): boolean {
  return name.length <= MAX_LENGTH && HOSTNAME.test(name) && isIP(name) === 0 && !isBelow(name, NEVER_IN_DNS);
}

/** Whether public DNS servers never know a name. */
export function isPrivateName(name: string): boolean {
  return isBelow(name, PRIVATE_NAMES);
}

/** The host name of a `Host` header, without port and trailing dot. */
export function hostnameOfHeader(host: string | undefined): string {
  return (host ?? '').replace(/:\d*$/, '').replace(/\.$/, '').toLowerCase();
}

/** A name as people write it, in ASCII and lower case; undefined if it can't be the host name of a site. */
export function normalizeHostname(text: string): string | undefined {
  // Characters that `asciiHost` would convert, or leave out.
  if (/[\s/:@?#[\]\\%]/.test(text.trim())) return undefined;
  const name = asciiHost(text.trim().replace(/\.$/, ''));
  return isSiteHostname(name) ? name : undefined;
}

type Urls = Pick<ServiceSettings, 'publicUrl' | 'publishedUrl'>;

/** Whether a name is the server's own. */
export function isOwnHostname(name: string, { publicUrl, publishedUrl }: Urls): boolean {
  return [publicUrl, publishedUrl].some((url) => parseUrl(url)?.hostname === name);
}

/** Scheme and host of a site at its host name: with the scheme and port at which published sites are reached. */
export function originOfHostname(name: string, { publishedUrl }: Pick<Urls, 'publishedUrl'>): string {
  const url = new URL(publishedUrl);
  url.hostname = name;
  return url.origin;
}
