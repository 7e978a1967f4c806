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
