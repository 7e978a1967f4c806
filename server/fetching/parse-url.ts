/**
 * The URL that a text stands for, relative to `base` where there is one; undefined where it stands for none.
 * `URL.canParse` of Node 20 cannot be asked: once it is compiled, it denies addresses with letters beyond ASCII.
 */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}

/** Where an address begins: a scheme, and with the schemes of the web two slashes, which the parser would fill in. */
const URL_START = /^(?:(?:https?|ftp|wss?):\/\/[^/?#]|(?!(?:https?|ftp|wss?):)[a-z][a-z\d+.-]*:.)/i;
/** What the parser would take out or rewrite without a word. */
const REWRITTEN_CHARACTERS = /[\s\p{Cc}\\<>"{}|^`]/u;

/**
 * Whether a text is a complete address, letters beyond ASCII included. Everything that takes addresses from people asks
 * this, so that whatever was taken can be parsed.
 */
export function isFullUrl(text: string): boolean {
  return URL_START.test(text) && !REWRITTEN_CHARACTERS.test(text) && parseUrl(text) !== undefined;
}

/** What keeps an address from being one that browsers are sent to; undefined where nothing does. */
export function webUrlProblem(address: string): string | undefined {
  const url = isFullUrl(address) ? parseUrl(address) : undefined;
  if (!url) return 'must be a full URL, such as https://example.com';
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'must start with https:// or http://';
  return url.username === '' && url.password === '' ? undefined : 'must not contain a user name or password';
}
