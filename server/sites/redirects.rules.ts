/** Redirects that people write for a site. Pure. */
import { INTERNAL, isFixedName } from './reserved-names.ts';

/** The columns that decide what a redirect matches and where it leads. */
export interface RedirectRule {
  id: string;
  source_key: string;
  is_wildcard: boolean;
  target: string;
  appends_rest: boolean;
  status: number;
}

/** Where a path leads. */
export interface RedirectTarget {
  /** A full URL, or an encoded path below the site that begins with a slash. */
  url: string;
  status: number;
}

/** How many redirects a site can have. */
export const MAX_REDIRECTS = 5000;

/** Redirects of redirects are followed so often; what leads on then is a loop or a mistake. */
export const MAX_HOPS = 5;

const MAX_SOURCE_LENGTH = 512;
/** An index can't hold longer keys; some characters become several in the composed form. */
const MAX_KEY_BYTES = 2048;
/** Paths with more segments have no redirects. */
export const MAX_SEGMENTS = 64;
const WILDCARD = '/*';

/** The form in which paths are compared: decoded, in lower case, without slashes at both ends. */
export function redirectKey(path: string): string {
  return splitPath(path).join('/').normalize('NFC').toLowerCase();
}

function splitPath(path: string): string[] {
  return path
    .split('/')
    .filter((segment) => segment !== '')
    .map(decodeSegment);
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    // A percent sign that encodes nothing is literal.
    return segment;
  }
}

/** The columns of a source such as `/old` or `/old/*`. */
export function parseSource(source: string): Pick<RedirectRule, 'source_key' | 'is_wildcard'> {
  const isWildcard = source.endsWith(WILDCARD);
  return {
    source_key: redirectKey(isWildcard ? source.slice(0, -WILDCARD.length) : source),
    is_wildcard: isWildcard,
  };
}

/** The problem of a source as the rest of a sentence, or null. */
export function findSourceProblem(source: string): string | null {
  if (!source.startsWith('/')) return 'must begin with "/"';
  if ([...source].length > MAX_SOURCE_LENGTH) return `must have at most ${MAX_SOURCE_LENGTH} characters`;
  if (/[\s\p{Cc}?#\\]/u.test(source)) return 'must not contain whitespace, "?", "#" or "\\"';
  const { source_key: key, is_wildcard: isWildcard } = parseSource(source);
  if (key.includes('*')) return 'can contain "*" only at the end, as "/*"';
  if (/\p{Cc}/u.test(key)) return 'must not contain control characters';
  if (Buffer.byteLength(key) > MAX_KEY_BYTES) return 'is too long';
  if (key.split('/').length >= MAX_SEGMENTS) return `must have fewer than ${MAX_SEGMENTS} segments`;
  if (isReserved(key)) return 'must not be a path that published sites need themselves';
  if (key === '' && !isWildcard) return 'must not be the site itself';
  return null;
}

/** Redirects come after what sites need for themselves, so these would never be used. */
function isReserved(key: string): boolean {
  return key.split('/')[0] === INTERNAL || isFixedName(key);
}

/** The problem of a target as the rest of a sentence, or null. */
export function findTargetProblem(target: string): string | null {
  if (/[\s\p{Cc}\\]/u.test(target)) return 'must not contain whitespace or "\\"';
  if (target.startsWith('/')) {
    return target.startsWith('//') ? 'must be a path of the site or begin with "https://"' : null;
  }
  if (!target.startsWith('https://') || !URL.canParse(target)) {
    return 'must begin with "/" or be a full URL, such as https://example.com';
  }
  const { username, password } = new URL(target);
  return username === '' && password === '' ? null : 'must not contain a name or password';
}

/** The sources that can match a path, the best first: itself, then the longest wildcard. */
export function matchingSources(path: string): Pick<RedirectRule, 'source_key' | 'is_wildcard'>[] {
  const key = redirectKey(path);
  const segments = key === '' ? [] : key.split('/');
  const wildcards = segments.map((_, index) => ({
    source_key: segments.slice(0, index).join('/'),
    is_wildcard: true,
  }));
  return [{ source_key: key, is_wildcard: false }, ...wildcards.toReversed()];
}

const SITE_ORIGIN = 'https://site.invalid';

/** Where a rule leads from a path that it matches. */
export function targetOf(rule: RedirectRule, path: string): RedirectTarget {
  const url = new URL(rule.target, SITE_ORIGIN);
  if (rule.is_wildcard && rule.appends_rest) {
    const count = rule.source_key === '' ? 0 : rule.source_key.split('/').length;
    const rest = splitPath(path)
      .slice(count)
      // These would lead out of the target.
      .filter((segment) => segment !== '.' && segment !== '..');
    url.pathname = [url.pathname.replace(/\/$/, ''), ...rest.map(encodeURIComponent)].join('/');
  }
  const isOfSite = url.origin === SITE_ORIGIN;
  // Two slashes at the beginning would be a host: `/.//host/` has them once the dot is left out.
  const targetPath = url.pathname.replaceAll(/\/{2,}/g, '/');
  return { url: isOfSite ? `${targetPath}${url.search}${url.hash}` : url.href, status: rule.status };
}

/** The path of a target below the site; undefined for other sites. */
export function pathOfTarget({ url }: RedirectTarget): string | undefined {
  return url.startsWith('/') ? url.replace(/[?#].*$/, '') : undefined;
}

/** All rules of a site by what they match. */
export type RuleIndex = Map<string, RedirectRule>;

export function indexRules(rules: readonly RedirectRule[]): RuleIndex {
  return new Map(rules.map((rule) => [indexKey(rule), rule]));
}

export function indexKey({
  source_key: key,
  is_wildcard: isWildcard,
}: Pick<RedirectRule, 'source_key' | 'is_wildcard'>): string {
  return `${isWildcard ? '*' : '='}${key}`;
}

/** Whether a rule leads back to itself, directly or by other rules. */
export function isLoop(rules: RuleIndex, rule: RedirectRule): boolean {
  // Any path that a wildcard matches stands for all.
  const start = rule.is_wildcard ? `/${rule.source_key}/any` : `/${rule.source_key}`;
  let path = pathOfTarget(targetOf(rule, encodeURI(start)));
  for (let hop = 0; hop < MAX_HOPS && path !== undefined; hop += 1) {
    const from = path;
    const next = matchingSources(from)
      .map((source) => rules.get(indexKey(source)))
      .find((found) => found !== undefined);
    if (!next) return false;
    if (next.id === rule.id) return true;
    path = pathOfTarget(targetOf(next, from));
  }
  return false;
}
