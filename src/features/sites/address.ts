import type { Organization, Site } from '#api/generated/types.gen.ts';
import { displayUrl } from './labels.ts';

const maxLength = 100;

/** The basename that our server makes of a title; it adds a number where another site has the name. */
export function basenameOf(title: string): string {
  const words = title
    .normalize('NFKD')
    .replace(/\p{Script=Latin}\p{Mn}+/gu, (letter) => letter.replace(/\p{Mn}/gu, ''))
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, '-')
    .replace(/^-+/, '');
  return [...words].slice(0, maxLength).join('').replace(/-+$/, '') || 'site';
}

/** An address on this server as people read it, without the key of a share link; undefined if the server doesn't say. */
export function addressOf({ urls }: Organization, basename: string): string | undefined {
  return urls.published === undefined ? undefined : displayUrl(urls.published + basename);
}

/** Where a site will be once it is published: as the server says of the site itself, else as it does of all sites. */
export function futureAddress(organization: Organization, site: Site): string | undefined {
  const { published } = site.urls;
  return published === undefined ? addressOf(organization, site.basename ?? site.id) : displayUrl(published);
}

/** The effect on the address when the basename changes; undefined if there is none. */
export function describeRename(
  organization: Organization,
  { basename, id }: Site,
  edited: string,
): string | undefined {
  const next = edited.trim();
  const [from, to] = [addressOf(organization, basename ?? id), addressOf(organization, next)];
  if (next === '' || next === basename || from === undefined || to === undefined) return undefined;
  return `${from} becomes ${to}. The old address redirects to the new one.`;
}
