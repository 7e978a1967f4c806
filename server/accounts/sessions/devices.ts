import Bowser from 'bowser';
import type { SessionDevice } from '#api/generated/types.gen.ts';

/** From where a request came. */
export interface RequestOrigin {
  userAgent: string | null;
  address: string | null;
  /** Two letters. */
  country: string | null;
}

/** Longer user agents are cut; the interesting part is at the beginning. */
const MAX_USER_AGENT_LENGTH = 512;
/** An IPv6 address with a zone. */
const MAX_ADDRESS_LENGTH = 64;

/** From where a request came, in sizes that can be stored. */
export function originOf(request: {
  headers: Record<string, string | string[] | undefined>;
  clientAddress: string;
  clientCountry: string | null;
}): RequestOrigin {
  const userAgent = request.headers['user-agent'];
  return {
    userAgent: typeof userAgent === 'string' ? storable(userAgent, MAX_USER_AGENT_LENGTH) : null,
    address: storable(request.clientAddress, MAX_ADDRESS_LENGTH),
    country: request.clientCountry,
  };
}

/** Node accepts Latin-1 in headers; what is not ASCII is no browser's. */
function storable(text: string, maxLength: number): string | null {
  const clean = text.replaceAll(/[^\x20-\x7e]/g, '').slice(0, maxLength);
  return clean === '' ? null : clean;
}

/** Browser and operating system of a user agent, as far as they are known. */
export function deviceOf(userAgent: string | null): SessionDevice {
  if (!userAgent) return {};
  const { browser, os } = Bowser.parse(userAgent);
  return { ...(browser.name && { browser: browser.name }), ...(os.name && { system: os.name }) };
}

/** "Firefox on Windows", "an unknown device". */
export function describeDevice(userAgent: string | null): string {
  const { browser, system } = deviceOf(userAgent);
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? 'an unknown device';
}

/** "Firefox on Windows", "Passkey". */
export function nameOfPasskey(userAgent: string | null): string {
  const { browser, system } = deviceOf(userAgent);
  return browser && system ? `${browser} on ${system}` : 'Passkey';
}
