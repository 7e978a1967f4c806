/** What somebody pasted to sign in: an API token, or a sign-in link or its code. */
export type PastedCredentials = { token: string } | { code: string };

/** Finds out what was pasted. A link's code is what stands after `#code=`; anything else is taken for a token. */
export function parseCredentials(text: string): PastedCredentials | null {
  const pasted = text.trim();
  if (!pasted) return null;
  const [, code] = /#code=([^&\s]+)/.exec(pasted) ?? [];
  return code ? { code: decodeURIComponent(code) } : { token: pasted.replace(/^Bearer\s+/i, '') };
}

/** Completes the address of a server: `docs.example.com/` → `https://docs.example.com`. Null when it is none. */
export function parseServerUrl(text: string): string | null {
  const written = text.trim();
  const local = /^(localhost|127\.|\[::1\])/.test(written);
  const whole = /^https?:\/\//i.test(written) ? written : `${local ? 'http' : 'https'}://${written}`;
  try {
    const { origin, pathname, username, hostname } = new URL(whole);
    if (!hostname || username || origin === 'null') return null;
    // People paste the address of the interface as often as that of the server.
    return origin + pathname.replace(/\/+(v1\/?)?$/, '');
  } catch {
    return null;
  }
}
