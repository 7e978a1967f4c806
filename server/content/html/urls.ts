const SCHEME = /^([a-z][a-z\d+.-]*):/i;
// oxlint-disable-next-line no-control-regex -- Browsers ignore some of them in a URL, so that they can hide a scheme.
const CONTROL = /[\0-\x1f\x7f-\x9f\u2028\u2029]/;
const MAX_URL_LENGTH = 4000;

/** Character references that are not decoded here, and would hide a scheme. */
const HIDDEN = /^[^/?#]*&(?:colon|tab|newline);/i;

/** The URL of a link or image if a page may have it: http and https, for links also mailto and tel, or a relative one. */
export function harmlessUrl(href: string, kind: 'link' | 'image'): string | undefined {
  const url = href.trim();
  if (url === '' || url.length > MAX_URL_LENGTH || CONTROL.test(url) || HIDDEN.test(url)) return undefined;
  // Browsers take a backslash for a slash: what looks like a path may name a host.
  if (/^[\\/]*\\/.test(url)) return undefined;
  const scheme = SCHEME.exec(url.replaceAll(/\s/g, ''))?.[1]?.toLowerCase();
  const allowed = kind === 'link' ? ['http', 'https', 'mailto', 'tel'] : ['http', 'https'];
  return scheme === undefined || allowed.includes(scheme) ? url : undefined;
}

/** Whether a URL names a host. */
export function isAbsolute(url: string): boolean {
  return /^(https?:|\/\/)/i.test(url);
}
