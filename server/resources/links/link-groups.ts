import type { LinkTarget, ResolvedLink } from '#server/content/links/resolve-links.ts';
import { hashId } from '#server/content/storage.ts';
import type { LinkStats, LinkStatus } from '#api/generated/types.gen.ts';
import { byKey, type KeyedItem } from './page-of-items.ts';

/** Where a broken link was broken: by a change request, or already in what it is based on. */
export type BrokenIn = 'change-request' | 'space';

/** A link, and where it was broken, as far as that is known. */
export interface JudgedLink extends ResolvedLink {
  brokenIn?: BrokenIn;
}

/** All links to one thing. */
export interface LinkGroup extends KeyedItem {
  status: LinkStatus;
  relation: ResolvedLink['relation'];
  target: LinkTarget;
  links: JudgedLink[];
}

/** Which links a list holds. */
export interface LinkFilter {
  status?: LinkStatus | undefined;
  brokenIn?: BrokenIn | undefined;
}

/** Broken links come first: they are what somebody has to do something about. */
const STATUS_ORDER: Record<LinkStatus, number> = { broken: 0, 'in-app': 1, ok: 2 };
/** How much of a target stands in the key by which groups are sorted; the rest is told apart by a hash. */
const KEY_LENGTH = 120;

/** Tells links broken by a change request from those that were broken before, in `before`. */
export function tellBroken(links: readonly ResolvedLink[], before: readonly ResolvedLink[]): JudgedLink[] {
  const nameOf = ({ page, url }: ResolvedLink) => `${page.id} ${url}`;
  const old = new Set(before.filter(({ status }) => status === 'broken').map(nameOf));
  return links.map((link) =>
    link.status === 'broken'
      ? { ...link, brokenIn: old.has(nameOf(link)) ? 'space' : 'change-request' }
      : link,
  );
}

/** The links that a filter lets through, grouped by what they lead to, sorted. */
export function groupLinks(links: readonly JudgedLink[], { status, brokenIn }: LinkFilter): LinkGroup[] {
  const groups = new Map<string, LinkGroup>();
  for (const link of links) {
    if (status !== undefined && link.status !== status) continue;
    if (brokenIn !== undefined && link.brokenIn !== brokenIn) continue;
    const key = keyOf(link);
    const group = groups.get(key);
    if (group) group.links.push(link);
    else {
      const { relation, target } = link;
      groups.set(key, { key, status: link.status, relation, target, links: [link] });
    }
  }
  return [...groups.values()].toSorted(byKey);
}

function keyOf({ status, target }: ResolvedLink): string {
  return `${STATUS_ORDER[status]} ${target.key.slice(0, KEY_LENGTH)} ${hashId(target.key, 12)}`;
}

/** Numbers of links, whatever the filter. In the content of a space, no link is broken by a change request. */
export function countLinks(links: readonly JudgedLink[]): LinkStats {
  const broken = links.filter(({ status }) => status === 'broken');
  const changeRequest = broken.filter(({ brokenIn }) => brokenIn === 'change-request').length;
  return { total: links.length, broken: { total: broken.length, changeRequest } };
}
