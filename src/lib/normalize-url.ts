/**
 * A typed URL as it has to be sent, with spaces and non-ASCII letters encoded; null if it is not a full http(s) URL.
 */
export function normalizeUrl(typed: string): string | null {
  const text = typed.trim();
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol)) return null;
  return /^[\w\-.~:/?#[\]@!$&'()*+,;=%]+$/.test(text) ? text : url.href;
}
