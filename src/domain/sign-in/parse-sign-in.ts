/** Pasted credentials: an API token, or a sign-in link's code. */
export type PastedCredentials = { token: string } | { code: string };

/** Parses pasted credentials. The code follows `#code=`; anything else is a token. */
export function parseCredentials(text: string): PastedCredentials | null {
  const pasted = text.trim();
  if (!pasted) return null;
  const [, code] = /#code=([^&\s]+)/.exec(pasted) ?? [];
  return code ? { code: decodeURIComponent(code) } : { token: pasted.replace(/^Bearer\s+/i, '') };
}

/** Normalizes a server URL: `docs.example.com/` → `https://docs.example.com`. Null if invalid. */
export function parseServerUrl(text: string): string | null {
  const trimmedText = text.trim();
  const local = /^(localhost|127\.|\[::1\])/.test(trimmedText);
  const whole = /^https?:\/\//i.test(trimmedText)
    ? trimmedText
    : `${local ? 'http' : 'https'}://${trimmedText}`;
  try {
    const { origin, pathname, username, hostname } = new URL(whole);
    if (!hostname || username || origin === 'null') return null;
    // Users paste the API's URL as often as the server's.
    return origin + pathname.replace(/\/+(v1\/?)?$/, '');
  } catch {
    return null;
  }
}
