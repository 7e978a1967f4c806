import { parseUrl } from '#server/base/parse-url.ts';

/** What a site asks of programs that read it. */
export interface RobotsRules {
  isAllowed: (path: string) => boolean;
  /** Between two requests. */
  delayMs: number;
  sitemaps: string[];
}

const MAX_LINES = 10_000;
const MAX_DELAY_MS = 10_000;
/** Patterns beyond these are not read; each is compared with each address. */
const MAX_PATTERNS = 500;

/** Reads robots.txt: the group of `agent`, else that of all. The longest matching pattern decides. */
export function parseRobots(text: string, agent: string): RobotsRules {
  const groups: { agents: string[]; patterns: { allow: boolean; path: string }[]; delay: number }[] = [];
  const sitemaps: string[] = [];
  let isAfterAgent = false;
  for (const line of text.split(/\r?\n/, MAX_LINES)) {
    const [, name = '', written = ''] = /^\s*([\w-]+)\s*:\s*(.*?)\s*(?:#.*)?$/.exec(line) ?? [];
    const key = name.toLowerCase();
    if (key === 'sitemap') sitemaps.push(written);
    if (key === 'user-agent') {
      if (!isAfterAgent) groups.push({ agents: [], patterns: [], delay: 0 });
      groups.at(-1)?.agents.push(written.toLowerCase());
    }
    isAfterAgent = key === 'user-agent' || (isAfterAgent && key === '');
    const group = groups.at(-1);
    if (!group) continue;
    if ((key === 'allow' || key === 'disallow') && written !== '' && group.patterns.length < MAX_PATTERNS)
      group.patterns.push({ allow: key === 'allow', path: written });
    if (key === 'crawl-delay') group.delay = Math.min(MAX_DELAY_MS, Math.max(0, Number(written) * 1000 || 0));
  }
  const named = groups.filter(({ agents }) =>
    agents.some((name) => name !== '*' && agent.toLowerCase().includes(name)),
  );
  const rules = named.length > 0 ? named : groups.filter(({ agents }) => agents.includes('*'));
  const patterns = rules
    .flatMap((group) => group.patterns)
    .toSorted((a, b) => b.path.length - a.path.length || Number(b.allow) - Number(a.allow));
  return {
    isAllowed: (path) => patterns.find((pattern) => matches(pattern.path, path))?.allow ?? true,
    delayMs: Math.max(0, ...rules.map(({ delay }) => delay)),
    sitemaps,
  };
}

/** `*` stands for anything, `$` for the end. Linear: each part is found once, from left to right. */
function matches(pattern: string, path: string): boolean {
  const isWhole = pattern.endsWith('$');
  const [first = '', ...parts] = (isWhole ? pattern.slice(0, -1) : pattern).split('*');
  if (!path.startsWith(first)) return false;
  let at = first.length;
  for (const [index, part] of parts.entries()) {
    if (isWhole && index === parts.length - 1) return path.length - part.length >= at && path.endsWith(part);
    const next = path.indexOf(part, at);
    if (next === -1) return false;
    at = next + part.length;
  }
  return !isWhole || at === path.length;
}

/** The addresses of a sitemap, and of further sitemaps that it lists. */
export function parseSitemap(xml: string, limit: number): { pages: string[]; sitemaps: string[] } {
  const isIndex = /<sitemapindex[\s>]/i.test(xml.slice(0, 5000));
  const addresses: string[] = [];
  for (const [, written = ''] of xml.matchAll(/<loc>\s*(?:<!\[CDATA\[)?\s*([^<>\s\]]+)/gi)) {
    addresses.push(written.replaceAll('&amp;', '&'));
    if (addresses.length >= limit) break;
  }
  return isIndex ? { pages: [], sitemaps: addresses } : { pages: addresses, sitemaps: [] };
}

/** Whether an address is below the one that was given: in its folder, or below it if it has no ending. */
export function isBelow(address: string, start: string): boolean {
  const [url, top] = [parseUrl(address), parseUrl(start)];
  if (!url || !top || url.host !== top.host || !/^https?:$/.test(url.protocol)) return false;
  const path = top.pathname.replace(/\/[^/]*\.\w+$/, '/');
  const folder = path.endsWith('/') ? path : `${path}/`;
  return url.pathname.startsWith(folder) || `${url.pathname}/` === folder;
}

/** The nearest of the given addresses that is a folder above an address. */
export function parentAddress(address: string, addresses: ReadonlySet<string>): string | undefined {
  const url = parseUrl(address);
  if (!url) return undefined;
  const parts = url.pathname.replace(/\/$/, '').split('/');
  while (parts.length > 1) {
    parts.pop();
    const above = `${url.origin}${parts.join('/')}`;
    for (const candidate of [above, `${above}/`]) if (addresses.has(candidate)) return candidate;
  }
  return undefined;
}
