import { domainToASCII, domainToUnicode } from 'node:url';

/**
 * Parses a URL, relative to `base` if given; undefined if it is invalid. `URL.canParse` of Node 20 has a bug: once
 * compiled, it rejects non-ASCII URLs.
 */
export function parseUrl(text: string, base?: string): URL | undefined {
  // Headers that are missing: an error costs more than all other checks of a request.
  if (text === '' && base === undefined) return undefined;
  try {
    const url = new URL(text, base);
    return isReadableHost(url.hostname) ? url : undefined;
  } catch {
    return undefined;
  }
}

/** Whether each name in a host that stands for letters of other scripts does: from version 24 on, Node takes others, too. */
const isReadableHost = (host: string): boolean =>
  !host.includes('xn--') || !/(?:^|\.)xn--/.test(domainToUnicode(host));

/** A host name as it is asked for, with letters of other scripts as ASCII; empty if it is invalid. */
export function asciiHost(name: string): string {
  const host = domainToASCII(name);
  return isReadableHost(host) ? host : '';
}

/** The start of a full URL: a scheme, and two slashes for web schemes, which the parser would add. */
const URL_START = /^(?:(?:https?|ftp|wss?):\/\/[^/?#]|(?!(?:https?|ftp|wss?):)[a-z][a-z\d+.-]*:.)/i;
/** Characters that the parser silently removes or rewrites. */
const REWRITTEN_CHARACTERS = /[\s\p{Cc}\\<>"{}|^`]/u;

/**
 * Whether a text is a full URL, non-ASCII ones included. Every input of URLs uses this check, so that accepted URLs can
 * be parsed.
 */
export function isFullUrl(text: string): boolean {
  return URL_START.test(text) && !REWRITTEN_CHARACTERS.test(text) && parseUrl(text) !== undefined;
}

/** Why a URL is not suitable for browsers; undefined if it is. */
export function webUrlProblem(address: string): string | undefined {
  const url = isFullUrl(address) ? parseUrl(address) : undefined;
  if (!url) return 'must be a full URL, such as https://example.com';
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'must start with https:// or http://';
  return url.username === '' && url.password === '' ? undefined : 'must not contain a user name or password';
}
