import type { Session } from '#api/generated/types.gen.ts';
import { countryName } from '#src/lib/text/format.ts';

const loopback = /^(127\.|::1$|::ffff:127\.)/i;
/** Addresses of networks that the internet doesn't reach, those of providers' carriers included. */
const privateNetwork =
  /^(::ffff:)?(10\.|192\.168\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.)|^f[cd][\da-f]{2}:|^fe[89ab][\da-f]:/i;

/**
 * From where a session was last used, as far as that is known without asking others: two lines, the place and its
 * address, or one of them; empty if neither is known.
 *
 * @param here - `address` of the session that asks; `hostname` of the console
 */
export function describePlace(
  { address, country, current }: Pick<Session, 'address' | 'country' | 'current'>,
  here: { address: string | undefined; hostname: string },
): string {
  if (address === undefined) return country === undefined ? '' : countryName(country);
  const place = country === undefined ? describeAddress(address, here.hostname) : countryName(country);
  const isSame = !current && address === here.address;
  return [place, isSame ? `${address} · same as here` : address].filter(Boolean).join('\n');
}

function describeAddress(address: string, hostname: string): string | undefined {
  // Only this machine's browsers have its address, unless a proxy on it forwards requests.
  if (loopback.test(address))
    return loopback.test(hostname) || /(^|\.)localhost$/.test(hostname) ? 'This computer' : 'Through a proxy';
  return privateNetwork.test(address) ? 'Private network' : undefined;
}
