/** Host names of sites. Pure. */
import { isIP } from 'node:net';

/** As in the contract: three labels at least, in ASCII and lower case. */
const HOSTNAME = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.){2,}[a-z0-9][a-z0-9-]{0,61}[a-z0-9]$/;

/** As in DNS, in characters. */
const MAX_LENGTH = 253;

/** Whether a normalized name can be the host name of a site. */
export function isSiteHostname(name: string): boolean {
  return name.length <= MAX_LENGTH && HOSTNAME.test(name) && isIP(name) === 0;
}

/** The host name of a `Host` header, without port and trailing dot. */
export function hostnameOfHeader(host: string | undefined): string {
  return (host ?? '').replace(/:\d*$/, '').replace(/\.$/, '').toLowerCase();
}
