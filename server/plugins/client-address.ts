import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isIP } from 'node:net';

/** The headers in which a proxy says from where a request comes, in lower case. Without a name, none is believed. */
export interface ClientHeaders {
  address?: string | undefined;
  country?: string | undefined;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The client's IP address: that of the connection, or what the proxy says where the operator names its header. */
    clientAddress: string;
    /** The client's country as the proxy says, such as `NO`; null where it is not known. */
    clientCountry: string | null;
  }
}

/** Codes of proxies for "unknown" (`XX`, `ZZ`) and for Tor (`T1` is no letter pair). */
const UNKNOWN_COUNTRIES = new Set(['XX', 'ZZ']);

/**
 * Determines the origin of requests. Clients can send any header, so those of a proxy count only if the
 * operator names them, which implies that the proxy can't be bypassed.
 */
export function registerClientAddress(app: FastifyInstance, { address, country }: ClientHeaders): void {
  app.decorateRequest('clientAddress', {
    getter(this: FastifyRequest) {
      // The nearest proxy adds what it knows at the end; what stands before it came from the client.
      const proxyAddress = address && lastOf(this.headers[address]);
      return proxyAddress && isIP(proxyAddress) !== 0 ? proxyAddress : this.ip;
    },
  });
  app.decorateRequest('clientCountry', {
    getter(this: FastifyRequest) {
      const countryCode = country && lastOf(this.headers[country])?.toUpperCase();
      return countryCode && /^[A-Z]{2}$/.test(countryCode) && !UNKNOWN_COUNTRIES.has(countryCode)
        ? countryCode
        : null;
    },
  });
}

function lastOf(header: string | string[] | undefined): string | undefined {
  return (typeof header === 'string' ? header : header?.at(-1))?.split(',').at(-1)?.trim();
}
