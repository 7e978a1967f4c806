/**
 * The address that somebody has typed, as it has to be sent: one with spaces or letters of other scripts is written as a
 * browser would write it. Null where it is no whole address of the web.
 */
export function normalizeUrl(typed: string): string | null {
  const text = typed.trim();
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol)) return null;
  return /^[\w\-.~:/?#[\]@!$&'()*+,;=%]+$/.test(text) ? text : url.href;
}
