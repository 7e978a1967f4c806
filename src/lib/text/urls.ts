/**
 * A name as a path segment where some segments are screens: `matrix` becomes `~matrix`. Names can't start with `~`, so
 * this is unambiguous.
 */
export function toPathName(name: string, reserved: readonly string[]): string {
  return reserved.includes(name) ? `~${name}` : name;
}

/** Reverses `toPathName`. */
export function fromPathName(part: string): string {
  return part.replace(/^~/, '');
}

/** A typed URL with spaces and non-ASCII letters encoded; null if it is not a full http(s) URL. */
export function normalizeUrl(typed: string): string | null {
  const text = typed.trim();
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol)) return null;
  return /^[\w\-.~:/?#[\]@!$&'()*+,;=%]+$/.test(text) ? text : url.href;
}

/** The address of a picture; undefined for an empty one and one that no browser loads as a picture, such as `javascript:`. */
export function pictureUrl(address: string | null | undefined): string | undefined {
  const url = address ? URL.parse(address, 'https://a') : null;
  return url && /^(https?|data|blob):$/.test(url.protocol) ? (address ?? undefined) : undefined;
}
