/** The name under which we ask other sites. */
export const LINK_AGENT = 'bindery-links';

interface Rule {
  path: string;
  isAllowed: boolean;
}

/** So many rules of a file are read. */
const MAX_RULES = 2000;

/** Whether a robots.txt lets us ask for a path (RFC 9309): the longest rule of our group, else of the group for everybody. */
export function robotsAllow(robots: string, path: string): boolean {
  const { own, everybody } = readRules(robots);
  const matching = (own ?? everybody ?? []).filter((rule) => matches(rule.path, path));
  const [longest] = matching.toSorted(
    (a, b) => b.path.length - a.path.length || Number(b.isAllowed) - Number(a.isAllowed),
  );
  return longest?.isAllowed ?? true;
}

function readRules(robots: string): { own?: Rule[]; everybody?: Rule[] } {
  const groups: { own?: Rule[]; everybody?: Rule[] } = {};
  let agents: ('own' | 'everybody')[] = [];
  let isInRules = true;
  let count = 0;
  for (const line of robots.split(/\r\n|\r|\n/)) {
    const [, name = '', value = ''] = /^\s*([a-z-]+)\s*:\s*([^#]*?)\s*(?:#.*)?$/i.exec(line) ?? [];
    const field = name.toLowerCase();
    if (field === 'user-agent') {
      if (isInRules) agents = [];
      isInRules = false;
      const agent = value.toLowerCase();
      if (agent === LINK_AGENT) agents.push('own');
      if (agent === '*') agents.push('everybody');
      for (const group of agents) groups[group] ??= [];
    } else if (field === 'allow' || field === 'disallow') {
      isInRules = true;
      if (value === '' || count === MAX_RULES) continue;
      count += 1;
      for (const group of agents) groups[group]?.push({ path: value, isAllowed: field === 'allow' });
    }
  }
  return groups;
}

/** `*` stands for any characters; `$` for the end. Without a regular expression, which others could make slow. */
function matches(pattern: string, path: string): boolean {
  const isWhole = pattern.endsWith('$');
  const [first = '', ...others] = (isWhole ? pattern.slice(0, -1) : pattern).split('*');
  if (!path.startsWith(first)) return false;
  let at = first.length;
  for (const [index, part] of others.entries()) {
    const isLast = index === others.length - 1;
    const found = isWhole && isLast ? path.length - part.length : path.indexOf(part, at);
    if (found < at || !path.startsWith(part, found)) return false;
    at = found + part.length;
  }
  return !isWhole || at === path.length;
}
