/** Names in addresses that published sites need for themselves (decision 137). Pure. */
import { badValue } from '#server/base/errors.ts';

/** The first segment, below a site, of everything that has no fixed name. */
export const INTERNAL = '~';

/** Below a site: what proxies forward requests to. */
export const PROXIED = '~/proxied/';

/** Files that programs look for at the root of a site. */
const FIXED_NAMES = ['robots.txt', 'sitemap.xml', 'llms.txt', 'llms-full.txt'] as const;
export type FixedName = (typeof FIXED_NAMES)[number];

/** Whether a text is the name of a file at the root of a site. */
export function isFixedName(name: string): name is FixedName {
  return FIXED_NAMES.some((fixed) => fixed === name);
}

/** Why published sites would not show what has a new path, as the rest of a sentence; null if they do. */
export function findReservedName(path: string): string | null {
  for (const segment of path.toLowerCase().split('/')) {
    if (segment.startsWith(INTERNAL)) return `must not contain a part that begins with "${INTERNAL}"`;
    if (isFixedName(segment)) return `must not contain "${segment}", which published sites need themselves`;
  }
  return null;
}

/** 400 for a new name that is reserved. Those that are older than the rule may stay. */
export function assertNotReserved(field: string, path: string | undefined, before: string | null): void {
  const problem = path === undefined || path === before ? null : findReservedName(path);
  if (problem !== null) throw badValue(field, problem);
}
